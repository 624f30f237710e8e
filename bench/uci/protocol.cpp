// Reads the lines of UCI.
#include "bench/uci/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "bench/text/spec.hpp"
#include "core/base/stat.hpp"
#include "games/text_match.hpp"

namespace banyan::bench::uci {
namespace {

using namespace std::string_view_literals;

constexpr std::array kCommands{"uci"sv,      "debug"sv, "isready"sv,  "setoption"sv,
                               "register"sv, "go"sv,    "position"sv, "ucinewgame"sv,
                               "stop"sv,     "quit"sv,  "ponderhit"sv};

constexpr std::array kGoWords{"infinite"sv, "ponder"sv, "nodes"sv,      "movetime"sv,  "wtime"sv,
                              "btime"sv,    "winc"sv,   "binc"sv,       "movestogo"sv, "depth"sv,
                              "mate"sv,     "perft"sv,  "searchmoves"sv};

template <class List>
bool is_one_of(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Reads a number after each word that has one.
class GoReader {
 public:
  explicit GoReader(const Words& words) : words_(words) {}

  Go read() {
    while (at_ < words_.size()) {
      const std::string& word = words_[at_++];
      if (word == "infinite") {
        go_.infinite = true;
      } else if (word == "ponder") {
        go_.ponder = true;
      } else if (word == "nodes") {
        if (const auto nodes = number(word)) {
          go_.nodes = static_cast<std::uint64_t>(
              std::clamp<std::int64_t>(*nodes, 1, static_cast<std::int64_t>(kMaxVisits)));
        }
      } else if (word == "movetime") {
        go_.movetime = time(word);
      } else if (word == "wtime" || word == "btime") {
        go_.left[word == "wtime" ? 0 : 1] = time(word);
      } else if (word == "winc" || word == "binc") {
        go_.increments[word == "winc" ? 0 : 1] = time(word).value_or(Time{});
      } else if (word == "movestogo") {
        constexpr std::int64_t kMost = 10'000;
        go_.moves_to_go =
            static_cast<int>(std::clamp<std::int64_t>(number(word).value_or(0), 0, kMost));
      } else if (word == "searchmoves") {
        while (at_ < words_.size() && !is_one_of(kGoWords, words_[at_])) {
          go_.moves.push_back(words_[at_++]);
        }
      } else if (is_one_of(kGoWords, word)) {  // of chess programs
        number(word);
        go_.refused.push_back(
            fmt::format("go {} is not supported: give movetime, clocks, nodes or infinite.", word));
      }
    }
    return go_;
  }

 private:
  std::optional<std::int64_t> number(const std::string& name) {
    const std::string word = at_ < words_.size() ? words_[at_] : "";
    const auto value = read_number<std::int64_t>(word);
    if (!value) {
      go_.refused.push_back(fmt::format("go {} needs a whole number after it.", name));
      return std::nullopt;
    }
    ++at_;
    return value;
  }

  /// Clocks may be shown as overdrawn.
  std::optional<Time> time(const std::string& name) {
    constexpr std::int64_t kMost = 10'000'000'000;
    const auto value = number(name);
    if (!value) return std::nullopt;
    return Time(std::clamp<std::int64_t>(*value, 1, kMost));
  }

  const Words& words_;
  std::size_t at_ = 1;
  Go go_;
};

}  // namespace

Words parse_line(std::string_view line) {
  std::string kept;
  for (const char c : line) kept += static_cast<unsigned char>(c) > ' ' && c != '\x7f' ? c : ' ';
  std::istringstream text(kept);
  Words words;
  for (std::string word; text >> word;) {
    if (!words.empty() || is_one_of(kCommands, word)) words.push_back(word);
  }
  return words;
}

OptionText parse_option(const Words& words) {
  OptionText option;
  std::string* part = nullptr;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (part == nullptr && same_word(words[i], "name")) {
      part = &option.name;
    } else if (part == &option.name && same_word(words[i], "value")) {
      part = &option.value;
    } else if (part != nullptr) {
      *part += (part->empty() ? "" : " ") + words[i];
    }
  }
  if (option.name.empty()) {
    throw UsageError("setoption has no name: give setoption name NAME value VALUE.");
  }
  return option;
}

std::optional<GameClock> Go::clock(std::size_t player) const {
  if (!left[player]) return std::nullopt;
  TimeControl control{*left[player], increments[player]};
  if (moves_to_go > 0) {
    control.period = std::exchange(control.main, {});
    control.stones = moves_to_go;
  }
  return GameClock(control);
}

Go parse_go(const Words& words) { return GoReader(words).read(); }

}  // namespace banyan::bench::uci
