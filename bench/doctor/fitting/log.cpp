// Reads a log line by line, and joins its states to lines of play from each search's root.
#include "bench/doctor/fitting/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <unordered_map>

#include "bench/text/spec.hpp"
#include "bench/text/utf8.hpp"

namespace banyan::bench::doctor {
namespace {

constexpr std::size_t kLongestLine = 1U << 20U;

class Reader {
 public:
  WatchedLog read(std::string_view text) {
    if (text.empty())
      throw UsageError("line 1: the log is empty; it begins with 'game NAME players 2'.");
    while (!text.empty()) {
      ++line_;
      const std::size_t end = text.find('\n');
      if (end == std::string_view::npos) refuse("the log ends within this line");
      if (end > kLongestLine) refuse("is longer than 1 MiB");
      read_line(text.substr(0, end));
      text.remove_prefix(end + 1);
    }
    if (log_.searches.empty()) refuse("the log ends before a search: 'new S' begins one");
    scale_results();
    return std::move(log_);
  }

 private:
  [[noreturn]] void refuse(std::string_view why) const {
    throw UsageError(fmt::format("line {}: {}.", line_, why));
  }

  void read_line(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    split(line);
    if (words_.empty() || words_[0].starts_with('#')) return;
    const std::string_view kind = words_[0];
    if (log_.game.empty() || kind == "game") return read_header();
    if (kind == "play") return play();
    if (kind == "moves") return moves();
    if (kind == "over") {
      need(2, "over S");
      end(log_.states[state(1)]);
      worker().asks_anew = true;
      if (!worker().tells_whose) worker().last_result = kNoState;
    } else if (kind == "result") {
      result();
    } else if (kind == "copy") {
      need(3, "copy S T");
      names_[name(2)] = state(1);
    } else if (kind == "undo") {
      need(2, "undo S");
      const std::uint32_t parent = log_.states[state(1)].parent;
      if (parent == kNoState) refuse(fmt::format("state {} has no move to undo", words_[1]));
      names_[name(1)] = parent;
    } else if (kind == "turn") {
      need(3, "turn S PLAYER");
      log_.states[state(1)].turn = player(2);
    } else if (kind == "thread") {
      need(2, "thread T");
      enter_thread(number(1));
    } else if (kind == "priors") {
      priors();
    } else if (kind == "new") {
      need(2, "new S");
      names_[name(1)] = static_cast<std::uint32_t>(log_.states.size());
      log_.states.emplace_back();
      begin_search(names_[name(1)]);
    } else if (kind == "search") {
      need(2, "search S");
      begin_search(state(1));
    } else {
      refuse(
          fmt::format("begins with {}: give game, new, copy, play, undo, moves, priors, turn, "
                      "over, result, search or thread",
                      in_quotes(kind)));
    }
  }

  void split(std::string_view line) {
    words_.clear();
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t end = std::min(line.find(' ', at), line.size());
      if (end > at) words_.push_back(line.substr(at, end - at));
      at = end + 1;
    }
  }

  void need(std::size_t count, std::string_view form) const {
    if (words_.size() != count) {
      refuse(fmt::format("has {} words: give '{}'", words_.size(), form));
    }
  }

  void read_header() {
    bool is_header = words_[0] == "game" && words_.size() >= 4 && words_.size() % 2 == 0 &&
                     words_[2] == "players";
    for (std::size_t i = 4; is_header && i < words_.size(); i += 2) {
      is_header = words_[i] == "iterations" || words_[i] == "threads";
    }
    if (!is_header) {
      refuse(
          fmt::format("begins with {}: give 'game NAME players 2', and behind it 'iterations N' or "
                      "'threads T' if they are known",
                      in_quotes(words_[0])));
    }
    const auto players = read_number<int>(words_[3]);
    if (!players || *players < 1 || *players > kMostPlayers) {
      refuse(fmt::format("players {}: only games of 1 to {} players can be checked",
                         in_quotes(words_[3]), kMostPlayers));
    }
    if (!log_.game.empty() && *players != log_.players) {
      refuse(fmt::format("players {}: the games before have {}", *players, log_.players));
    }
    if (has_control(words_[1]))
      refuse(fmt::format("game {} is not printable", in_quotes(words_[1])));
    log_.game = words_[1];
    log_.players = *players;
    asked_.reset();
    for (std::size_t i = 4; i < words_.size(); i += 2) {
      (words_[i] == "threads" ? log_.threads_asked : asked_) = number(i + 1);
    }
  }

  [[nodiscard]] std::uint64_t number(std::size_t at) const {
    const auto value = read_number<std::uint64_t>(words_[at]);
    if (!value) refuse(fmt::format("{} is no whole number below 2^64", in_quotes(words_[at])));
    return *value;
  }

  [[nodiscard]] std::uint64_t name(std::size_t at) const { return number(at); }

  [[nodiscard]] std::uint32_t state(std::size_t at) const {
    const auto found = names_.find(number(at));
    if (found == names_.end()) refuse(fmt::format("state {} is not known yet", words_[at]));
    return found->second;
  }

  [[nodiscard]] Player player(std::size_t at) {
    if (words_[at] == "chance") {
      log_.has_chance = true;
      return kChance;
    }
    const auto found = read_number<int>(words_[at]);
    if (!found || *found < 0 || *found >= log_.players) {
      refuse(fmt::format("player {}: give 0 to {}, or chance", in_quotes(words_[at]),
                         log_.players - 1));
    }
    return *found;
  }

  /// What belongs to one thread of the search.
  struct Worker {
    std::uint32_t number = 0;
    std::uint32_t last_result = kNoState;    ///< whose result the last line was
    bool tells_whose = false;                ///< the last result says which player's is asked for
    bool asks_anew = false;                  ///< whether it is over, since then
    std::array<bool, kMostPlayers> asked{};  ///< players whose result was asked for there
    std::uint32_t played_result = kNoState;  ///< of the last iteration
  };
  Worker& worker() { return workers_[thread_]; }

  void enter_thread(std::uint64_t name) {
    if (!any_thread_) {  // what came before is this thread's too
      any_thread_ = true;
      thread_names_[name] = 0;
      return;
    }
    const auto [at, is_new] =
        thread_names_.try_emplace(name, static_cast<std::uint32_t>(workers_.size()));
    if (is_new) {
      if (workers_.size() >= kMostThreads) refuse("has too many threads");
      workers_.push_back({.number = at->second});
      log_.threads = static_cast<std::uint32_t>(workers_.size());
    }
    thread_ = at->second;
  }

  std::uint32_t word(std::string_view text) {
    const auto [at, is_new] =
        numbers_.try_emplace(std::string(text), static_cast<std::uint32_t>(log_.words.size()));
    if (is_new) {
      if (has_control(text)) refuse(fmt::format("move {} is not printable", in_quotes(text)));
      log_.words.emplace_back(text);
    }
    return at->second;
  }

  void begin_search(std::uint32_t root) {
    log_.searches.push_back({});
    log_.searches.back().root = root;
    log_.searches.back().asked = asked_;
    log_.states[root].used = true;
    for (Worker& each : workers_) each.last_result = kNoState;
  }

  WatchedSearch& search() { return log_.searches.back(); }

  void play() {
    if (words_.size() != 4) need(3, "play S MOVE' or 'play S MOVE T");
    const std::uint32_t from = state(1);
    const std::uint32_t move = word(words_[2]);
    const WatchedState before = log_.states[from];
    if (before.legal > 0) {
      const auto legal = log_.legal_of(before);
      if (std::find(legal.begin(), legal.end(), move) == legal.end()) {
        refuse(fmt::format("move {} is not among the moves of state {}", in_quotes(words_[2]),
                           words_[1]));
      }
    }
    if (before.over) {
      if (search().plays_after_end++ == 0) {
        search().line_after_end = line_;
        search().iteration_after_end = search().iterations.size();
      }
      search().plays_after_result += from == worker().played_result ? 1 : 0;
    }
    search().root_plays += from == search().root ? 1 : 0;
    names_[words_.size() == 4 ? name(3) : name(1)] = static_cast<std::uint32_t>(log_.states.size());
    if (log_.states.size() >= kNoState) refuse("the log has too many states");
    log_.states.push_back({.line = line_,
                           .parent = from,
                           .move = move,
                           .thread = thread_,
                           .turn = before.turn == kChance ? 0 : (before.turn + 1) % log_.players,
                           .lost = before.lost || (before.over && from == worker().played_result)});
    worker().last_result = kNoState;
  }

  void end(WatchedState& state) {
    state.over = true;
    log_.says_over = true;
  }

  void moves() {
    if (words_.size() < 2) refuse("has 1 word: give 'moves S MOVE ...'");
    WatchedState& at = log_.states[state(1)];
    worker().last_result = kNoState;
    if (at.legal > 0) return;
    at.first_legal = static_cast<std::uint32_t>(log_.legal.size());
    at.legal = static_cast<std::uint32_t>(words_.size() - 2);
    if (at.legal == 0) end(at);
    for (std::size_t i = 2; i < words_.size(); ++i) log_.legal.push_back(word(words_[i]));
  }

  [[nodiscard]] double real(std::size_t at) const {
    const auto value = read_number<double>(words_[at]);
    if (!value || !std::isfinite(*value))
      refuse(fmt::format("{} is no number", in_quotes(words_[at])));
    return *value;
  }

  void priors() {
    if (words_.size() < 3) refuse("has no numbers: give 'priors S P1 P2 ...'");
    WatchedState& at = log_.states[state(1)];
    if (at.legal + 2 != words_.size()) {
      refuse(fmt::format("has {} priors of {} moves: give 'moves {} ...' first, and as many priors",
                         words_.size() - 2, at.legal, words_[1]));
    }
    const bool is_new = at.first_prior == kNoState;
    if (is_new) at.first_prior = static_cast<std::uint32_t>(log_.priors.size());
    for (std::size_t i = 2; i < words_.size(); ++i) {
      const double prior = real(i);
      if (prior < 0 || prior > 1) {
        refuse(fmt::format("prior {} is not from 0 to 1", in_quotes(words_[i])));
      }
      if (is_new) log_.priors.push_back(static_cast<float>(prior));
    }
    if (at.turn != kChance) log_.has_priors = true;
  }

  /// Results as they are given; those of two players add up to the same in the whole log.
  Values results() {
    Values values{};
    for (int i = 0; i < log_.players; ++i) {
      values[static_cast<std::size_t>(i)] =
          static_cast<float>(real(static_cast<std::size_t>(i) + 2));
    }
    if (log_.players != 2) return values;
    constexpr double kRounding = 1e-3;
    const double first = real(2);
    const double exact_sum = first + real(3);
    const double sum = std::round(exact_sum);
    const double lowest = sum == 0 ? -1 : 0;
    const double highest = sum == 0 ? 1 : sum;
    if ((sum != 0 && sum != 1 && sum != 2) || std::abs(exact_sum - sum) > kRounding ||
        first < lowest - kRounding || first > highest + kRounding) {
      refuse(
          fmt::format("results {} and {}: give 1 and 0, 0.5 and 0.5 (or 1 and -1, 0 and 0; or 2 "
                      "and 0, 1 and 1), or values between these with the same sum",
                      words_[2], words_[3]));
    }
    if (!sum_) {
      sum_ = sum;
    } else if (*sum_ != sum) {
      refuse(fmt::format("results {} and {} add up to {}, those before to {}", words_[2], words_[3],
                         sum, *sum_));
    }
    return values;
  }

  void result() {
    const std::size_t words = static_cast<std::size_t>(log_.players) + 2;
    const bool tells_whose = words_.size() == words + 2 && words_[words] == "for";
    if (words_.size() != words && !tells_whose) {
      refuse(
          fmt::format("has {} words: give 'result S' and {} numbers, and 'for PLAYER' if one asks",
                      words_.size(), log_.players));
    }
    const std::uint32_t end = state(1);
    const Values values = results();
    Worker& self = worker();
    bool is_new = end != self.last_result;  // else other players' results of one end
    if (is_new) self.asked = {};
    self.tells_whose = tells_whose;
    if (tells_whose) {
      const Player asks = player(words + 1);
      if (asks == kChance) refuse("player 'chance' has no result");
      bool& asked = self.asked[static_cast<std::size_t>(asks)];
      if (asked && self.asks_anew) {
        is_new = true;
        self.asked = {};
      }
      self.asked[static_cast<std::size_t>(asks)] = true;
    }
    self.asks_anew = false;
    if (!is_new) return;
    worker().last_result = end;
    worker().played_result = end;
    if (log_.states[end].lost) {
      ++search().lost;
      return;
    }
    std::uint32_t states = 1;
    std::uint32_t at = end;
    for (; at != search().root && at != kNoState; at = log_.states[at].parent) ++states;
    if (at == kNoState) {
      ++search().elsewhere;
      return;
    }
    WatchedIteration iteration{.line = line_,
                               .first_state = static_cast<std::uint32_t>(log_.paths.size()),
                               .states = states,
                               .from = states,
                               .thread = thread_,
                               .results = values,
                               .over = log_.states[end].over};
    log_.paths.resize(log_.paths.size() + states);
    at = end;
    for (std::uint32_t i = states; i-- > 0; at = log_.states[at].parent) {
      log_.paths[iteration.first_state + i] = at;
      if (!log_.states[at].used) iteration.from = i;
      log_.states[at].used = true;
    }
    search().iterations.push_back(iteration);
  }

  template <class Iteration>
  auto players_of(Iteration& iteration) const {
    return std::span(iteration.results).first(static_cast<std::size_t>(log_.players));
  }

  /// To 0 (the worst) to 1. Two players' results say by their sum on what scale they are; others'
  /// are taken as they come.
  void scale_results() {
    float low = 0;
    float high = 1;
    if (log_.players == 2) {
      if (sum_ && *sum_ == 0) low = -1;
      if (sum_ && *sum_ == 2) high = 2;
    } else {
      for (const WatchedSearch& each : log_.searches) {
        for (const WatchedIteration& iteration : each.iterations) {
          for (const float result : players_of(iteration)) {
            low = std::min(low, result);
            high = std::max(high, result);
          }
        }
      }
    }
    for (WatchedSearch& each : log_.searches) {
      for (WatchedIteration& iteration : each.iterations) {
        for (float& result : players_of(iteration)) result = (result - low) / (high - low);
        if (log_.players == 2) iteration.results[1] = 1 - iteration.results[0];
        iteration.last = iteration.results;
      }
    }
  }
  static constexpr std::size_t kMostThreads = 4096;

  WatchedLog log_;
  std::uint64_t line_ = 0;
  std::vector<std::string_view> words_;
  std::unordered_map<std::uint64_t, std::uint32_t> names_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::optional<std::uint64_t> asked_;
  std::optional<double> sum_;  ///< of two players' results
  std::vector<Worker> workers_{1};
  std::unordered_map<std::uint64_t, std::uint32_t> thread_names_;
  bool any_thread_ = false;
  std::uint32_t thread_ = 0;
};

}  // namespace

WatchedLog read_watched_log(std::string_view text) { return Reader().read(text); }

}  // namespace banyan::bench::doctor
