// What tests ask of every key of every engine: which values it takes, and the specs that give it
// one.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/engines/keys/policy_keys.hpp"
#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// Calls visit(engine, key) for every key of every engine.
template <class Visit>
void for_each_key(Visit visit) {
  for (const SpecInfo& engine : engine_infos()) {
    for (const KeyInfo& key : engine.keys) {
      SCOPED_TRACE(engine.name + ", " + key.name);
      visit(engine, key);
    }
  }
}

inline std::string with(const SpecInfo& engine, const KeyInfo& key, const std::string& value) {
  std::string needed;  // some keys of simulated workers need another
  if (engine.name == "virtual" && value != key.default_text) {
    if (key.name == "merge") needed = "scheme=root,";
    if (key.name == "sigma") needed = "eval=lognormal,";
  }
  if (engine.name == "batched" && value != key.default_text) {
    if (key.name == "simulated") needed = "device=1ms,";
    if (key.name == "descent" || key.name == "clock") needed = "simulated=on,device=1ms,";
  }
  if (engine.name == "cluster" && value != key.default_text) {
    if (is_policy_key(key) || key.name == "merge" || key.name == "share") needed = "scheme=root,";
    if (key.name == "batch") needed = "scheme=root,eval=net,";
    if (key.name == "memory") needed = "ranks=2,";
    for (const char* const name : {"ranks", "threads", "playout", "step", "latency", "bandwidth"}) {
      if (key.name == name) needed = "simulated=on,";
    }
  }
  return fmt::format("{}:{}{}={}", engine.name, needed, key.name, value);
}

/// Takes words and numbers, as "mean, wu, or 0 to 1000".
inline bool is_mixed(const KeyInfo& key) {
  return key.allowed_text.find(',') < key.allowed_text.find(" to ") &&
         key.allowed_text.find(" to ") != std::string::npos;
}

/// The bounds of "1 to 64", also before ", or ..."; nothing of other texts.
inline std::optional<std::pair<std::string, std::string>> bounds(const KeyInfo& key) {
  const std::string& text = key.allowed_text;
  const std::size_t to = text.find(" to ");
  if (to == std::string::npos || is_mixed(key)) return std::nullopt;
  return std::pair(text.substr(0, to), text.substr(to + 4, text.find(", or ") - to - 4));
}

/// Whether a key takes a duration alone.
inline bool is_duration(const KeyInfo& key) { return key.allowed_text.starts_with("a duration"); }

/// Takes what no list holds.
inline bool is_free(const KeyInfo& key) {
  if (key.allowed_text.starts_with("a latency")) return true;
  for (const char* const name : {"file", "cmd", "setup", "variant", "net"}) {
    if (key.name == name) return true;
  }
  return false;
}

/// The words of "sum, average or max"; none of other texts.
inline std::vector<std::string> words(const KeyInfo& key) {
  if (bounds(key) || is_mixed(key) || is_duration(key) || is_free(key)) return {};
  std::string text = key.allowed_text;
  if (const std::size_t last = text.find(" or "); last != std::string::npos) {
    text.replace(last, 4, ",");
  }
  return parse_list(text, ',', "words");
}

inline bool can_run(const KeyInfo& key, const std::string& word) {
  const bool of_onetbb = key.name == "exec" && (word == "arena" || word == "task_group");
  return !of_onetbb || has_executor(ExecutorKind::kArena);
}

}  // namespace banyan::bench
