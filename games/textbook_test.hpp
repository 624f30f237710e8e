// Beyond conformance: a game must agree with its textbook version and survive any text.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "games/conformance_test.hpp"
#include "games/fuzz_test.hpp"

namespace banyan::conformance {

/// The moves in ascending order.
template <class Moves>
auto in_order(const Moves& moves) {
  std::vector all(moves.begin(), moves.end());
  std::sort(all.begin(), all.end());
  return all;
}

/// Plays random games on both and expects the same players, moves, ends and results. In the first
/// `fresh_games` games, a textbook version made from each position must agree as well.
template <class Textbook, class G>
void expect_as_in_the_textbook(const G& start, int games, int fresh_games) {
  Random random({3});
  for (int game = 0; game < games; ++game) {
    G position = start;
    Textbook textbook(start);
    for (;;) {
      if (game < fresh_games) textbook = Textbook(position);
      ASSERT_EQ(textbook.over(), position.over()) << position.board();
      if (position.over()) break;
      ASSERT_EQ(textbook.to_move(), position.to_move());
      const auto moves = position.legal_moves();
      ASSERT_EQ(in_order(moves), in_order(textbook.moves())) << position.board();
      const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      position.play(move);
      textbook.play(move);
    }
    for (const Player player : {0, 1}) ASSERT_EQ(textbook.result(player), position.result(player));
  }
}

/// legal_set() and legal_moves() must agree, in a game where both name the same numbers.
template <MoveSetGame G>
void expect_set_of_legal_moves(const G& start, int games) {
  for_random_positions(start, games, [](const G& position) {
    if (position.over()) return;
    const auto set = position.legal_set();
    const auto moves = position.legal_moves();
    ASSERT_EQ(set.size(), static_cast<int>(moves.size()));
    for (const auto move : moves) {
      ASSERT_LT(move, G::kMaxMoves);
      ASSERT_TRUE(set.contains(static_cast<int>(move)));
    }
  });
}

/// Parses random bytes, and moves with a byte changed, inserted or removed. Only texts of a move,
/// see own_text(), may name it.
template <TextGame G>
void expect_parse_to_survive_any_text(const G& position) {
  const auto moves = position.legal_moves();
  Random random({4});
  const auto any_char = [&] { return static_cast<char>(random.below(256)); };
  for (int i = 0; i < scaled(300'000); ++i) {
    std::string text;
    if (i % 2 == 0) {
      for (std::uint32_t length = random.below(9); length > 0; --length) text += any_char();
    } else {
      text = position.to_text(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      const auto at = random.below(static_cast<std::uint32_t>(text.size()));
      const std::uint32_t change = random.below(3);
      if (change == 0) text[at] = any_char();
      if (change == 1) text.insert(at, 1, any_char());
      if (change == 2) text.erase(at, 1);
    }
    const auto move = position.parse(text);
    if (!move) continue;
    ASSERT_LT(*move, G::kMaxMoves);
    ASSERT_EQ(position.to_text(*move), own_text(position, text));
  }
}

}  // namespace banyan::conformance
