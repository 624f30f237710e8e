// Keeps a game as GTP sees it.
#include "bench/gtp/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "bench/notation/turns.hpp"
#include "games/text_match.hpp"

namespace banyan::bench::gtp {
namespace {

std::shared_ptr<const AnyGame> without_limit(const AnyGame& game) {
  auto position = game.clone();
  position->lengthen();
  return position;
}

}  // namespace

Session::Session(const GameChoice& game) { begin(game.start); }

void Session::begin(const std::shared_ptr<const AnyGame>& start) {
  start_ = without_limit(*start);
  dialect_ = dialect_of(*start_);
  clear();
}

void Session::clear() {
  position_ = start_;
  before_.clear();
}

std::shared_ptr<const AnyGame> Session::with(std::string_view key, const std::string& value) const {
  Spec spec = dialect_.game;
  for (auto& [name, old] : spec.keys) {
    if (name == key) old = value;
  }
  try {
    return parse_game(to_text(spec)).start;
  } catch (const UsageError& error) {
    throw Refused(fmt::format("unacceptable {}: {}", key, error.what()));
  }
}

void Session::resize(BoardSize size) {
  if (size == dialect_.size) return clear();
  if (!dialect_.game.has("size")) throw Refused("unacceptable size");
  begin(with("size", size_text(size)));
}

void Session::set_komi(double komi) {
  if (!dialect_.komi) throw Refused("this game has no komi");
  start_ = without_limit(*with("komi", fmt::format("{:g}", komi)));
  dialect_ = dialect_of(*start_);
  const auto again = [&](const AnyGame& before) -> std::shared_ptr<const AnyGame> {
    auto position = before.set_up_from() ? set_up(*start_, *before.set_up_from()) : start_->clone();
    for (const std::uint32_t move : before.moves()) {
      position->play(move);
      position->lengthen();
    }
    return position;
  };
  position_ = again(*position_);
  for (auto& before : before_) before = again(*before);
}

std::unique_ptr<AnyGame> Session::with_turn(Player player) const {
  if (resumed(*position_)->over()) throw Refused("the game is over");
  auto position = bench::with_turn(*position_, player);
  if (!position) throw Refused(fmt::format("it is {}'s turn", player == 0 ? "white" : "black"));
  if (resumed(*position)->over()) throw Refused("the game is over");
  return position;
}

void Session::play(Player player, std::string_view vertex) {
  auto position = with_turn(player);
  for (const auto& [word, swap] :
       {std::pair("swap-pieces", HexSwap::kPieces), std::pair("swap-sides", HexSwap::kSides)}) {
    if (!same_word(vertex, word)) continue;
    if (auto after = swapped(*position, swap)) {
      before_.push_back(position_);
      position_ = std::move(after);
      return;
    }
  }
  const auto move = gtp_move(dialect_, *resumed(*position), vertex);
  if (!move) throw Refused("illegal move");
  play(std::move(position), *move);
}

void Session::play(std::unique_ptr<AnyGame> position, std::uint32_t move) {
  before_.push_back(position_);
  position->play(move);
  position->lengthen();
  position_ = std::move(position);
}

void Session::undo() {
  if (before_.empty()) throw Refused("cannot undo");
  position_ = std::move(before_.back());
  before_.pop_back();
}

void Session::place_handicap(const std::vector<std::string>& vertices) {
  if (!dialect_.passes || position_->set_up_from() || !position_->moves().empty()) {
    throw Refused("handicap stones are laid on an empty board of go");
  }
  if (vertices.size() < 2) throw Refused("syntax error: give two vertices or more");
  BoardSetup setup = start_->setup().value();
  for (const std::string& vertex : vertices) empty_cell(setup, vertex) = 0;
  setup.to_move = 1;
  position_ = with_stones(setup);
}

void Session::set_position(const std::vector<std::pair<Player, std::string>>& stones) {
  auto setup = start_->setup();
  if (!setup || !dialect_.own) throw Refused("this game starts from its first position alone");
  std::fill(setup->owners.begin(), setup->owners.end(), kNobody);
  int more = 0;  // Black's stones minus White's
  for (const auto& [player, vertex] : stones) {
    empty_cell(*setup, vertex) = player;
    more += player == 0 ? 1 : -1;
  }
  setup->to_move = more > 0 ? 1 : 0;
  position_ = with_stones(*setup);
  before_.clear();
}

Player& Session::empty_cell(BoardSetup& setup, std::string_view vertex) const {
  const auto cell = read_gtp_cell(dialect_, vertex);
  if (!cell) throw Refused("illegal move");
  const auto at = static_cast<std::size_t>(cell->row * dialect_.size.columns + cell->column);
  if (setup.owners[at] != kNobody) throw Refused("illegal move");
  return setup.owners[at];
}

std::shared_ptr<const AnyGame> Session::with_stones(const BoardSetup& setup) const {
  try {
    return set_up(*start_, setup);
  } catch (const std::invalid_argument& error) {
    throw Refused(error.what());
  }
}

void Session::load(const Sgf& sgf, const std::string& file, std::size_t count) {
  try {
    // What the file does not say stays unchanged; in Go, a missing size means 19.
    Spec given = dialect_.game;
    std::erase_if(given.keys, [&](const auto& key) {
      return key.first == "size" ? sgf.size || dialect_.passes : key.first == "komi" && sgf.komi;
    });
    const GameChoice game = sgf_game(sgf, given, file);
    SgfPositions positions = sgf_positions(game, sgf, file, count);
    begin(game.start);
    position_ = std::move(positions.last);
    before_ = std::move(positions.before);
  } catch (const UsageError& error) {
    throw Refused(error.what());
  }
}

}  // namespace banyan::bench::gtp
