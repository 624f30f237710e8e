// The game loop: chance, the engine and the person take turns.
#include "bench/match/play.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "bench/notation/outline_text.hpp"
#include "bench/notation/search_text.hpp"
#include "bench/opponents/opponent.hpp"
#include "bench/registry/sight.hpp"
#include "bench/text/text.hpp"
#include "games/text_match.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kHelp =
    "  MOVE      makes that move\n"
    "  moves     the legal moves\n"
    "  hint      what the engine would play for you, and its view of your position\n"
    "  view      how the engine saw its last move: visits, values, the line it expects\n"
    "  tree      the top of the tree behind that view\n"
    "  undo      takes back your last move and the answer\n"
    "  board     the position again\n"
    "  quit      ends the game\n";

class Play {
 public:
  Play(const PlayOptions& options, const PlayTerminal& terminal, std::stop_token stop)
      : options_(options),
        terminal_(terminal),
        stop_(std::move(stop)),
        position_(play_moves(*options.game.start, options.moves)),
        engine_(position_->make_engine(options.engine)),
        sight_(options.person),
        chance_({options.seed, 0, 0, 1}),
        imagination_({options.seed, 0, 0, 2}) {
    if (position_->over()) {
      throw UsageError("--moves leads to a finished game: there is nothing to play.");
    }
    if (options.person && *options.person >= position_->players()) {
      throw UsageError(fmt::format("--seat {} is not one of the {} seats of this game.",
                                   *options.person + 1, position_->players()));
    }
  }

  bool run() {
    show();
    while (!position_->over()) {
      if (stop_.stop_requested()) return false;
      const Player player = position_->to_move();
      if (player == kChance) {
        make(position_->draw(chance_), "chance");
      } else if (options_.person == player) {
        if (!person_moves()) return false;
      } else if (!engine_moves()) {
        return true;
      }
    }
    terminal_.say(outcome());
    return true;
  }

 private:
  void show() const { terminal_.say(sight_.position(*position_)); }

  /// Shows as much of the move as may be seen, and makes it.
  void make(std::uint32_t move, const std::string& who) {
    const std::optional<std::string> seen = sight_.move(*position_, move);
    if (seen) terminal_.say(fmt::format("{}: {}\n", who, *seen));
    position_->play(move);
    if (seen) show();
  }

  SearchResult think(const AnyGame& position) {
    return engine_->search(position, options_.limits, {options_.seed, 0, searches_++, 0}, stop_);
  }

  /// Stores the engine's view of the position, as text.
  void remember(const AnyGame& position, const SearchResult& result) {
    view_ = search_text(position, result, options_.engine.search.memory);
    tree_ = outline_text(position, engine_->outline({3, 4}));
    if (tree_.empty()) tree_ = "This engine has no tree to show.\n";
  }

  /// False if the engine, a foreign program, gives up.
  bool engine_moves() {
    if (const auto move = only_move(options_.engine, *position_)) {
      make(*move, "engine (the only move)");
      return true;
    }
    SearchResult result;
    try {
      result = think(*position_);
    } catch (const OpponentFault& fault) {
      if (fault.fault() != Fault::kResigned) throw;
      terminal_.say("the engine resigns.\n");
      return false;
    }
    std::string who = "engine";
    if (sight_.thoughts_of(position_->to_move(), *position_)) {
      remember(*position_, result);
      const std::string unit = position_->unit();
      who += fmt::format(" ({} iterations, value {:.3f}{})", format_count(result.iterations),
                         result.value, unit == kResultUnit ? "" : ' ' + unit);
    }
    make(result.best_move, who);
    return true;
  }

  void hint() {
    const auto position = sight_.to_search(*position_, imagination_);
    remember(*position, think(*position));
    terminal_.say(view_);
  }

  [[nodiscard]] const char* why_no_view() const {
    return position_->hidden() ? "What the engine thinks tells what it sees, and there is no hint "
                                 "yet whose view could be shown: type hint.\n"
                               : "The engine has not searched yet: type hint.\n";
  }

  /// False if the person leaves.
  bool person_moves() {
    while (const auto typed = terminal_.ask(fmt::format("player {}> ", *options_.person + 1))) {
      const std::string_view line = trimmed(*typed);
      if (same_word(line, "quit")) return false;
      if (answer(line)) continue;
      try {
        const std::uint32_t move = parse_move(*position_, line);
        before_.push_back(position_->clone());
        make(move, "you");
        return true;
      } catch (const UsageError& error) {
        terminal_.say(std::string(error.what()) + " Or type help.\n");
      }
    }
    return false;
  }

  /// Carries out the line if it is a command; returns whether it was one.
  bool answer(std::string_view line) {
    const auto is = [&](const char* command) { return same_word(line, command); };
    if (line.empty() || is("help")) {
      terminal_.say(kHelp);
    } else if (is("moves")) {
      std::string text;
      for (const std::uint32_t move : position_->legal_moves()) {
        text += position_->to_text(move) + ' ';
      }
      terminal_.say(text + '\n');
    } else if (is("hint")) {
      hint();
    } else if (is("view") || is("tree")) {
      const std::string& text = is("view") ? view_ : tree_;
      terminal_.say(text.empty() ? why_no_view() : text);
    } else if (is("board")) {
      show();
    } else if (is("undo")) {
      if (position_->hidden()) {
        terminal_.say("What you have learnt cannot be taken back: no undo in this game.\n");
      } else if (before_.empty()) {
        terminal_.say("There is no move of yours to take back.\n");
      } else {
        position_ = std::move(before_.back());
        before_.pop_back();
        show();
      }
    } else {
      return false;
    }
    return true;
  }

  [[nodiscard]] std::string outcome() const {
    std::string text = "the game is over:";
    for (Player player = 0; player < position_->players(); ++player) {
      const bool person = options_.person == player;
      text += fmt::format("{} player {} ({}) {:g}", player == 0 ? "" : ",", player + 1,
                          person ? "you" : "engine", position_->score(player));
    }
    return text + '\n';
  }

  const PlayOptions& options_;
  const PlayTerminal& terminal_;
  std::stop_token stop_;
  std::unique_ptr<AnyGame> position_;
  std::unique_ptr<AnyEngine> engine_;
  Sight sight_;
  Random chance_;
  Random imagination_;
  std::uint64_t searches_ = 0;
  std::vector<std::unique_ptr<AnyGame>> before_;  ///< positions where the person moved
  std::string view_;
  std::string tree_;
};

}  // namespace

bool play_game(const PlayOptions& options, const PlayTerminal& terminal,
               const std::stop_token& stop) {
  return Play(options, terminal, stop).run();
}

}  // namespace banyan::bench
