// How an engine joins the registry: its name, its keys, and what each key's value sets.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// A key and what its value sets. A key without a value (given or by default) is not applied.
struct Key {
  KeyInfo info;
  std::function<void(const Settings&, EngineSettings&)> apply;
};

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
