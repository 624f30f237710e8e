// Random texts in random positions: exactly the textbook's legal moves must be accepted.
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <cstdint>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/random.hpp"
#include "core/game/game_text.hpp"
#include "games/asked_test.hpp"
#include "games/breakthrough/breakthrough.hpp"

namespace banyan::conformance {

inline constexpr const char* kFuzzTexts = "BANYAN_FUZZ_TEXTS";

/// How many texts a game is tried with.
inline std::uint64_t fuzz_texts() { return asked_for(kFuzzTexts, 100'000); }

/// Texts that are moves, almost are, or are not.
template <TextGame G>
class FuzzTexts {
 public:
  explicit FuzzTexts(std::uint64_t seed) : random_({seed}) {}

  std::string next(const G& position, const std::vector<std::string>& legal) {
    switch (random_.below(6)) {
      case 0:
        return in_any_case(one_of(legal));
      case 1:
        return position.to_text(static_cast<typename G::Move>(random_.below(G::kMaxMoves)));
      case 2:
        return damaged(one_of(legal));
      case 3:
        return one_of(legal) + one_of(legal);
      case 4:
        return made_of("abcdefghijklmnopqrstuABCS0123456789-+ x:.");
      default:
        return of_any_bytes();
    }
  }

  Random& random() { return random_; }

 private:
  const std::string& one_of(const std::vector<std::string>& texts) {
    return texts[random_.below(static_cast<std::uint32_t>(texts.size()))];
  }
  char any_byte() { return static_cast<char>(random_.below(256)); }

  std::string in_any_case(std::string text) {
    for (char& c : text) {
      if (random_.below(2) == 0) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    return text;
  }
  std::string damaged(std::string text) {
    const auto at = random_.below(static_cast<std::uint32_t>(text.size()));
    switch (random_.below(3)) {
      case 0:
        text[at] = any_byte();
        break;
      case 1:
        text.insert(at, 1, any_byte());
        break;
      default:
        text.erase(at, 1);
    }
    return text;
  }
  std::string made_of(std::string_view chars) {
    std::string text;
    for (std::uint32_t length = random_.below(6); length > 0; --length) {
      text += chars[random_.below(static_cast<std::uint32_t>(chars.size()))];
    }
    return text;
  }
  std::string of_any_bytes() {
    std::string text;
    for (std::uint32_t length = random_.below(12); length > 0; --length) text += any_byte();
    return text;
  }

  Random random_;
};

/// The text as to_text() would write it, if it names a move: in lower case; of Breakthrough without
/// a dash between the cells, or the x of a capture.
template <TextGame G>
std::string own_text([[maybe_unused]] const G& position, std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if constexpr (std::is_same_v<G, Breakthrough>) {
    if (text.size() != 5) return text;
    const auto to = parse_cell(std::string_view(text).substr(3), position.size(), position.size());
    const bool captures =
        to && text[0] != text[3] && position.owner(to->column, to->row) == 1 - position.to_move();
    if (text[2] == '-' || (text[2] == 'x' && captures)) text.erase(2, 1);
  }
  return text;
}

/// Reads moves by the game itself.
template <TextGame G>
class OwnReader {
 public:
  void restart(const G& start) { position_ = start; }
  void play(typename G::Move move) { position_->play(move); }
  [[nodiscard]] std::optional<std::uint32_t> read(const std::string& text) const {
    const auto move = position_->parse(text);
    if (!move) return std::nullopt;
    for (const auto legal : position_->legal_moves()) {
      if (legal == *move) return *move;
    }
    return std::nullopt;
  }

 private:
  std::optional<G> position_;
};

/// Tries `texts` texts, twenty per position. `reader` follows the game and returns the legal move
/// that a text names, if it names one.
template <class Textbook, TextGame G, class Reader>
void expect_only_legal_texts_to_be_read(const G& start, std::uint64_t texts, Reader& reader) {
  constexpr int kTextsInAPosition = 20;
  FuzzTexts<G> fuzz(texts);
  std::uint64_t positions = 0;
  std::uint64_t accepted = 0;
  for (std::uint64_t tried = 0; tried < texts;) {
    G position = start;
    Textbook textbook(start);
    reader.restart(start);
    while (tried < texts) {
      ASSERT_EQ(position.over(), textbook.over()) << position.board();
      if (position.over()) break;
      ++positions;
      const auto moves = textbook.moves();
      std::vector<std::string> legal;
      for (const auto move : moves) legal.push_back(position.to_text(move));
      ASSERT_EQ(std::set(legal.begin(), legal.end()).size(), moves.size()) << position.board();
      for (std::size_t i = 0; i < moves.size(); ++i) {
        ASSERT_EQ(reader.read(legal[i]), moves[i]) << legal[i] << '\n' << position.board();
      }
      for (int i = 0; i < kTextsInAPosition; ++i, ++tried) {
        const std::string text = fuzz.next(position, legal);
        const std::string own = own_text(position, text);
        std::optional<std::uint32_t> expected;
        for (std::size_t k = 0; k < legal.size(); ++k) {
          if (legal[k] == own) expected = moves[k];
        }
        ASSERT_EQ(reader.read(text), expected) << testing::PrintToString(text) << '\n'
                                               << position.board();
        accepted += expected ? 1 : 0;
      }
      const auto move = moves[fuzz.random().below(static_cast<std::uint32_t>(moves.size()))];
      position.play(move);
      textbook.play(move);
      reader.play(move);
    }
  }
  // Both kinds were tried.
  EXPECT_GT(accepted, texts / 20);
  EXPECT_LT(accepted, texts - texts / 20);
  if (is_asked_for(kFuzzTexts)) {
    std::cout << texts << " texts in " << positions << " positions, " << accepted << " accepted\n";
  }
}

}  // namespace banyan::conformance
