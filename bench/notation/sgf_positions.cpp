// The positions of a record.
#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <string_view>

#include "bench/notation/sgf.hpp"
#include "bench/notation/turns.hpp"
#include "games/text_match.hpp"

namespace banyan::bench {
namespace {

constexpr std::array kStoneProperties{"AE", "AB", "AW"};  // by player + 1

class SgfReplay {
 public:
  SgfReplay(const GameChoice& game, const Sgf& sgf, const std::string& file)
      : game_(game), sgf_(sgf), file_(file), dialect_(dialect_of(*game.start)) {
    auto start = game.start->clone();
    start->lengthen();
    positions_.last = std::move(start);
    for (const SgfStep& step : sgf.steps) {
      moves_.insert(moves_.end(), step.moves.begin(), step.moves.end());
    }
  }

  SgfPositions run(std::size_t count) {
    for (const SgfStep& step : sgf_.steps) {
      set_up(step);
      for (std::size_t i = 0; i < step.moves.size(); ++i) {
        if (made_ == count) {
          positions_.last = turned_to(moves_[made_].first);
          return std::move(positions_);
        }
        make_move();
      }
    }
    return std::move(positions_);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw UsageError(
        fmt::format("{} does not fit {}: {}.", in_quotes(file_), game_.canonical, why));
  }
  [[noreturn]] void refuse_move(const std::string& why) const {
    const auto& [player, text] = moves_[made_];
    refuse(fmt::format("its move {}, {}[{}], {}", made_ + 1, player == 0 ? "B" : "W",
                       in_quotes(text), why));
  }

  [[nodiscard]] const AnyGame& position() const { return *positions_.last; }

  void set_up(const SgfStep& step) {
    const bool turns = step.turn && *step.turn != position().to_move();
    if (step.stones.empty() && !turns) return;
    auto setup = position().setup();
    if (!setup) refuse("it sets up stones, which this game does not do");
    for (const auto& [owner, points] : step.stones) lay(*setup, owner, points);
    const bool handicap = made_ == 0 && !step.stones.empty() && setup->has_stones(0) &&
                          (sgf_.handicap >= 2 || !setup->has_stones(1));
    setup->to_move = step.turn.value_or(handicap ? 1 : setup->to_move);
    try {
      positions_.last = bench::set_up(position(), *setup);
    } catch (const std::invalid_argument& error) {
      refuse(fmt::format("its stones before move {} cannot be: {}", made_ + 1, error.what()));
    }
  }

  /// Puts stones on a point, or a rectangle of them.
  void lay(BoardSetup& setup, Player owner, const std::string& points) const {
    const std::string_view text = points;
    const std::size_t colon = text.find(':');
    const auto first = read_sgf_cell(dialect_, trimmed(text.substr(0, colon)));
    const auto last =
        colon == text.npos ? first : read_sgf_cell(dialect_, trimmed(text.substr(colon + 1)));
    if (!first || !last || first->column > last->column || first->row > last->row) {
      refuse(fmt::format("its {}[{}] is no point of the board",
                         kStoneProperties.at(static_cast<std::size_t>(owner + 1)),
                         in_quotes(points)));
    }
    for (int row = first->row; row <= last->row; ++row) {
      for (int column = first->column; column <= last->column; ++column) {
        setup.owners[static_cast<std::size_t>(row * dialect_.size.columns + column)] = owner;
      }
    }
  }

  [[nodiscard]] std::unique_ptr<AnyGame> turned_to(Player player) const {
    auto position = with_turn(this->position(), player);
    if (!position) refuse_move("comes out of turn");
    return position;
  }

  void make_move() {
    const std::string_view text = trimmed(moves_[made_].second);
    if (same_word(text, "resign") || same_word(text, "forfeit")) {
      if (made_ + 1 < moves_.size()) refuse_move("is not the last");
      ++made_;
      return;
    }
    if (resumed(position())->over()) refuse_move("comes after the end of the game");
    std::unique_ptr<AnyGame> next = turned_to(moves_[made_].first);
    positions_.before.push_back(next->clone());
    if (const auto swap = swap_of(text)) {
      next = swapped(*next, *swap);
      if (!next) refuse_move("is not legal");
    } else {
      const auto move = sgf_move(dialect_, *resumed(*next), text);
      if (!move) refuse_move("is not legal");
      next->play(*move);
    }
    next->lengthen();
    positions_.last = std::move(next);
    ++made_;
  }

  /// Which swap it is, of pieces or of sides. Older programs write "swap" for either: if the same
  /// colour moves next, the sides were swapped.
  [[nodiscard]] std::optional<HexSwap> swap_of(std::string_view text) const {
    if (dialect_.game.name != "hex") return std::nullopt;
    if (same_word(text, "swap-pieces")) return HexSwap::kPieces;
    if (same_word(text, "swap-sides")) return HexSwap::kSides;
    if (!same_word(text, "swap")) return std::nullopt;
    if (made_ + 1 == moves_.size()) refuse_move("may swap pieces or sides");
    return moves_[made_ + 1].first == moves_[made_].first ? HexSwap::kSides : HexSwap::kPieces;
  }

  const GameChoice& game_;
  const Sgf& sgf_;
  const std::string& file_;
  Dialect dialect_;
  std::vector<std::pair<Player, std::string>> moves_;
  std::size_t made_ = 0;
  SgfPositions positions_;
};

}  // namespace

SgfPositions sgf_positions(const GameChoice& game, const Sgf& sgf, const std::string& file,
                           std::size_t count) {
  return SgfReplay(game, sgf, file).run(count);
}

}  // namespace banyan::bench
