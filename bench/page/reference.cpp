// Making the reference of games and engines.
#include "bench/page/reference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/engines/keys/general_keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
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

/// The keys, without policies, that three engines or more have with one meaning.
std::vector<KeyInfo> shared_keys() {
  constexpr int kMany = 3;
  std::vector<KeyInfo> all;
  for (const SpecInfo& engine : engine_infos()) {
    std::copy_if(engine.keys.begin(), engine.keys.end(), std::back_inserter(all),
                 [](const KeyInfo& key) { return !is_policy_key(key); });
  }
  std::vector<KeyInfo> shared;
  for (const KeyInfo& key : all) {
    const auto alike = [&](const KeyInfo& other) { return same(key, other); };
    const bool known = std::any_of(shared.begin(), shared.end(), alike);
    if (!known && std::count_if(all.begin(), all.end(), alike) >= kMany) shared.push_back(key);
  }
  return shared;
}

std::string engine_section(const SpecInfo& engine, const std::vector<KeyInfo>& shared) {
  std::vector<KeyInfo> own;
  std::vector<std::string> others;
  std::vector<std::string> policies;
  for (const KeyInfo& key : engine.keys) {
    const bool is_shared = std::any_of(shared.begin(), shared.end(),
                                       [&](const KeyInfo& each) { return same(each, key); });
    if (is_policy_key(key)) {
      policies.push_back(code(key.name));
    } else if (is_shared) {
      others.push_back(code(key.name));
    } else {
      own.push_back(key);
    }
  }
  std::string text = heading_of(engine);
  if (!own.empty()) text += "\n" + keys_table(own);
  if (!others.empty()) {
    text += fmt::format("\n[Shared keys](#shared-keys): {}.\n", fmt::join(others, ", "));
  }
  if (policies.size() == policy_keys().size()) {
    text += "\nTakes all [search policies](#search-policies).\n";
  } else if (!policies.empty()) {
    text += fmt::format("\nOf the [search policies](#search-policies) it takes {}.\n",
                        fmt::join(policies, ", "));
  }
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
  const std::vector<KeyInfo> shared = shared_keys();
  std::string text = "\n## The engines\n";
  for (const SpecInfo& engine : engine_infos()) text += engine_section(engine, shared);
  text += "\n## Shared keys\n\nThese mean the same in every engine that takes them.\n\n";
  text += keys_table(shared);
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
