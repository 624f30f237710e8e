// The registry of suites, and running a suite's items.
#include "bench/suites/suites.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/measure/throughput.hpp"
#include "bench/registry/limits.hpp"

namespace banyan::bench {

const std::vector<SuiteKind>& suite_kinds() {
  static const std::vector<SuiteKind> kKinds{
      {"throughput", "speed of the engines", true, throughput_suite},
      {"positions", "speed in the middle and late in a game", true, positions_suite,
       "seq or an engine of several threads, and a game whose positions do not end at once"},
      {"ablation", "speed of the steps from naive to the full core, and of plain", true,
       ablation_suite, "a game with all its steps ('banyan list ladder')"},
      {"phases", "where the time of an iteration goes", true, phases_suite},
      {"truth", "failures on solved positions against iterations", true, truth_suite,
       "seq, and tic_tac_toe, connect_four, hex up to size 5, othello or a p_game of enough moves"},
      {"strength", "matches against seq, to choose an engine for each game", true, strength_suite,
       "seq, and plain, naive, an engine of several threads or one of batches"},
      {"decision", "fresh games of the chosen engine: whether it gains, and how much", true,
       decision_suite, "seq, and an engine of several threads or one of batches"},
      {"scaling",
       "Elo against time of one worker, and strength speed-up; of simulated workers by virtual "
       "time",
       false, scaling_suite, "seq, and an engine of several threads or of simulated workers"},
      {"policies", "each search policy against plain UCT", false, policies_suite},
      {"gains", "each engine against the first one, at equal iterations and at equal time", false,
       gains_suite, "two engines"},
      {"paper", "the published experiment that --paper names", false, paper_suite,
       "as many cores as its engines have threads"},
  };
  return kKinds;
}

Suite suite_of_items(const std::string& name, std::vector<WorkItem> items) {
  Suite suite;
  for (const WorkItem& item : items) {
    suite.expected_ms += item.expected_ms;
    suite.plan.push_back(item.key);
  }
  suite.run = [=](RunFolder& folder, const Advance& advance, const std::stop_token& stop) {
    for (const WorkItem& item : items) {
      if (folder.results().whole(name, item.key) != nullptr) {
        advance(item.expected_ms, {});
        continue;
      }
      const auto result_of = [&](const Json& measured) {
        Json result{{"suite", name}};
        result.update(item.key);
        result.update(measured);
        return result;
      };
      const Field* const part = folder.results().part(name, item.key);
      const Json earlier = part == nullptr ? Json() : part->json();
      const Work work{folder, advance, stop, earlier,
                      [&](const Json& so_far) { folder.keep(result_of(so_far)); }};
      Json measured = item.measure(work);
      const bool interrupted = measured.value("interrupted", stop.stop_requested());
      measured.erase("interrupted");
      if (interrupted) {
        folder.keep(result_of(measured));
        return false;
      }
      folder.add(result_of(measured));
    }
    return true;
  };
  return suite;
}

WorkItem of_kind(const char* kind, WorkItem item) {
  item.key["kind"] = kind;
  return item;
}

double search_ms(const Limits& limits) {
  if (limits.time.count() > 0) {
    return std::chrono::duration<double, std::milli>(limits.time).count();
  }
  return static_cast<double>(limits.iterations + limits.playouts) / 1000;
}

MatchOptions match_in_run(const SuiteOptions& options, const GameChoice& game,
                          const EngineSettings& a, const EngineSettings& b, std::uint64_t pairs,
                          const Limits& limits) {
  return {.game = game,
          .engines = {a, b},
          .deals = pairs,
          .limits = limits,
          .openings = {.plies = game.opening_plies},
          .seed = options.seed};
}

WorkItem match_item(const std::string& suite, const MatchOptions& of_run,
                    std::uint64_t expected_pair_ms, const std::optional<MatchPurpose>& purpose) {
  check_match(of_run);
  MatchOptions match = of_run;
  WorkItem item;
  item.key = {{"game", match.game.spec},
              {"a", match.engines[0].spec},
              {"b", match.engines[1].spec},
              {"budget", to_text(*match.limits)}};
  match.seed = match_seed(of_run.seed, suite + item.key.dump());
  if (purpose) item.key["kind"] = purpose->kind;
  item.expected_ms = expected_pair_ms * match.deals;
  item.measure = [=](const Work& work) {
    const std::string name =
        fmt::format("{} {} against {}, {}", match.game.spec, match.engines[0].spec,
                    match.engines[1].spec, to_text(*match.limits));
    const MatchMemory memory = work.folder.memory(match, nullptr, suite);
    work.advance(expected_pair_ms * memory.finished.size(), name);
    const MatchResult result = play_match(
        match, [&](const MatchResult&) { work.advance(expected_pair_ms, name); }, work.stop,
        memory);
    work.folder.played(match, result, suite);
    Json json = match_json(match, result);
    if (purpose) json.update({{"engine", purpose->engine}, {"factor", purpose->factor}});
    return json;
  };
  return item;
}

std::uint64_t expected_pair_ms(std::chrono::nanoseconds move_time) {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(2 * 35 * move_time);
  return static_cast<std::uint64_t>(ms.count());
}

}  // namespace banyan::bench
