// Advice in words, in a table and as JSON.
#include "bench/advise/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "bench/rows/match_row.hpp"
#include "bench/statistics/speedup.hpp"
#include "bench/text/escape.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

Estimate times_baseline(const Advice& advice, const std::string& engine) {
  return ratio_of(advice.speeds, engine, advice.baseline);
}

std::string speed_text(const AdviseOptions& options, const Advice& advice,
                       const std::string& engine) {
  const Estimate times = times_baseline(advice, engine);
  if (too_noisy(times)) return "The speeds were too noisy to compare.";
  return fmt::format("From the first position, in searches of {}, {} makes {} times the {} of {}.",
                     format_duration(advice.search_seconds), short_name(options, engine),
                     format_ratio(times), options.of_batches() ? "leaves/s" : "iterations/s",
                     short_name(options, advice.baseline));
}

const Runner* runner_of(const Advice& advice, const std::string& engine) {
  for (const Runner& runner : advice.runners) {
    if (runner.role == Role::kCandidate && runner.engine == engine) return &runner;
  }
  return nullptr;
}

std::ptrdiff_t raced(const Advice& advice) {
  return std::count_if(advice.runners.begin(), advice.runners.end(),
                       [](const Runner& each) { return each.role == Role::kCandidate; });
}

/// The games of the second half; null before there are any.
const Runner* second_half(const Advice& advice) {
  const bool played = !advice.runners.empty() && advice.runners.back().role == Role::kChosen &&
                      pair_count(advice.runners.back().counts) > 0;
  return played ? &advice.runners.back() : nullptr;
}

bool has_games(const Advice& advice) {
  return std::any_of(advice.runners.begin(), advice.runners.end(),
                     [](const Runner& each) { return pair_count(each.counts) > 0; });
}

/// Of the others that are left at the end the one that scored most; null without one.
const Runner* rival(const Advice& advice) {
  const Runner* best = nullptr;
  for (const Runner& runner : advice.runners) {
    if (runner.role != Role::kCandidate || !runner.racing || runner.engine == advice.best()) {
      continue;
    }
    if (best == nullptr || score(runner.counts) > score(best->counts)) best = &runner;
  }
  return best;
}

Estimate gain_of(const Advice& advice, const Runner& runner) {
  return gains(advice.runners)[static_cast<std::size_t>(&runner - advice.runners.data())];
}

std::string factor_text(const AdviseOptions& options, const Advice& advice) {
  const Estimate times = time_factor(advice.gain(), advice.doubling());
  const std::string half =
      fmt::format("{} over itself with half the time: {} Elo", short_name(options, advice.baseline),
                  format_elo(advice.doubling()));
  if (!tells_speedup(times)) {
    return fmt::format("The games are too few to say what that is as a factor of time ({}).", half);
  }
  return fmt::format("That is worth {} times the time of {} ({}; 95 %).",
                     speedup_text(times, 0.25, 64), short_name(options, advice.baseline), half);
}

std::string rivals_text(const AdviseOptions& options, const Advice& advice) {
  const Runner* const other = rival(advice);
  if (other == nullptr) return {};
  const Estimate others = gain_of(advice, *other);
  if (others.upper95 < advice.gain().lower95) {
    return fmt::format("The runner-up, {}, is weaker: {} Elo over {}.",
                       short_name(options, other->engine), format_elo(others),
                       short_name(options, advice.baseline));
  }
  return fmt::format(
      "The runner-up, {} (Elo over {}: {}), may be as strong: the games do not tell them apart, "
      "and the one is named that scored more.",
      short_name(options, other->engine), short_name(options, advice.baseline), format_elo(others));
}

std::chrono::nanoseconds time_in_games(const AdviseOptions& options, const Advice& advice) {
  const auto whole = static_cast<double>(options.move_time.count());
  return std::chrono::nanoseconds(std::max(1LL, std::llround(advice.share * whole)));
}

const char* name_of_role(Role role) {
  constexpr std::array kTexts{"candidate", "half the time", "second half"};
  return kTexts[static_cast<std::size_t>(role)];
}

const char* name_of_answer(Answer answer) {
  constexpr std::array kTexts{"stronger", "seq", "no difference", "exhausted", "unsure"};
  return kTexts[static_cast<std::size_t>(answer)];
}

std::string time_text(std::chrono::nanoseconds time) {
  return format_duration(std::chrono::duration<double>(time).count());
}

/// What a reader must know where other programs took the cores meanwhile.
std::string busy_text(const Advice& advice) {
  const ThroughputRow* const busy = advice.starved_engine();
  if (busy == nullptr) return {};
  return fmt::format(
      "The machine was busy: {} with {} had {:.1f} cores. Equal time is not equal then; ask "
      "again when nothing else runs.",
      busy->engine, busy->threads == 1 ? "1 thread" : fmt::format("{} threads", busy->threads),
      busy->cores);
}

/// Whether the answer can be relied upon.
bool is_sure(const Advice& advice) {
  return advice.finding.answer == Answer::kStronger || advice.finding.answer == Answer::kKeep;
}

/// What was raced, and how far it can be trusted.
std::string sure_text(const Advice& advice) {
  const char* const sure = is_sure(advice) ? "This is sure" : "This is not sure";
  if (second_half(advice) == nullptr) {
    return fmt::format("{}: intervals are of 95 % and hold for all that were raced at once.", sure);
  }
  return fmt::format(
      "{}: the interval is of 95 %, of games that had no part in the choice{}.", sure,
      raced(advice) == 1 ? ""
                         : fmt::format(" among the {} engines that were raced", raced(advice)));
}

/// What games shorter than a move of the time asked for can tell.
std::string shorter_text(const AdviseOptions& options, const Advice& advice) {
  if (advice.share == 1 || raced(advice) == 0) return {};
  return fmt::format(
      "For enough games in the time, they had 1/{:.0f} of {} a move{}: a gain tends to be less "
      "in longer games, so try {}more minutes.",
      1 / advice.share, time_text(options.move_time),
      options.device ? ""
                     : fmt::format(", in iterations by the speeds of searches of {}, whose error "
                                   "is in the interval",
                                   format_duration(advice.search_seconds)),
      options.evaluator ? "" : "the match below, or ");
}

/// Why speeds let nothing be said; nothing unless their error is too large for equal time.
std::string noise_text(const AdviseOptions& options, const Advice& advice) {
  const Runner* const half = second_half(advice);
  const Runner* const best = half != nullptr ? half : runner_of(advice, advice.best());
  if (best == nullptr || !too_noisy(best->speed)) return {};
  return fmt::format(
      "The speeds were too noisy for equal time: budgets are for {:.2f} ({:.2f} to {:.2f}) times "
      "the iterations/s of {}.",
      best->speed.value, best->speed.lower95, best->speed.upper95,
      short_name(options, advice.baseline));
}

/// What evaluates the leaves; nothing where no device was asked for.
std::string device_text(const AdviseOptions& options) {
  if (options.evaluator) return "\nleaves are worth what your evaluator says";
  if (!options.device) return {};
  const auto& [cost, evaluation, descent, calls] = *options.device;
  return fmt::format(
      "\non a {} of {}{}, simulated; a descent takes {}, as measured here; "
      "leaves are worth what {}",
      calls > 0 ? "server" : "device", cost, calls > 0 ? "" : " a call", descent,
      evaluation.empty() ? "a playout gives" : "the game's network says");
}

/// What the keys of an engine mean for calls of a server; nothing where none was asked about.
std::string calls_text(const AdviseOptions& options, const std::string& engine) {
  if (!options.device || options.device->calls == 0) return {};
  const Spec spec = parse_spec(engine, "engine");
  const std::string batch = spec.value("batch");
  const std::string loss = spec.value("vl");
  return fmt::format(
      "That is {}, and a call in flight counts as {}.",
      batch == "1" ? spec.value("streams") + " calls in flight, each told as soon as it comes back"
                   : "rounds of " + batch + " calls, each of which waits for its slowest",
      loss.empty() ? "a visit at the mean (vl=mean)" : "so many losses: " + loss);
}

/// What half of the time costs, where nothing else says it and a server was asked about.
std::string control_text(const AdviseOptions& options, const Advice& advice) {
  if (!options.device || options.device->calls == 0 || advice.finding.best) return {};
  if (!has_games(advice)) return {};
  return fmt::format("The control, {} over itself with half the time: {} Elo.",
                     short_name(options, advice.baseline), format_elo(advice.doubling()));
}

std::string became_of(const Advice& advice, const Candidate& candidate, const Runner* runner) {
  if (runner == nullptr) return candidate.why_not;
  if (runner->engine == advice.best()) return "named";
  return runner->racing ? "raced to the end" : "left the race";
}

std::vector<std::string> finding_text(const AdviseOptions& options, const Advice& advice) {
  const std::string use = "Use " + advice.best();
  const std::string nothing_matters = use + ": nothing matters here.";
  const std::string baseline = short_name(options, advice.baseline);
  switch (advice.finding.answer) {
    case Answer::kExhausted:
      return {nothing_matters,
              fmt::format("Of the visits of {} in a search of {}, {} end in finished games: its "
                          "tree holds nearly all of the game, and no engine can find more.",
                          baseline, format_duration(advice.search_seconds),
                          format_percent(advice.speeds.front().finished_share, 0))};
    case Answer::kNoDifference:
      return {nothing_matters,
              fmt::format("None of the {} engines that were raced was shown to differ from {}, and "
                          "all are within {:.0f} Elo of it (95 %, all at once).",
                          raced(advice), baseline, kSmallElo)};
    case Answer::kKeep:
      if (raced(advice) == 0) {
        return {use + ": no other engine can gain.",
                fmt::format("None evaluates even a quarter of the leaves of {}.", baseline)};
      }
      return {use + ".",
              fmt::format("All {} engines that were raced were shown to be weaker.", raced(advice)),
              shorter_text(options, advice), sure_text(advice)};
    case Answer::kStronger:
    case Answer::kUnsure:
      break;
  }
  if (!has_games(advice)) {
    return {use + ": no pair of games was finished.",
            speed_text(options, advice, advice.runners.front().engine)};
  }
  if (!advice.finding.best) {
    const std::string& nearest = advice.runners[*chosen(advice.runners)].engine;
    return {use + ": nothing was shown to be stronger.",
            fmt::format("The nearest, {}, has {} Elo over {}.", short_name(options, nearest),
                        format_elo(gain_of_chosen(advice.runners)), baseline),
            noise_text(options, advice), shorter_text(options, advice), sure_text(advice)};
  }
  return {
      is_sure(advice) ? use + "." : use + ", the best guess.",
      fmt::format("In {} a move it is {} Elo over {}.", time_text(time_in_games(options, advice)),
                  format_elo(advice.gain()), baseline),
      speed_text(options, advice, advice.best()),
      factor_text(options, advice),
      noise_text(options, advice),
      shorter_text(options, advice),
      rivals_text(options, advice),
      sure_text(advice)};
}

Json ends(const Estimate& e) { return Json::array({e.lower95, e.upper95}); }

}  // namespace

std::string command_of(const AdviseOptions& options, double minutes) {
  return fmt::format("banyan advise --game '{}' --time {} --threads {} --minutes {:g} --seed {}{}",
                     options.game.spec, bench::to_text(options.move_time), options.threads, minutes,
                     options.seed,
                     options.device ? " --device " + shell_word(options.device->cost) : "");
}

std::vector<std::string> answer_text(const AdviseOptions& options, const Advice& advice) {
  if (advice.speeds.empty()) return {"No answer: stopped before the speeds were known."};
  std::vector<std::string> sentences = finding_text(options, advice);
  sentences.insert(sentences.begin() + 1, calls_text(options, advice.best()));
  sentences.push_back(control_text(options, advice));
  sentences.push_back(busy_text(advice));
  std::erase(sentences, "");
  return sentences;
}
std::vector<std::string> surer_commands(const AdviseOptions& options, const Advice& advice) {
  if (advice.finding.answer == Answer::kExhausted || raced(advice) == 0) return {};
  if (options.evaluator) return {};  // which no command has
  std::vector<std::string> commands{command_of(options, 4 * options.seconds / 60)};
  if (!advice.finding.best) return commands;
  const Runner* const other = rival(advice);
  const Runner* const half = second_half(advice);
  const Runner* const best = half != nullptr ? half : runner_of(advice, advice.best());
  const auto full = [&](const std::string& engine) {
    return options.device ? shell_word(on_device(*options.device, engine, options.move_time))
                          : engine;
  };
  const auto pairs = static_cast<double>(pair_count(best->counts));
  commands.push_back(fmt::format(
      "banyan match --game '{}' --a {} --b {} --pairs {}{}", options.game.spec, full(advice.best()),
      full(other != nullptr ? other->engine : advice.baseline),
      std::max<std::uint64_t>(40, static_cast<std::uint64_t>(advice.share * 4.0 * pairs)),
      options.device ? "" : " --time " + bench::to_text(options.move_time)));
  return commands;
}

std::string advice_text(const AdviseOptions& options, const Advice& advice) {
  std::string text =
      fmt::format("{}, {} a move, up to {} threads{}\n\n{}\n", options.game.spec,
                  time_text(options.move_time), options.threads, device_text(options),
                  wrapped(fmt::format("{}", fmt::join(answer_text(options, advice), " "))));
  if (advice.candidates.empty() || advice.speeds.empty()) return text;
  const std::string first = short_name(options, advice.baseline);
  Table table({{"engine"},
               {options.of_batches() ? "leaves/s" : "it/s", Table::Align::kRight},
               {options.device ? "x " + first : "x " + first + " (95 %)", Table::Align::kDecimal},
               {"pairs", Table::Align::kRight},
               {"Elo over " + first + " (95 %)", Table::Align::kRight},
               {"in the race"}});
  const auto rate = [&](const std::string& engine) {
    return format_rate(geometric_mean(speed_of(advice.speeds, engine).iterations_per_second));
  };
  table.add_row({short_name(options, advice.baseline), rate(advice.baseline), "", "", "0",
                 advice.finding.best ? "" : "named"});
  for (const Candidate& candidate : advice.candidates) {
    const std::string& engine = candidate.engine;
    const Runner* const runner = runner_of(advice, engine);
    const Estimate times = times_baseline(advice, engine);
    table.add_row({short_name(options, engine), rate(engine),
                   // Virtual time has no noise but that of the seed.
                   options.device ? fmt::format("{:.2f}", times.value) : format_ratio(times),
                   runner == nullptr ? "" : format_count(pair_count(runner->counts)),
                   runner == nullptr ? "" : format_elo(gain_of(advice, *runner)),
                   became_of(advice, candidate, runner)});
  }
  if (const Runner* const half = second_half(advice)) {
    table.add_row({short_name(options, half->engine), "", "",
                   format_count(pair_count(half->counts)), format_elo(gain_of(advice, *half)),
                   "the second half"});
  }
  text += '\n' + table.to_console();
  text += '\n' +
          wrapped(fmt::format(
              "{} from the first position, {}. Pairs of games against {} at equal time, each "
              "opening with both colours: half of the time chose by sequential halving (Karnin, "
              "Koren and Somekh 2013), the second half was for the chosen one alone.",
              options.of_batches() ? "Leaves/s" : "Iterations/s",
              options.device      ? "in virtual time"
              : options.evaluator ? "evaluated in real time"
                                  : "those with a playout",
              first)) +
          '\n';
  const std::vector<std::string> commands = surer_commands(options, advice);
  if (!commands.empty()) text += "\nTo be surer:\n";
  for (const std::string& command : commands) text += "  " + command + '\n';
  return text;
}

Json question_json(const AdviseOptions& options) {
  return {{"game", options.game.canonical},
          {"time", bench::to_text(options.move_time)},
          {"threads", options.threads},
          {"minutes", options.seconds / 60},
          {"seed", options.seed},
          {"device", options.device ? Json(options.device->cost) : Json(nullptr)}};
}

Json advice_json(const AdviseOptions& options, const Advice& advice) {
  Json engines = Json::array();
  Json matches = Json::array();
  for (const ThroughputRow& speed : advice.speeds) {
    const auto candidate =
        std::find_if(advice.candidates.begin(), advice.candidates.end(),
                     [&](const Candidate& each) { return each.engine == speed.engine; });
    const bool was_raced = candidate == advice.candidates.end() || candidate->why_not.empty();
    const Estimate times = times_baseline(advice, speed.engine);
    engines.push_back({{"engine", speed.engine},
                       {"iterations_per_second", speed.iterations_per_second},
                       {"playouts_per_second", speed.playouts_per_second},
                       {"finished_share", speed.finished_share},
                       {"threads", speed.threads},
                       {"cores", speed.cores},
                       {"mean_depth", speed.mean_depth},
                       {"times_baseline", times.value},
                       {"times_baseline95", ends(times)},
                       {"not_raced", was_raced ? Json(nullptr) : Json(candidate->why_not)}});
  }
  for (const Runner& runner : advice.runners) {
    const bool played = pair_count(runner.counts) > 0;
    const Estimate gain = played ? gain_of(advice, runner) : kNotMeasured;
    const bool by_speed = advice.share < 1 && !options.device;
    matches.push_back({{"a", runner.engine},
                       {"played_as", runner.spec},
                       {"b", runner.against},
                       {"kind", name_of_role(runner.role)},
                       {"pairs", pair_count(runner.counts)},
                       {"pentanomial", runner.counts},
                       {"elo", gain.value},
                       {"elo95", ends(gain)},
                       {"speed", by_speed ? Json(runner.speed.value) : Json(nullptr)},
                       {"speed95", by_speed ? ends(runner.speed) : Json(nullptr)},
                       {"seconds", runner.seconds},
                       {"to_the_end", runner.racing}});
  }
  // Before any game nothing is known of the answer, unless none are needed for it.
  const bool known = advice.finding.answer != Answer::kUnsure || has_games(advice);
  const Estimate gain = known ? advice.gain() : kNotMeasured;
  const Estimate factor = !known                ? kNotMeasured
                          : advice.finding.best ? time_factor(gain, advice.doubling())
                                                : plus_minus(1, 0);
  Json whole = question_json(options);
  whole.update(
      {{"search_seconds", advice.speeds.empty() ? Json(nullptr) : Json(advice.search_seconds)},
       {"time_in_games", advice.runners.empty()
                             ? Json(nullptr)
                             : Json(bench::to_text(time_in_games(options, advice)))},
       {"descent", options.device ? Json(options.device->descent) : Json(nullptr)},
       {"baseline", advice.baseline},
       {"answer",
        {{"engine", advice.speeds.empty() ? Json(nullptr) : Json(advice.best())},
         {"finding", name_of_answer(advice.finding.answer)},
         {"elo", gain.value},
         {"elo95", ends(gain)},
         {"time_factor", factor.value},
         {"time_factor95", ends(factor)},
         {"words", answer_text(options, advice)},
         {"to_be_surer", surer_commands(options, advice)}}},
       {"engines", engines},
       {"matches", matches},
       {"seconds", advice.seconds},
       {"interrupted", advice.interrupted}});
  return whole;
}

std::vector<Row> advice_rows(const AdviseOptions& options, const Advice& advice) {
  std::vector<Row> rows;
  RowWriter verdict({.experiment = "verdict"}, rows);
  const char* metric = "answer";
  for (const std::string& sentence : answer_text(options, advice)) {
    verdict.add_text(std::exchange(metric, "note"), sentence);
  }
  for (const ThroughputRow& speed : advice.speeds) {
    RowWriter writer({.experiment = "advise",
                      .kind = "speed",
                      .game = options.game.spec,
                      .position = "first",
                      .engine = speed.engine,
                      .threads = speed.threads,
                      .repetition = 0},
                     rows);
    for (const double rate : speed.iterations_per_second) {
      writer.add("iterations_per_second", rate, "1/s");
      ++*writer.common.repetition;
    }
  }
  for (const Runner& runner : advice.runners) {
    const std::uint64_t games = 2 * pair_count(runner.counts);
    if (games == 0) continue;
    RowWriter writer({.experiment = "advise",
                      .kind = name_of_role(runner.role),
                      .game = options.game.spec,
                      .engine = runner.engine,
                      .threads = threads_of(runner.engine),
                      .opponent = runner.against,
                      .budget = bench::to_text(time_in_games(options, advice)),
                      .n = games},
                     rows);
    writer.add("elo", gain_of(advice, runner), games, "Elo");
    add_pairs(writer, runner.counts);
  }
  return rows;
}

}  // namespace banyan::bench
