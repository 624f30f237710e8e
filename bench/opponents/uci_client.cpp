// Programs that speak the Universal Chess Interface, as engines for variants known to both.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sstream>
#include <string_view>

#include "bench/opponents/client.hpp"

namespace banyan::bench {
namespace {

class UciClient final : public Client {
 public:
  UciClient(const AnyGame& start, const EngineSettings& settings) : Client(start, settings) {
    if (!variant().empty()) return;
    throw UsageError(fmt::format(
        "engine {} does not know this game: UCI programs play breakthrough of size 8; for another "
        "give the name that the program has for it, variant=, if its moves are written as ours.",
        settings.spec));
  }

 protected:
  void greet() override {
    const Question hello = question("uci");
    send("uci");
    bool has_variant = false;
    for (std::string line; (line = next_line(hello)) != "uciok";) {
      constexpr std::string_view kName = "id name ";
      if (line.starts_with(kName)) {
        name_ = {as_name(std::string_view(line).substr(kName.size())), ""};
      }
      const bool names_it =
          (line + ' ').find(fmt::format(" var {} ", variant())) != std::string::npos;
      if (line.starts_with("option name UCI_Variant ") && names_it) has_variant = true;
    }
    if (!has_variant) fail(Fault::kRefusal, fmt::format("has no UCI_Variant {}", variant()));
    send(fmt::format("setoption name UCI_Variant value {}", variant()));
    if (settings_.threads > 1) {
      send(fmt::format("setoption name Threads value {}", settings_.threads));
    }
    for (const std::string& command : theirs_.setup) send(command);
    begin_game();
  }

  std::optional<std::string> choose(const AnyGame& position, const Limits& limits,
                                    const StreamKey& /*key*/, SearchResult& result) override {
    std::string moves;
    const auto at = first_->clone();
    for (const std::uint32_t move : position.moves()) {
      moves += ' ' + at->to_text(move);
      at->play(move);
    }
    if (position.moves().size() < told_) begin_game();
    told_ = position.moves().size();
    send("position startpos" + (moves.empty() ? "" : " moves" + moves));

    std::string go = "go";
    if (!theirs_.go.empty()) go += ' ' + theirs_.go;
    const auto time = std::chrono::ceil<std::chrono::milliseconds>(limits.time);
    if (time.count() > 0) go += fmt::format(" movetime {}", time.count());
    if (clocks_) go += clocks_text(position.to_move());
    const Question asked = question(go, clocks_ ? clock_of(position.to_move()).left() : time);
    send(go);
    for (;;) {
      const std::string line = next_line(asked);
      std::istringstream words(line);
      std::string word;
      words >> word;
      if (word == "info") note(words, result);
      if (word != "bestmove") continue;
      words >> word;
      return word;
    }
  }

  [[nodiscard]] std::optional<std::uint32_t> read_move(const AnyGame& position,
                                                       const std::string& text) const override {
    return legal(position, position.parse(text));
  }

 private:
  [[nodiscard]] std::string variant() const {
    return theirs_.variant.empty() ? std::string(dialect_.variant) : theirs_.variant;
  }

  /// " wtime 60000 btime 59000 winc 1000 binc 1000": the first player is white.
  [[nodiscard]] std::string clocks_text(Player mover) const {
    const auto milliseconds = [](GameClock::Time time) {
      return std::max<std::chrono::milliseconds::rep>(
          1, std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
    };
    const auto shown = [&](Player player) {
      const GameClock& clock = clock_of(player);
      return milliseconds(clock.main().count() > 0 ? clock.main() : clock.period());
    };
    std::string text = fmt::format(" wtime {} btime {}", shown(0), shown(1));
    const GameClock& own = clock_of(mover);
    if (const auto increment = own.control().increment; increment.count() > 0) {
      text += fmt::format(" winc {0} binc {0}", milliseconds(increment));
    }
    if (own.main().count() == 0) text += fmt::format(" movestogo {}", own.stones());
    return text;
  }

  void begin_game() {
    told_ = 0;
    send("ucinewgame");
    const Question ready = question("isready");
    send("isready");
    while (next_line(ready) != "readyok") continue;
  }

  /// Reads a report on its search: nodes, and centipawns as an expected result (Elo's formula).
  static void note(std::istringstream& words, SearchResult& result) {
    std::string word;
    while (words >> word && word != "pv" && word != "string") {
      double number = 0;
      if (word == "nodes" && words >> word) {
        if (const auto nodes = read_number<std::uint64_t>(word)) result.counters["nodes"] = *nodes;
      } else if (word == "cp" && words >> number) {
        result.value = 1 / (1 + std::pow(10, -number / 400));
      } else if (word == "mate" && words >> number) {
        result.value = number > 0 ? 1 : 0;
      }
    }
  }

  std::size_t told_ = 0;  ///< moves of the position that it was last sent
};

}  // namespace

std::unique_ptr<Client> make_uci_client(const AnyGame& position, const EngineSettings& settings) {
  return std::make_unique<UciClient>(position, settings);
}

}  // namespace banyan::bench
