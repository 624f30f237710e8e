// How an engine joins the registry: its name, its keys, and what each key's value sets.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// A key and what its value sets. A key without a value (given or by default) is not applied.
struct Key {
  KeyInfo info;
  std::function<void(const Settings&, EngineSettings&)> apply;
};

/// A key whose value is one of a few words: set(engine, what the word means).
template <class T, class Set>
Key word_key(std::string name, std::string by_default, std::string help,
             const std::vector<std::pair<std::string_view, T>>& meanings, Set set) {
  std::vector<std::string_view> words;
  std::vector<T> values;
  for (const auto& [word, value] : meanings) {
    words.push_back(word);
    values.push_back(value);
  }
  KeyInfo info{std::move(name), std::move(by_default), alternatives(words), std::move(help)};
  return {info, [key = info.name, words, values, set](const Settings& s, EngineSettings& e) {
            set(e, values[s.word(key, words)]);
          }};
}

/// How several trees or searches agree on a move.
inline Key merge_key(std::string by_default, std::string help) {
  return word_key<Merge>("merge", std::move(by_default), std::move(help),
                         {{"sum", Merge::kSum},
                          {"average", Merge::kAverage},
                          {"majority", Merge::kMajority},
                          {"max", Merge::kMax}},
                         [](EngineSettings& e, Merge rule) { e.merge = rule; });
}

/// One engine of the registry. Its keys are applied in this order.
struct EngineEntry {
  EngineEntry(EngineKind which, std::string name, std::string help,
              const std::vector<Key>& its_keys)
      : kind(which), info{std::move(name), std::move(help), {}} {
    add(its_keys);
  }

  void add(const std::vector<Key>& more) {
    for (const Key& key : more) {
      info.keys.push_back(key.info);
      keys.push_back(key);
    }
  }

  EngineKind kind;
  SpecInfo info;
  std::vector<Key> keys;
};

}  // namespace banyan::bench
