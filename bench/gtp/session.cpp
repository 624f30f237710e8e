// Keeping a game as GTP has it.
#include "bench/gtp/session.hpp"

#include <fmt/format.h>

namespace banyan::bench::gtp {

Session::Session(const GameChoice& game) { begin(game.start); }

void Session::begin(std::shared_ptr<const AnyGame> start) {
  start_ = std::move(start);
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

void Session::resize(int size) {
  if (size == dialect_.size) return clear();
  const bool fixed = !dialect_.game.has("size");
  if (fixed || size < 1) throw Refused("unacceptable size");
  begin(with("size", std::to_string(size)));
}

void Session::set_komi(double komi) {
  if (!dialect_.komi) throw Refused("this game has no komi");
  auto start = with("komi", fmt::format("{:g}", komi));
  auto position = start->clone();
  for (const std::uint32_t move : position_->moves()) position->play(move);
  start_ = std::move(start);
  position_ = std::move(position);
  dialect_ = dialect_of(*start_);
}

std::unique_ptr<AnyGame> Session::with_turn(Player player) const {
  if (position_->over()) throw Refused("the game is over");
  auto position = position_->clone();
  if (position->to_move() != player) {
    const auto pass = legal_pass(*position);
    if (!pass) throw Refused(fmt::format("it is {}'s turn", player == 0 ? "white" : "black"));
    position->play(*pass);
    if (position->over()) throw Refused("the game is over");
  }
  return position;
}

void Session::play(Player player, std::string_view vertex) {
  auto position = with_turn(player);
  const auto move = gtp_move(dialect_, *position, vertex);
  if (!move) throw Refused("illegal move");
  play(std::move(position), *move);
}

void Session::play(std::unique_ptr<AnyGame> position, std::uint32_t move) {
  before_.push_back(position_->moves().size());
  position->play(move);
  position_ = std::move(position);
}

void Session::undo() {
  if (before_.empty()) throw Refused("cannot undo");
  auto position = start_->clone();
  for (std::size_t i = 0; i < before_.back(); ++i) position->play(position_->moves()[i]);
  position_ = std::move(position);
  before_.pop_back();
}

void Session::load(const Sgf& sgf, const std::string& file, std::size_t count) {
  try {
    std::shared_ptr<const AnyGame> start = start_;
    if (sgf.size && *sgf.size != dialect_.size && dialect_.game.has("size")) {
      start = with("size", std::to_string(*sgf.size));
    }
    auto position = start->clone();
    play_sgf(*position, sgf, file, count);
    begin(std::move(start));
    if (sgf.komi && dialect_.komi) set_komi(*sgf.komi);
    for (const std::uint32_t move : position->moves()) play(position_->clone(), move);
  } catch (const UsageError& error) {
    throw Refused(error.what());
  }
}

}  // namespace banyan::bench::gtp
