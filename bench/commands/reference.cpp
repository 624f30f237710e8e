// Making the reference of games and engines.
#include "bench/commands/reference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/engines/keys/general_keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
#include "bench/registry/engine_entry.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/matrix.hpp"
#include "bench/text/escape.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

std::string code(const std::string& text) { return text.empty() ? "-" : markdown_code(text); }

std::string keys_table(const std::vector<KeyInfo>& keys) {
  std::string text = "| key | default | allowed | meaning |\n| :--- | :--- | :--- | :--- |\n";
  for (const KeyInfo& key : keys) {
    text += fmt::format("| {} | {} | {} | {} |\n", code(key.name), code(key.default_text),
                        markdown_cell(key.allowed_text), markdown_cell(key.help));
  }
  return text;
}

std::string heading_of(const SpecInfo& info) {
  std::string sentence = info.help;
  sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
  return fmt::format("\n### {}\n\n{}.\n", info.name, markdown_escaped(sentence));
}

std::string paragraph(const std::string& sentence) {
  return sentence.empty() ? "" : fmt::format("\n{}\n", markdown_escaped(sentence));
}

std::vector<KeyInfo> infos_of(const std::vector<Key>& keys) {
  std::vector<KeyInfo> infos;
  for (const Key& key : keys) infos.push_back(key.info);
  return infos;
}

bool same(const KeyInfo& a, const KeyInfo& b) {
  return a.name == b.name && a.default_text == b.default_text && a.allowed_text == b.allowed_text &&
         a.help == b.help;
}

/// Keys that mean the same in several engines, one of a name.
struct SharedKeys {
  const char* title;
  const char* anchor;  ///< of the heading with this title
  std::vector<KeyInfo> keys;

  [[nodiscard]] bool has(const KeyInfo& key) const {
    return std::any_of(keys.begin(), keys.end(),
                       [&](const KeyInfo& each) { return same(each, key); });
  }
};

/// Of the engines' keys, without policies and those of `earlier` tables, the ones that most of
/// them have, one of a name.
SharedKeys shared_keys(const char* title, const char* anchor, std::span<const SpecInfo> engines,
                       const std::vector<SharedKeys>& earlier) {
  std::vector<KeyInfo> all;
  for (const SpecInfo& engine : engines) {
    std::copy_if(engine.keys.begin(), engine.keys.end(), std::back_inserter(all),
                 [&](const KeyInfo& key) {
                   return !is_policy_key(key) &&
                          std::none_of(earlier.begin(), earlier.end(),
                                       [&](const SharedKeys& known) { return known.has(key); });
                 });
  }
  const auto takers = [&](const KeyInfo& key) {
    return std::count_if(all.begin(), all.end(),
                         [&](const KeyInfo& other) { return same(key, other); });
  };
  SharedKeys shared{title, anchor, {}};
  for (const KeyInfo& key : all) {
    const auto found = std::find_if(shared.keys.begin(), shared.keys.end(),
                                    [&](const KeyInfo& known) { return known.name == key.name; });
    if (found == shared.keys.end()) {
      if (takers(key) > 1) shared.keys.push_back(key);
    } else if (takers(key) > takers(*found)) {
      *found = key;
    }
  }
  return shared;
}

/// Those of engines for games without hidden information, which others take too; of engines for
/// games with it; of foreign programs.
std::vector<SharedKeys> all_shared_keys() {
  const std::span<const SpecInfo> all = engine_infos();
  const std::size_t classic = classic_entries().size();
  const std::size_t hidden = hidden_entries().size();
  std::vector<SharedKeys> tables;
  const auto add = [&](const char* title, const char* anchor, std::span<const SpecInfo> engines) {
    tables.push_back(shared_keys(title, anchor, engines, tables));
  };
  add("Shared keys", "shared-keys", all.first(classic));
  add("Shared keys for hidden information", "shared-keys-for-hidden-information",
      all.subspan(classic, hidden));
  add("Shared keys of foreign programs", "shared-keys-of-foreign-programs",
      all.subspan(classic + hidden));
  return tables;
}

/// Which of the search policies an engine takes, or which it does not, if these are fewer. A key of
/// the engine's own that has the name of one is neither.
std::string policies_sentence(const SpecInfo& engine) {
  std::vector<std::string> taken;
  std::vector<std::string> missing;
  for (const Key& key : policy_keys()) {
    const auto here = std::find_if(engine.keys.begin(), engine.keys.end(),
                                   [&](const KeyInfo& each) { return each.name == key.info.name; });
    if (here == engine.keys.end()) {
      missing.push_back(code(key.info.name));
    } else if (is_policy_key(*here)) {
      taken.push_back(code(key.info.name));
    }
  }
  if (taken.empty()) return {};
  if (missing.size() > taken.size()) {
    return fmt::format("\nOf the [search policies](#search-policies) it takes {}.\n",
                       fmt::join(taken, ", "));
  }
  return fmt::format("\nIt takes all [search policies](#search-policies){}{}.\n",
                     missing.empty() ? "" : " but ", fmt::join(missing, ", "));
}

std::string engine_section(const SpecInfo& engine, const std::vector<SharedKeys>& tables) {
  std::vector<KeyInfo> own;
  std::vector<std::vector<std::string>> shared(tables.size());
  for (const KeyInfo& key : engine.keys) {
    if (is_policy_key(key)) continue;
    const auto table = std::find_if(tables.begin(), tables.end(),
                                    [&](const SharedKeys& each) { return each.has(key); });
    if (table == tables.end()) {
      own.push_back(key);
    } else {
      shared[static_cast<std::size_t>(table - tables.begin())].push_back(code(key.name));
    }
  }
  std::string text = heading_of(engine);
  if (!own.empty()) text += "\n" + keys_table(own);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    if (shared[i].empty()) continue;
    text += fmt::format("\n[{}](#{}): {}.\n", tables[i].title, tables[i].anchor,
                        fmt::join(shared[i], ", "));
  }
  text += policies_sentence(engine);
  if (engine.keys.empty()) text += "\nIt has no keys.\n";
  text += paragraph(studied_sentence_of_engine(engine.name));
  return text;
}

}  // namespace

std::string games_reference() {
  constexpr std::pair<GameFamily, std::string_view> kFamilies[] = {
      {GameFamily::kClassic, "Two players, no chance, nothing hidden"},
      {GameFamily::kGeneral, "Chance, rewards, or other numbers of players"},
      {GameFamily::kHidden, "Hidden information"}};
  std::string text;
  for (const auto& [family, title] : kFamilies) {
    text += fmt::format("\n## {}\n", title);
    for (const GameInfo& game : games()) {
      if (game.family != family) continue;
      text += heading_of(game.info);
      if (!game.info.keys.empty()) text += "\n" + keys_table(game.info.keys);
      text += paragraph(studied_sentence_of_game(game.info.name));
    }
  }
  return text + "\n";
}

std::string engines_reference() {
  const std::vector<SharedKeys> shared = all_shared_keys();
  std::string text = "\n## The engines\n";
  for (const SpecInfo& engine : engine_infos()) text += engine_section(engine, shared);
  for (const SharedKeys& table : shared) {
    text += fmt::format("\n## {}\n\nThese mean the same in every engine that takes them.\n\n{}",
                        table.title, keys_table(table.keys));
  }
  text +=
      "\n## Search policies\n\nA search with one of these keys is UCT except for what is set.\n\n";
  text += keys_table(infos_of(policy_keys()));
  text +=
      "\n## Keys for games of chance and of many players\n\nFor `rolit`, `nim`, `pig`, `sailing` "
      "and `2048`.\n\n";
  text += keys_table(infos_of(general_keys()));
  return text + "\n";
}

}  // namespace banyan::bench
