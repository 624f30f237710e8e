// Writes sweeps out, and shows them.
#include "bench/match/together/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

/// A spec cut at its lists: a text before each, and one behind the last.
struct CutSpec {
  struct List {
    std::string before;
    std::string key;
    std::vector<std::string> values;  ///< one alone names a list of the other spec
  };
  std::vector<List> lists;
  std::string end;
};

/// The key whose value begins behind this text: "workers" of "virtual:workers=".
std::string key_before(std::string_view text) {
  if (text.empty() || text.back() != '=') return "engine";
  text.remove_suffix(1);
  const std::size_t start = text.find_last_of(":,");
  return std::string(start == std::string_view::npos ? text : text.substr(start + 1));
}

/// The next place of an opening brace that is in no quotes.
std::size_t next_brace(std::string_view text, std::size_t at) {
  char quote = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '{') {
      return at;
    }
  }
  return std::string_view::npos;
}

CutSpec cut(std::string_view spec, const char* option) {
  CutSpec found;
  std::size_t at = 0;
  for (std::size_t open = next_brace(spec, 0); open != std::string_view::npos;
       open = next_brace(spec, at)) {
    const std::size_t close = spec.find('}', open);
    if (close == std::string_view::npos) {
      throw UsageError(fmt::format("{} {}: a list has no end: give values as in {{2|4|8}}.", option,
                                   in_quotes(std::string(spec))));
    }
    const std::string before(spec.substr(at, open - at));
    found.lists.push_back({before, key_before(before),
                           parse_list(spec.substr(open + 1, close - open - 1), '|', option)});
    at = close + 1;
  }
  found.end = spec.substr(at);
  return found;
}

/// The spec with these values in place of its lists.
std::string written(const CutSpec& spec, const std::vector<std::string>& values) {
  std::string text;
  for (std::size_t i = 0; i < spec.lists.size(); ++i) text += spec.lists[i].before + values[i];
  return text + spec.end;
}

/// Which list of `a` one value alone means.
std::size_t list_named(const CutSpec& a, const std::string& name) {
  if (name == "same" && !a.lists.empty()) return 0;
  const auto at = std::ranges::find(a.lists, name, &CutSpec::List::key);
  if (at != a.lists.end()) return static_cast<std::size_t>(at - a.lists.begin());
  std::string names = a.lists.empty() ? "" : "{same}";
  for (const CutSpec::List& list : a.lists) names += ", {" + list.key + "}";
  throw UsageError(fmt::format("--b: {{{}}} is no list of --a: give {}.", name,
                               names.empty() ? "values as in {2|4|8}" : names));
}

}  // namespace

std::string Sweep::name_of(std::size_t pair) const {
  std::string text;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::string& value = pairs[pair].values[i];
    const bool is_plain = value.find_first_of(",=") == std::string::npos;
    text += (i == 0 ? "" : ",") + keys[i] + "=" + (is_plain ? value : "'" + value + "'");
  }
  return text;
}

bool has_list(std::string_view spec) { return next_brace(spec, 0) != std::string_view::npos; }

Sweep parse_sweep(std::string_view a, std::string_view b) {
  const CutSpec of_a = cut(a, "--a");
  const CutSpec of_b = cut(b, "--b");
  Sweep sweep{std::string(a), std::string(b), {}, {}};
  std::vector<const std::vector<std::string>*> lists;
  for (const CutSpec::List& list : of_a.lists) {
    if (list.values.size() < 2) {
      throw UsageError(
          fmt::format("--a: the list {{{}}} has one value: give several, as in {{2|4|8}}.",
                      list.values.front()));
    }
    sweep.keys.push_back(list.key);
    lists.push_back(&list.values);
  }
  std::vector<std::size_t> which;  // list each place of b takes its value from
  for (const CutSpec::List& list : of_b.lists) {
    if (list.values.size() == 1) {
      which.push_back(list_named(of_a, list.values.front()));
      continue;
    }
    const bool is_of_a =
        std::ranges::find(of_a.lists, list.key, &CutSpec::List::key) != of_a.lists.end();
    which.push_back(lists.size());
    sweep.keys.push_back(list.key + (is_of_a ? " of B" : ""));
    lists.push_back(&list.values);
  }
  std::size_t count = 1;
  for (const auto* const list : lists) {
    count *= list->size();
    if (count > kMostSwept) {
      throw UsageError(
          fmt::format("these lists make more than {} matches: give fewer values.", kMostSwept));
    }
  }
  std::set<std::pair<std::string, std::string>> different;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::string> values(lists.size());
    std::size_t rest = i;
    for (std::size_t list = lists.size(); list-- > 0; rest /= lists[list]->size()) {
      values[list] = (*lists[list])[rest % lists[list]->size()];
    }
    std::vector<std::string> values_of_b;
    for (const std::size_t list : which) values_of_b.push_back(values[list]);
    SweptPair pair{written(of_a, values), written(of_b, values_of_b), values};
    if (!different.emplace(pair.a, pair.b).second) {
      throw UsageError(
          fmt::format("{} against {} is there twice: give different values.", pair.a, pair.b));
    }
    sweep.pairs.push_back(std::move(pair));
  }
  return sweep;
}

std::vector<MatchOptions> sweep_matches(const MatchOptions& options, const Sweep& sweep) {
  std::vector<MatchOptions> matches;
  for (const SweptPair& pair : sweep.pairs) {
    matches.push_back(match_of(options, parse_engine(pair.a), parse_engine(pair.b)));
  }
  return matches;
}

Json sweep_settings(const MatchOptions& options, const Sweep& sweep) {
  std::vector<EngineSettings> engines;
  for (const MatchOptions& match : sweep_matches(options, sweep)) {
    engines.insert(engines.end(), match.engines.begin(), match.engines.end());
  }
  Json settings = settings_of_all(options, engines);
  settings["a"] = sweep.a;
  settings["b"] = sweep.b;
  return settings;
}

Json sweep_json(const MatchOptions& options, const Sweep& sweep, const PlayedMatches& played) {
  const std::vector<double> p_values = holm_adjusted(played);
  Json matches = Json::array();
  for (std::size_t i = 0; i < played.matches.size(); ++i) {
    Json match = match_json(played.matches[i].first, played.matches[i].second);
    match["kind"] = sweep.name_of(i);
    match["p_holm"] = p_values[i];
    matches.push_back(std::move(match));
  }
  Json json{{"game", options.game.spec},
            {"a", sweep.a},
            {"b", sweep.b},
            {"keys", sweep.keys},
            {"budget", budget_json(options)},
            {"openings", to_text(options.openings)},
            {"seed", options.seed},
            {"matches", matches},
            {"verdict", sweep_verdict(options, sweep, played)},
            {"interrupted", played.interrupted}};
  if (options.clock) json["clock"] = to_text(*options.clock);
  return json;
}

std::string sweep_text(const MatchOptions& options, const Sweep& sweep,
                       const PlayedMatches& played) {
  std::vector<Table::Column> columns;
  for (const std::string& key : sweep.keys) columns.push_back({key, Table::Align::kRight});
  columns.push_back({"Elo (95 %)", Table::Align::kRight, Table::Best::kHighest});
  columns.push_back({"p (Holm)", Table::Align::kRight});
  columns.push_back({"games", Table::Align::kRight});
  Table table(columns);
  const std::vector<double> p_values = holm_adjusted(played);
  for (std::size_t i = 0; i < played.matches.size(); ++i) {
    const MatchResult& result = played.matches[i].second;
    const Estimate advantage = elo(result.pentanomial);
    std::vector<Table::Cell> row(sweep.pairs[i].values.begin(), sweep.pairs[i].values.end());
    row.emplace_back(format_elo(advantage), advantage.value);
    row.emplace_back(p_text(p_values[i]));
    row.emplace_back(format_count(result.counted_games()));
    table.add_row(std::move(row));
  }
  return wrapped(fmt::format("{}, {}, {} pairs a match, openings {}. Elo of A, {}, over B, {}.",
                             options.game.spec, budget_text(options), options.deals,
                             to_text(options.openings), sweep.a, sweep.b)) +
         "\n\n" + table.to_console() + '\n' + notes_of(played) +
         wrapped(sweep_verdict(options, sweep, played)) + '\n';
}

std::string sweep_verdict(const MatchOptions& options, const Sweep& sweep,
                          const PlayedMatches& played) {
  const std::vector<double> p_values = holm_adjusted(played);
  std::string better;
  std::string worse;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < played.matches.size(); ++i) {
    if (p_values[i] > 0.05) continue;
    ++shown;
    std::string& side = elo(played.matches[i].second.pentanomial).value > 0 ? better : worse;
    side += (side.empty() ? "" : "; ") + sweep.name_of(i);
  }
  const std::string where = fmt::format("{}, {}", options.game.spec, budget_text(options));
  if (shown == 0) {
    return fmt::format("{}: no difference was shown in any of {} matches (Holm, 5 %).", where,
                       played.matches.size());
  }
  std::string text = fmt::format("{}: {} of {} matches show a difference (Holm, 5 %).", where,
                                 shown, played.matches.size());
  if (!better.empty()) text += fmt::format(" A is better at {}.", better);
  if (!worse.empty()) text += fmt::format(" B is better at {}.", worse);
  return text;
}

}  // namespace banyan::bench
