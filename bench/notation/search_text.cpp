// A search as JSON; and as the table of root moves and the lines below it.
#include "bench/notation/search_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "bench/measure/simulated.hpp"
#include "bench/registry/games.hpp"
#include "bench/statistics/rates.hpp"
#include "bench/text/text.hpp"
#include "core/base/stat.hpp"
#include "core/result/lower_bound.hpp"

namespace banyan::bench {
namespace {

/// The proven result of the position as a word; null if nothing is proven.
Json proven_json(const SearchResult& result) {
  if (!result.proven) return nullptr;
  return *result.proven == kWin ? "win" : *result.proven == kDraw ? "draw" : "loss";
}

std::string moves_table(const Json& found, const SearchResult& result) {
  constexpr std::size_t kShown = 10;
  constexpr std::size_t kLongest = 8;  // moves of a line
  const Json& children = found["root"]["children"];
  const bool lines = std::any_of(children.begin(), children.end(),
                                 [](const Json& child) { return child.contains("line"); });
  const bool priors = std::any_of(children.begin(), children.end(), [&](const Json& child) {
    return child.value("prior", Json()) != children[0].value("prior", Json());
  });
  std::vector<Table::Column> columns{{"move", Table::Align::kLeft},
                                     {"visits", Table::Align::kRight},
                                     {"share", Table::Align::kRight},
                                     {"value", Table::Align::kRight}};
  if (priors) columns.push_back({"prior", Table::Align::kRight});
  if (lines) columns.push_back({"goes on", Table::Align::kLeft});
  Table table(std::move(columns));
  const double visits = std::max(1.0, static_cast<double>(result.root_visits()));
  for (std::size_t i = 0; i < std::min(kShown, children.size()); ++i) {
    const Json& child = children[i];
    std::vector<Table::Cell> row{
        child["move"].get<std::string>(), format_count(child["visits"].get<std::uint64_t>()),
        format_percent(child["visits"].get<double>() / visits),
        child["value"].is_null() ? "-" : fmt::format("{:.3f}", child["value"].get<double>())};
    if (priors) {
      row.emplace_back(child.contains("prior") ? format_percent(child["prior"].get<double>())
                                               : "-");
    }
    if (lines) {
      const auto line = child.value("line", std::vector<std::string>());
      std::string text;
      for (std::size_t move = 1; move < std::min(line.size(), kLongest); ++move) {
        text += (move > 1 ? " " : "") + line[move];
      }
      row.emplace_back(std::move(text));
    }
    table.add_row(std::move(row));
  }
  std::string text = table.to_console();
  if (children.size() > kShown) {
    text += fmt::format("... and {} more moves\n", children.size() - kShown);
  }
  return text;
}

/// A counter, 0 if the search has none of that name.
double counter(const SearchResult& result, const char* name) {
  const auto found = result.counters.find(name);
  return found == result.counters.end() ? 0 : static_cast<double>(found->second);
}

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

/// What ranks exchanged, in virtual or real time; nothing for other searches.
std::string ranks_text(const SearchResult& result) {
  const auto of = [&](const char* name) { return counter(result, name); };
  if (of("messages") == 0) return {};
  std::string text = fmt::format(
      "messages   {:.3g} an iteration of {:.0f} bytes each, {} of them to the root's worker\n",
      ratio(of("messages"), static_cast<double>(result.iterations)),
      ratio(of("message_bytes"), of("messages")),
      format_percent(ratio(of("messages_received_root"), of("messages_received"))));
  if (outlasts_virtual_time(result)) return text;
  return text +
         fmt::format("waiting    {} of the time of {} workers\n",
                     format_percent(ratio(of("idle_ns") / 1e9, time_of(result) * of("workers"))),
                     of("workers"));
}

/// The numbers of a tree of leased subtrees; nothing for other searches.
std::string leases_text(const SearchResult& result) {
  const double leases = counter(result, "leases");
  if (leases == 0) return {};
  const double conflicts = counter(result, "lease_conflicts");
  return fmt::format("leases     {} of {:.1f} visits each; {} of the tries met another's\n",
                     format_count(result.counters.at("leases")),
                     static_cast<double>(result.iterations) / leases,
                     format_percent(conflicts / (leases + conflicts)));
}

/// The numbers of simulated threads; nothing for a search in real time.
std::string virtual_text(const SearchResult& result) {
  if (outlasts_virtual_time(result)) {
    return "virtual    more than 2^64 ns (584 years) of one worker's work: too long to be "
           "counted\n";
  }
  const std::optional<SimulatedTime> time = simulated_time(result);
  if (!time) return {};
  std::string text = fmt::format(
      "virtual    {} by simulated workers, {:.1f} times as fast as one alone, {} busy\n",
      format_duration(time->seconds), time->speedup, format_percent(time->utilisation));
  if (!time->duplicate_leaves) return text;
  text += fmt::format(
      "in flight  {:.1f} iterations at a time; {} of choices are not sequential UCT's, {} of "
      "leaves had another descent below\n",
      *time->in_flight, format_percent(*time->other_choices),
      format_percent(*time->duplicate_leaves));
  return text;
}

/// How leaves were evaluated together; nothing for other searches.
std::string evaluator_text(const SearchResult& result) {
  const double calls = counter(result, "evaluator_calls");
  if (calls == 0) return {};
  const double leaves = counter(result, "evaluated_leaves");
  const double seconds = time_of(result);
  const double hits = counter(result, "cache_hits");
  const double checked = counter(result, "choices_checked");
  const std::string choices =
      checked == 0 ? ""
                   : fmt::format(
                         "; {} of choices are\n"
                         "           not those of a sequential search at the same visits",
                         format_percent(counter(result, "choices_differing") / checked));
  std::string text = fmt::format(
      "evaluator  {}, busy {} of the time; {} calls of {:.1f} leaves each, {} of them full\n"
      "in flight  {:.1f} descents, {} at most; {:.3f} collisions per iteration{}\n",
      format_rate(per_second(result.counters.at("evaluated_leaves"), seconds), "leaves/s"),
      format_percent(std::min(1.0, ratio(counter(result, "evaluator_us") / 1e6, seconds))),
      format_count(result.counters.at("evaluator_calls")), leaves / calls,
      format_percent(counter(result, "full_calls") / calls),
      ratio(counter(result, "in_flight"), counter(result, "descents")),
      result.counters.at("in_flight_max"),
      counter(result, "collisions") / static_cast<double>(result.iterations), choices);
  if (counter(result, "full_calls") < calls && leaves > calls) {
    text += "fill       of calls with up to 1/8, 2/8 ... of a batch:";
    for (int i = 1; i <= 8; ++i) {
      text += fmt::format(
          " {:.0f}", 100 * counter(result, fmt::format("calls_of_eighths_{}", i).c_str()) / calls);
    }
    text += " %\n";
  }
  const double threads = counter(result, "threads_us");
  const double evaluating = ratio(counter(result, "threads_evaluating_us"), threads);
  const double waiting = ratio(counter(result, "threads_waiting_us"), threads);
  text += fmt::format("threads    {} of their time in the evaluator, {} waiting, {} in the tree\n",
                      format_percent(evaluating), format_percent(waiting),
                      format_percent(std::max(0.0, 1 - evaluating - waiting)));
  if (result.counters.contains("cache_hits")) {
    text += fmt::format("cache      {} of leaves were known\n",
                        format_percent(ratio(hits, hits + leaves)));
  }
  return text;
}

}  // namespace

Json search_json(const AnyGame& position, const SearchResult& result, const RootLines& lines) {
  std::vector<RootChild> ranked = result.children;
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const RootChild& a, const RootChild& b) { return a.visits > b.visits; });
  const bool bounded = position.unit() == kResultUnit;  // the lower bound is of such values
  Json children = Json::array();
  for (const RootChild& child : ranked) {
    const bool visited = child.visits > 0;
    children.push_back({{"move", position.to_text(child.move)},
                        {"visits", child.visits},
                        {"value", visited ? Json(child.mean()) : Json(nullptr)},
                        {"lcb", visited && bounded ? Json(lower_bound(child)) : Json(nullptr)}});
    if (child.prior) children.back()["prior"] = *child.prior;
    const auto line = lines.find(child.move);
    if (line != lines.end()) children.back()["line"] = move_texts(position, line->second);
  }

  Json counters = Json::object();
  for (const auto& [name, count] : result.counters) counters[name] = count;

  Json json{{"iterations", result.iterations},
            {"playouts", result.playouts},
            {"finished", result.finished},
            {"seconds", result.seconds},
            {"iterations_per_second", per_second(result.iterations, result.seconds)},
            {"playouts_per_second", per_second(result.playouts, result.seconds)},
            {"best_move", position.to_text(result.best_move)},
            {"value", result.value},
            {"proven", proven_json(result)},
            {"principal_variation", move_texts(position, result.principal_variation)},
            {"root", {{"visits", result.root_visits()}, {"children", children}}},
            {"tree",
             {{"nodes", result.tree.nodes},
              {"bytes", result.tree.bytes},
              {"mean_depth", result.tree.mean_depth},
              {"max_depth", result.tree.max_depth}}},
            {"counters", counters}};
  if (!result.values.empty()) json["values"] = result.values;
  if (position.unit() != kResultUnit) json["unit"] = position.unit();
  return json;
}

Json system_json(const SystemWork& work) {
  return {{"processor_seconds", work.processor_seconds()},
          {"system_seconds", work.system_seconds},
          {"page_faults", work.page_faults}};
}

std::string more_memory(std::uint64_t memory, std::uint64_t most) {
  if (memory < most) return "memory= raises it";
  return fmt::format("half of the {} that the container grants", format_bytes(2 * most));
}

std::string search_text(const AnyGame& position, const SearchResult& result, std::uint64_t memory,
                        const RootLines& lines) {
  const Json found = search_json(position, result, lines);
  std::string text = moves_table(found, result);
  text += fmt::format("\nbest move  {}, value {:.3f} for the side to move ({})\n",
                      position.to_text(result.best_move), result.value, position.unit());
  if (!found["proven"].is_null()) {
    text +=
        fmt::format("proven     a {} for the side to move\n", found["proven"].get<std::string>());
  }
  if (result.values.size() > 1) {
    text += "players   ";
    for (const double value : result.values) text += fmt::format(" {:.3f}", value);
    text += '\n';
  }
  text += "line      ";
  for (const Json& move : found["principal_variation"]) text += " " + move.get<std::string>();
  text += fmt::format("\nspeed      {} iterations in {}: {}", format_count(result.iterations),
                      format_duration(result.seconds),
                      format_rate(per_second(result.iterations, result.seconds), "it/s"));
  const bool evaluated = counter(result, "evaluator_calls") > 0;  // their leaves/s come below
  if (result.playouts != result.iterations && !evaluated) {
    text += ", " + format_rate(per_second(result.playouts, result.seconds), "playouts/s");
  }
  if (result.finished > 0) {
    text += fmt::format("\nfinished   {} of the visits, which need no {}",
                        format_percent(share_of_finished(result), 1),
                        evaluated ? "evaluation" : "playout");
  }
  text += fmt::format("\ntree       {} nodes, {}, depth {:.1f} mean, {} at most\n",
                      format_count(result.tree.nodes), format_bytes(result.tree.bytes),
                      result.tree.mean_depth, result.tree.max_depth);
  text += virtual_text(result) + leases_text(result) + ranks_text(result) + evaluator_text(result);
  if (result.counters.contains("pruned_nodes")) {
    text +=
        fmt::format("memory     the cap was reached: {} nodes with few visits were given up ({})\n",
                    format_count(result.counters.at("pruned_nodes")), more_memory(memory));
  } else if (counter(result, "refused_expansions") > 0) {
    text +=
        fmt::format("memory     the cap was reached: {} nodes were not added ({})\n",
                    format_count(result.counters.at("refused_expansions")), more_memory(memory));
  }
  if (result.counters.contains("halvings")) {
    text += fmt::format(
        "visits     a tree counts at most {}: older ones were halved {} times, and count for "
        "less\n",
        kMaxVisits, result.counters.at("halvings"));
  }
  if (counter(result, "iterations_saved") > 0) {
    text += fmt::format(
        "stopped    early, with {} iterations left: no other move could overtake the best\n",
        format_count(result.counters.at("iterations_saved")));
  }
  if (result.counters.contains("visits_full")) {
    text +=
        fmt::format("time       ended early: a tree counts at most {} visits, and they were made\n",
                    kMaxVisits);
  }
  return text;
}

}  // namespace banyan::bench
