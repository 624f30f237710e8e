// How an engine joins the registry: its name, its keys, and what each key's value sets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// The searches that an engine may be: that of its own, one with search policies, one of a game of
/// chance or of many players, its own with the policies that its trees have. A key that means
/// nothing to one of them is refused there.
enum Searches : unsigned {
  kPlain = 1,
  kPolicies = 2,
  kGeneral = 4,
  kFast = 8,  ///< see EngineSettings::fits_fast_trees(); it has all keys of kPolicies too
  kAnySearch = 15
};

/// A key and what its value sets. A key without a value (given or by default) is not applied.
struct Key {
  KeyInfo info;
  std::function<void(const Settings&, EngineSettings&)> apply;
  unsigned searches = kAnySearch;  ///< that it means something to

  /// The same, for these searches alone.
  [[nodiscard]] Key only(unsigned these) const { return {info, apply, these}; }
};

/// The part of the settings that has such members: they themselves, their search, the policy (which
/// they have from then on), or what only one engine has.
template <class Part>
Part& part_of(EngineSettings& engine) {
  if constexpr (std::is_same_v<Part, EngineSettings>) {
    return engine;
  } else if constexpr (std::is_same_v<Part, SearchOptions>) {
    return engine.search;
  } else if constexpr (std::is_same_v<Part, PolicyOptions>) {
    return engine.policy ? *engine.policy : engine.policy.emplace();
  } else {
    return engine.own<Part>();
  }
}

/// Where a key's value goes: into a member of such a part, or where place(engine) says.
template <class Part, class T>
auto destination_of(T Part::*member) {
  return [member](EngineSettings& engine) -> T& { return part_of<Part>(engine).*member; };
}
template <class Place>
Place destination_of(Place place) {
  return place;
}

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
/// The same, where what the word means goes into a member.
template <class Part, class T>
Key word_key(std::string name, std::string by_default, std::string help,
             const std::vector<std::pair<std::string_view, std::type_identity_t<T>>>& meanings,
             T Part::*member) {
  return word_key<T>(std::move(name), std::move(by_default), std::move(help), meanings,
                     [to = destination_of(member)](EngineSettings& e, T value) { to(e) = value; });
}

/// A key whose value is a number from `least` to `most`: a whole one, unless its place has a
/// double.
template <class Place>
Key number_key(std::string name, std::string by_default, std::int64_t least, std::int64_t most,
               std::string help, Place place) {
  KeyInfo info{std::move(name), std::move(by_default),
               std::to_string(least) + " to " + std::to_string(most), std::move(help)};
  return {info,
          [=, key = info.name, to = destination_of(place)](const Settings& s, EngineSettings& e) {
            auto& value = to(e);
            using T = std::remove_reference_t<decltype(value)>;
            if constexpr (std::is_floating_point_v<T>) {
              value = s.real(key, static_cast<double>(least), static_cast<double>(most));
            } else {
              value = static_cast<T>(s.integer(key, least, most));
            }
          }};
}

/// A key whose value is on or off.
template <class Place>
Key flag_key(std::string name, std::string by_default, std::string help, Place place) {
  KeyInfo info{std::move(name), std::move(by_default), "on or off", std::move(help)};
  return {info, [key = info.name, to = destination_of(place)](
                    const Settings& s, EngineSettings& e) { to(e) = s.flag(key); }};
}

/// A key whose value is a duration such as `example`.
template <class Place>
Key duration_key(std::string name, std::string by_default, const char* example, std::string help,
                 Place place) {
  KeyInfo info{std::move(name), std::move(by_default), std::string("a duration such as ") + example,
               std::move(help)};
  return {info, [key = info.name, to = destination_of(place)](
                    const Settings& s, EngineSettings& e) { to(e) = s.duration(key); }};
}

/// One engine of the registry. Its keys are applied in this order.
struct EngineEntry {
  EngineEntry(EngineKind which, std::string name, std::string help,
              const std::vector<Key>& its_keys)
      : kind(which), info{std::move(name), std::move(help), {}} {
    add(its_keys);
  }

  /// More keys, behind those that it has.
  EngineEntry& add(const std::vector<Key>& more) {
    for (const Key& key : more) {
      info.keys.push_back(key.info);
      keys.push_back(key);
    }
    return *this;
  }
  /// It has a tree for each of its threads.
  EngineEntry& with_tree_a_thread() {
    trees = [](const EngineSettings& engine) { return engine.threads; };
    return *this;
  }

  /// Whether it plays games of chance and of many players too.
  [[nodiscard]] bool is_general() const {
    return std::any_of(keys.begin(), keys.end(),
                       [](const Key& key) { return key.searches == kGeneral; });
  }

  EngineKind kind;
  SpecInfo info;
  std::vector<Key> keys;
  /// How many trees there are, each with an equal part of the memory.
  std::function<int(const EngineSettings&)> trees = [](const EngineSettings& e) { return e.trees; };
  /// Playouts of an iteration.
  std::function<int(const EngineSettings&)> playouts = [](const EngineSettings& e) {
    return e.playouts;
  };
  /// The spec with what its keys imply where it does not say.
  std::function<Spec(Spec)> implied = [](Spec spec) { return spec; };
  /// Throws UsageError for keys that make no sense together.
  std::function<void(const EngineSettings&)> check = [](const EngineSettings&) {};
};

/// The entries in the order in which they are listed: bench/engines/all.cpp,
/// bench/engines/hidden.cpp and bench/opponents/keys.cpp.
std::vector<EngineEntry> classic_entries();
std::vector<EngineEntry> hidden_entries();
std::vector<EngineEntry> opponent_entries();

/// Bytes of one tree or two, which may keep a spare half.
inline constexpr std::size_t kLeastMemory = 256'000;

/// The entry that the settings are of.
const EngineEntry& entry_of(const EngineSettings& engine);

/// The text of the first of these that is so; empty if none is.
std::string first_of(const std::vector<std::pair<bool, std::string>>& texts);

/// What messages call the games of kGeneral.
inline constexpr const char* kGeneralGames = "games of chance and of many players";

/// Throws UsageError for a key that the spec gives another value than its default or what its other
/// keys imply, and that means nothing to any of these searches.
void refuse_unfit_keys(const EngineSettings& engine, unsigned searches);

}  // namespace banyan::bench
