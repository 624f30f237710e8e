// Tests that are the same for many games: a function each, which is told the facts of a game.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/game/perft.hpp"

namespace banyan::conformance {

/// What the test of game G knows of it.
template <class G>
struct Facts {
  G (*start)();                      ///< makes the position where it begins
  std::vector<std::uint64_t> perft;  ///< for depths 1, 2, 3, ...
  bool plays_to_the_end = true;      ///< its playout counts the plies of the rules
};

/// A test by name, which is told facts of type F.
template <class F>
using Check = std::pair<const char*, void (*)(const F&)>;

class CheckOfGame : public testing::Test {
 public:
  explicit CheckOfGame(const std::function<void()>& check) : check_(check) {}
  void TestBody() override { check_(); }

 private:
  const std::function<void()>& check_;
};

inline void add_test(const std::string& suite, const char* name, std::function<void()> check) {
  testing::RegisterTest(suite.c_str(), name, nullptr, nullptr, __FILE__, __LINE__,
                        [check = std::move(check)] { return new CheckOfGame(check); });
}

/// Makes a test of each check; returns how many. Unlike a typed suite it compiles a check once for
/// all boards of a game.
template <class F>
std::size_t add_checks(const std::string& suite, const F& facts,
                       const std::vector<Check<F>>& checks) {
  for (const auto& [name, check] : checks) {
    add_test(suite, name, [facts, run = check] { run(facts); });
  }
  return checks.size();
}

template <class G>
void perft_finds_the_known_numbers(const Facts<G>& facts) {
  int depth = 0;
  for (const std::uint64_t lines : facts.perft) {
    ++depth;
    EXPECT_EQ(perft(facts.start(), depth), lines) << "depth " << depth;
  }
}

}  // namespace banyan::conformance
