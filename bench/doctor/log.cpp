#include "bench/doctor/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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
      last_result_ = kNoState;
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
          fmt::format("begins with {}: give game, new, copy, play, undo, moves, turn, over, "
                      "result or search",
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
    const bool has_iterations = words_.size() == 6 && words_[4] == "iterations";
    if (words_[0] != "game" || (words_.size() != 4 && !has_iterations) || words_[2] != "players") {
      refuse(
          fmt::format("begins with {}: give 'game NAME players 2' or 'game NAME players 2 "
                      "iterations N'",
                      in_quotes(words_[0])));
    }
    if (words_[3] != "2") {
      refuse(
          fmt::format("players {}: only games of 2 players can be checked", in_quotes(words_[3])));
    }
    if (has_control(words_[1]))
      refuse(fmt::format("game {} is not printable", in_quotes(words_[1])));
    log_.game = words_[1];
    asked_.reset();
    if (has_iterations) asked_ = number(5);
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

  [[nodiscard]] Player player(std::size_t at) const {
    if (words_[at] != "0" && words_[at] != "1") {
      refuse(fmt::format("player {}: give 0 or 1", in_quotes(words_[at])));
    }
    return words_[at] == "0" ? 0 : 1;
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
    last_result_ = kNoState;
    made_ = log_.states.size();
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
      search().plays_after_result += from == played_result_ ? 1 : 0;
    }
    search().root_plays += from == search().root ? 1 : 0;
    names_[words_.size() == 4 ? name(3) : name(1)] = static_cast<std::uint32_t>(log_.states.size());
    if (log_.states.size() >= kNoState) refuse("the log has too many states");
    log_.states.push_back({.parent = from,
                           .move = move,
                           .turn = 1 - before.turn,
                           .lost = before.lost || (before.over && from == played_result_)});
    last_result_ = kNoState;
  }

  void end(WatchedState& state) {
    state.over = true;
    log_.says_over = true;
  }

  void moves() {
    if (words_.size() < 2) refuse("has 1 word: give 'moves S MOVE ...'");
    WatchedState& at = log_.states[state(1)];
    last_result_ = kNoState;
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

  void result() {
    need(4, "result S R0 R1");
    const std::uint32_t end = state(1);
    const double first = real(2);
    const double sum = first + real(3);
    const double lowest = sum == 0 ? -1 : 0;
    const double highest = sum == 0 ? 1 : sum;
    if ((sum != 0 && sum != 1 && sum != 2) || first < lowest || first > highest) {
      refuse(
          fmt::format("results {} and {}: give 1 and 0, 0.5 and 0.5 (or 1 and -1, 0 and 0; or 2 "
                      "and 0, 1 and 1)",
                      words_[2], words_[3]));
    }
    if (!sum_) {
      sum_ = sum;
    } else if (*sum_ != sum) {
      refuse(fmt::format("results {} and {} add up to {}, those before to {}", words_[2], words_[3],
                         sum, *sum_));
    }
    if (end == last_result_) return;  // both players' results of one end
    last_result_ = end;
    played_result_ = end;
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
                               .first = static_cast<float>(first),
                               .from = states,
                               .over = log_.states[end].over};
    log_.paths.resize(log_.paths.size() + states);
    at = end;
    for (std::uint32_t i = states; i-- > 0; at = log_.states[at].parent) {
      log_.paths[iteration.first_state + i] = at;
      if (at >= made_) iteration.from = i;
    }
    search().iterations.push_back(iteration);
    made_ = log_.states.size();
  }

  void scale_results() {
    for (WatchedSearch& each : log_.searches) {
      for (WatchedIteration& iteration : each.iterations) {
        if (*sum_ == 0) iteration.first = (iteration.first + 1) / 2;
        if (*sum_ == 2) iteration.first /= 2;
      }
    }
  }

  WatchedLog log_;
  std::uint64_t line_ = 0;
  std::vector<std::string_view> words_;
  std::unordered_map<std::uint64_t, std::uint32_t> names_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::optional<std::uint64_t> asked_;
  std::optional<double> sum_;               ///< of two players' results
  std::uint32_t last_result_ = kNoState;    ///< whose result the last line was
  std::uint32_t played_result_ = kNoState;  ///< of the last iteration
  std::size_t made_ = 0;                    ///< states before this iteration
};

}  // namespace

WatchedLog read_watched_log(std::string_view text) { return Reader().read(text); }

}  // namespace banyan::bench::doctor
