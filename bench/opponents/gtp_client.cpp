// Programs that speak the Go Text Protocol, version 2, as engines.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "bench/opponents/client.hpp"

namespace banyan::bench {
namespace {

const char* colour(Player player) { return player == 0 ? "b" : "w"; }

class GtpClient final : public Client {
 public:
  using Client::Client;

 protected:
  void greet() override {
    known_.clear();
    told_.clear();
    seconds_ = 0;
    if (ask("protocol_version") != "2") {
      fail(Fault::kGarbage, "speaks another protocol than version 2 of GTP");
    }
    const std::string list = ask("list_commands");
    for (std::size_t at = 0; at < list.size();) {
      const std::size_t end = std::min(list.find('\n', at), list.size());
      known_.emplace(trimmed(std::string_view(list).substr(at, end - at)));
      at = end + 1;
    }
    set_name({told("name"), told("version")});
    check_game();
    for (const std::string& command : theirs().setup) ask(command);
    begin_game();
  }

  std::optional<std::string> choose(const AnyGame& position, const Limits& limits,
                                    const StreamKey& key, const std::stop_token& stop,
                                    SearchResult& /*result*/) override {
    follow(position);
    const char* const us = colour(position.to_move());
    give_time(us, limits);
    if (known_.contains("banyan-key")) {
      ask(fmt::format("banyan-key {} {} {}", key.seed, key.game, key.move));
    }
    const std::string text =
        ask(fmt::format("genmove {}", us), stop, std::chrono::seconds(seconds_));
    if (const auto move = read_move(position, text)) told_.push_back(*move);
    if (text == "resign" || text == "RESIGN") return std::nullopt;
    return text;
  }

  [[nodiscard]] std::optional<std::uint32_t> read_move(const AnyGame& position,
                                                       const std::string& text) const override {
    return gtp_move(dialect(), position, text);
  }

 private:
  /// The text of its answer, lines joined by '\n'. Throws OpponentFault if it refuses.
  std::string ask(const std::string& command, const std::stop_token& stop = {},
                  std::chrono::nanoseconds more = {}) {
    const Question asked = question(command, stop, more);
    send(command);
    std::string line;
    while (line.empty()) line = next_line(asked);  // the end of an earlier answer
    if (line[0] != '=' && line[0] != '?') {
      fail(Fault::kGarbage,
           fmt::format("answered {} by {}, which is not GTP", in_quotes(command), in_quotes(line)));
    }
    const bool refused = line[0] == '?';
    std::string text(trimmed(std::string_view(line).substr(1)));
    while (!(line = next_line(asked)).empty()) {
      text += '\n' + line;
      if (text.size() > kMostAnswer) fail_too_long(asked);
    }
    if (refused) {
      fail(Fault::kRefusal, fmt::format("refused {} by {}", in_quotes(command), in_quotes(text)));
    }
    return text;
  }

  /// What it says of itself; empty if it does not.
  std::string told(const char* command) {
    try {
      return known_.contains(command) ? as_name(ask(command)) : "";
    } catch (const OpponentFault& fault) {
      if (fault.fault() != Fault::kRefusal) throw;
      return "";
    }
  }

  /// Refuses a program that says it plays something else.
  void check_game() {
    const std::string& wanted = dialect().name;
    if (known_.contains("gogui-rules_game_id")) {
      const std::string played = ask("gogui-rules_game_id");
      if (played != wanted) {
        fail(Fault::kRefusal, fmt::format("plays {}, not {}", in_quotes(played), wanted));
      }
    }
    if (known_.contains("set_game")) ask("set_game " + wanted);
  }

  void begin_game() {
    if (dialect().size > 0) ask(fmt::format("boardsize {}", dialect().size));
    ask("clear_board");
    if (dialect().komi) ask(fmt::format("komi {:g}", *dialect().komi));
    told_.clear();
  }

  /// Tells it the moves that it does not know.
  void follow(const AnyGame& position) {
    const std::vector<std::uint32_t>& moves = position.moves();
    const bool goes_on =
        told_.size() <= moves.size() && std::equal(told_.begin(), told_.end(), moves.begin());
    if (!goes_on) begin_game();
    const auto at = first_position().clone();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const bool silent = dialect().forced_passes && legal_pass(*at) == moves[i];
      if (i >= told_.size() && !silent) {
        ask(fmt::format("play {} {}", colour(at->to_move()), gtp_text(dialect(), *at, moves[i])));
      }
      at->play(moves[i]);
    }
    told_ = moves;
  }

  /// GTP counts whole seconds: less is rounded up.
  void give_time(const char* us, const Limits& limits) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(limits.time).count();
    if (seconds == 0) return;
    if (seconds != seconds_ && known_.contains("time_settings")) {
      ask(fmt::format("time_settings 0 {} 1", seconds));
    }
    if (known_.contains("time_left")) ask(fmt::format("time_left {} {} 1", us, seconds));
    seconds_ = seconds;
  }

  std::set<std::string> known_;
  std::vector<std::uint32_t> told_;
  std::chrono::seconds::rep seconds_ = 0;  ///< for a move; 0: it was given no time
};

}  // namespace

std::unique_ptr<Client> make_gtp_client(const AnyGame& position, const EngineSettings& settings) {
  return std::make_unique<GtpClient>(position, settings);
}

}  // namespace banyan::bench
