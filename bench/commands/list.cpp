// banyan list: games, engines, their keys with defaults and one line each.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

#include "bench/commands/commands.hpp"
#include "bench/engines/keys/general_keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
#include "bench/machine/interrupt.hpp"
#include "bench/notation/info_json.hpp"
#include "bench/papers/papers.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/json.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

/// `text` beside `name`, in lines of at most 100 columns.
void print_beside(const std::string& name, const std::string& text) {
  constexpr std::size_t kIndent = 24;
  constexpr std::size_t kWidth = 100 - kIndent;
  fmt::print("{:<{}}", name, kIndent);
  std::size_t used = 0;
  for (const std::string& word : parse_list(text, ' ', "help")) {
    if (used > 0 && used + 1 + word.size() > kWidth) {
      fmt::print("\n{:{}}", "", kIndent);
      used = 0;
    }
    fmt::print("{}{}", used > 0 ? " " : "", word);
    used += word.size() + (used > 0 ? 1 : 0);
  }
  fmt::print("\n");
}

void print(const KeyInfo& key) {
  print_beside(fmt::format("    {}={}", key.name, key.default_text),
               fmt::format("{} ({})", key.help, key.allowed_text));
}

/// Without what several engines share.
void print(const SpecInfo& info) {
  print_beside("  " + info.name, info.help);
  for (const KeyInfo& key : info.keys) {
    if (!is_policy_key(key)) print(key);
  }
}

/// The keys that seq, leaf, root and tree have for some games alone.
SpecInfo general_info() {
  SpecInfo info{"seq, leaf, root, tree", "also take, for rolit, nim, pig, sailing and 2048:", {}};
  for (const Key& key : general_keys()) info.keys.push_back(key.info);
  return info;
}

Json papers_json() {
  Json all = Json::array();
  for (const Paper& paper : papers()) {
    all.push_back({{"name", paper.name}, {"help", paper.help}, {"citation", paper.citation}});
  }
  return all;
}

int list(bool json) {
  if (json) {
    Json games_json = Json::array();
    for (const GameInfo& game : games()) games_json.push_back(info_json(game.info));
    Json engines_json = Json::array();
    for (const SpecInfo& engine : engine_infos()) engines_json.push_back(info_json(engine));
    fmt::print("{}\n", Json{{"games", games_json},
                            {"engines", engines_json},
                            {"general_keys", info_json(general_info())["keys"]},
                            {"papers", papers_json()}}
                           .dump(2));
    return kDone;
  }
  fmt::print("Games, as in --game hex:size=7\n\n");
  for (const GameInfo& game : games()) print(game.info);
  fmt::print(
      "\nEngines, as in --engine tree:threads=4,vl=3; a key without a value is not set;\na "
      "value with commas or semicolons stands in quotes, as in gtp:cmd='a --b c,d'\n\n");
  for (const SpecInfo& engine : engine_infos()) print(engine);
  fmt::print("\nKeys for games of chance and of many players\n\n");
  print(general_info());
  fmt::print(
      "\nSearch policies: keys of seq, leaf, root, tree (lock=free) and hybrid; a search with one "
      "of them\nis UCT but for what is set\n\n");
  for (const Key& key : policy_keys()) print(key.info);
  fmt::print("\nPublished experiments, as in bench --paper segal2010\n\n");
  for (const Paper& paper : papers()) {
    print_beside(fmt::format("  {}", paper.name),
                 fmt::format("{} ({})", paper.help, paper.citation));
  }
  return kDone;
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
  CLI::App& command = *app.add_subcommand("list", "games, engines, and their keys with defaults");
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "one JSON object");
  command.callback([=, &action] { action = [=](const std::stop_token&) { return list(*json); }; });
}

}  // namespace banyan::bench
