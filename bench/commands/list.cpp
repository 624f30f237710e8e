// banyan list: one line per game and engine, or one of them with its keys.
#include <algorithm>

#include "bench/commands/commands.hpp"
#include "bench/commands/reference.hpp"
#include "bench/engines/keys/general_keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
#include "bench/notation/info_json.hpp"
#include "bench/papers/papers.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/matrix.hpp"
#include "bench/text/escape.hpp"
#include "bench/text/json.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

struct ListArguments {
  std::string name;  ///< empty: everything
  bool json = false;
  bool markdown = false;
};

/// `text` beside `name`, in lines of at most 100 columns.
void print_beside(const std::string& name, std::string_view text) {
  constexpr std::size_t kIndent = 24;
  const std::string next_line = '\n' + std::string(kIndent, ' ');
  const std::string beside = replaced(wrapped(text, 100 - kIndent), '\n', next_line);
  // A name that is too long gets its own line.
  fmt::print("{:<{}}{}{}\n", name, kIndent, name.size() < kIndent ? "" : next_line, beside);
}

void print(const KeyInfo& key) {
  print_beside(fmt::format("  {}={}", key.name, key.default_text),
               fmt::format("{} ({})", key.help, key.allowed_text));
}

void print_name(const SpecInfo& info) { print_beside("  " + info.name, info.help); }

SpecInfo info_of(const char* name, const char* help, const std::vector<Key>& keys) {
  SpecInfo info{name, help, {}};
  for (const Key& key : keys) info.keys.push_back(key.info);
  return info;
}

/// The keys that seq, leaf, root, tree and batched only have for some games.
SpecInfo general_info() {
  return info_of("general", "keys of engines for rolit, nim, pig, sailing and 2048",
                 general_keys());
}

/// The keys for searches by other rules than UCT's.
SpecInfo policies_info() {
  return info_of("policies", "search policies: keys of most engines that search", policy_keys());
}

/// Everything that has keys.
std::vector<SpecInfo> all_infos() {
  std::vector<SpecInfo> infos;
  for (const GameInfo& game : games()) infos.push_back(game.info);
  for (const SpecInfo& engine : engine_infos()) infos.push_back(engine);
  infos.push_back(policies_info());
  infos.push_back(general_info());
  return infos;
}

Json papers_json() {
  Json all = Json::array();
  for (const Paper& paper : papers()) {
    all.push_back({{"name", paper.name}, {"help", paper.help}, {"citation", paper.citation}});
  }
  return all;
}

int list_json() {
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

int list_names() {
  fmt::print("Games, as in --game hex:size=7\n\n");
  for (const GameInfo& game : games()) print_name(game.info);
  fmt::print("\nEngines, as in --engine tree:threads=4,vl=3\n\n");
  for (const SpecInfo& engine : engine_infos()) print_name(engine);
  fmt::print("\nFurther keys of engines\n\n");
  print_name(policies_info());
  print_name(general_info());
  fmt::print("\nPublished experiments, as in bench --paper segal2010\n\n");
  for (const Paper& paper : papers()) {
    print_beside(fmt::format("  {}", paper.name),
                 fmt::format("{} ({})", paper.help, paper.citation));
  }
  fmt::print("\nKeys and defaults: banyan list NAME, as in banyan list tree\n");
  return kDone;
}

int list_keys(const std::string& name, bool json) {
  const std::vector<SpecInfo> infos = all_infos();
  const SpecInfo& info = find_info(infos, name, "name");
  if (json) {
    fmt::print("{}\n", info_json(info).dump(2));
    return kDone;
  }
  fmt::print("{}: {}\n\n", info.name, info.help);
  const auto is_own = [&](const KeyInfo& key) {
    return info.name == "policies" || !is_policy_key(key);
  };
  for (const KeyInfo& key : info.keys) {
    if (is_own(key)) print(key);
  }
  if (info.keys.empty()) fmt::print("  no keys\n");
  if (!std::all_of(info.keys.begin(), info.keys.end(), is_own)) {
    fmt::print("\nSearch policies: each one set replaces a part of plain UCT\n\n");
    for (const KeyInfo& key : info.keys) {
      if (!is_own(key)) print(key);
    }
  }
  for (const std::string& sentence :
       {studied_sentence_of_engine(info.name), studied_sentence_of_game(info.name)}) {
    if (!sentence.empty()) fmt::print("\n{}\n", wrapped(sentence));
  }
  fmt::print(
      "\nA key without a value here is not set. A value with commas or semicolons stands in "
      "quotes,\nas in gtp:cmd='a --b c,d'.\n");
  return kDone;
}

/// The tables of docs/games.md or docs/engines.md.
int list_markdown(const std::string& name) {
  if (name != "games" && name != "engines") {
    throw UsageError(fmt::format("--markdown is of games or engines, not of '{}'.", name));
  }
  fmt::print("{}", name == "games" ? games_reference() : engines_reference());
  return kDone;
}

int list(const ListArguments& options, const std::stop_token&) {
  if (options.markdown) return list_markdown(options.name);
  if (!options.name.empty()) return list_keys(options.name, options.json);
  return options.json ? list_json() : list_names();
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<ListArguments>(
      app, action, "list", "games and engines, or the keys of one of them", list);
  command.add_option("NAME", options->name,
                     "a game, an engine, 'policies' or 'general': shows its keys with defaults");
  command.add_flag("--json", options->json, "one JSON object; without NAME of everything");
  command.add_flag("--markdown", options->markdown,
                   "with 'games' or 'engines': the tables of docs/games.md or docs/engines.md");
  command.footer("Example: banyan list tree");
}

}  // namespace banyan::bench
