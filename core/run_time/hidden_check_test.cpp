#include "core/run_time/hidden_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/run_time/table_check.hpp"
#include "games/goofspiel/goofspiel.hpp"
#include "games/knockout_whist/knockout_whist.hpp"
#include "games/kuhn/kuhn.hpp"
#include "games/leduc/leduc.hpp"
#include "games/phantom/phantom.hpp"

namespace banyan {
namespace {

template <class G>
TableCheck check_hidden(const G& start, const GameTable& table = kTableOf<G>) {
  return check_table(table, &start, 30, 1);
}

std::string first_defect(const TableCheck& found) {
  return found.defects.empty() ? "" : found.defects.front();
}

TEST(HiddenCheck, FindsNothingWrongWithGamesThatKeepTheirPromises) {
  EXPECT_EQ(first_defect(check_hidden(Kuhn())), "");
  EXPECT_EQ(first_defect(check_hidden(Leduc())), "");
  EXPECT_EQ(first_defect(check_hidden(Phantom(3, 3, 3))), "");
  EXPECT_EQ(first_defect(check_hidden(Goofspiel(5))), "");
  EXPECT_EQ(first_defect(check_hidden(KnockoutWhist(3, 2))), "");
}

const HiddenTable& true_leduc() { return kHiddenTableOf<Leduc>; }
const Leduc& leduc(const void* p) { return *static_cast<const Leduc*>(p); }

/// A table of Leduc hold'em in which one thing is wrong.
struct HiddenLie {
  const char* found;  // the beginning of the sentence
  void (*tell)(HiddenTable& table);
};

const HiddenLie kHiddenLies[]{
    {"legal_mask and legal_moves differ",
     [](HiddenTable& t) { t.legal_mask = [](const void*) { return std::uint64_t{1}; }; }},
    // It shows who holds what: the cards as they are, to everybody.
    {"determinize depends on what the observer has not seen",
     [](HiddenTable& t) {
       t.determinize = [](const void* p, Player, Random&, void* world) {
         *static_cast<Leduc*>(world) = leduc(p);
       };
     }},
    {"determinize changes what the observer knows: information",
     [](HiddenTable& t) {
       t.determinize = [](const void* p, Player observer, Random& random, void* world) {
         true_leduc().determinize(p, 1 - observer, random, world);
       };
     }},
    {"information tells what the observer has not seen",
     [](HiddenTable& t) {
       t.information = [](const void* p, Player) {
         return true_leduc().information(p, 0) * 1000 + true_leduc().information(p, 1);
       };
     }},
    {"a player does not see the move that he makes",
     [](HiddenTable& t) {
       t.observe = [](const void*, GameTable::Move, Player) { return kUnseen; };
     }},
    {"a player does not see which move he makes",
     [](HiddenTable& t) {
       t.observe = [](const void*, GameTable::Move, Player) { return kFirstCode; };
     }},
    {"an observation is neither the move",
     [](HiddenTable& t) {
       t.observe = [](const void*, GameTable::Move move, Player) { return (move + 1U) % 64; };
     }},
    {"determinize changes what the observer sees: view",
     [](HiddenTable& t) { t.view = [](const void* p, Player) { return leduc(p).board(); }; }},
    {"a score is not within stakes",
     [](HiddenTable& t) { t.stakes = [](const void*) {
                            return Stakes{0, 1};
                          }; }},
    {"stakes have no two different scores",
     [](HiddenTable& t) { t.stakes = [](const void*) { return Stakes{}; }; }},
    {"playouts are not uniform",
     [](HiddenTable& t) {
       t.finish = [](void* p, Random& random, StopAsked stop) {
         Leduc best = leduc(p);
         for (int i = 0; i < 3; ++i) {
           Leduc other = leduc(p);
           play_to_end(other, random, stop);
           if (!best.over() || other.score(0) > best.score(0)) best = other;
         }
         *static_cast<Leduc*>(p) = best;
         return true;
       };
     }},
};

TEST(HiddenCheck, FindsEachLie) {
  for (const HiddenLie& lie : kHiddenLies) {
    HiddenTable hidden = true_leduc();
    lie.tell(hidden);
    GameTable table = kTableOf<Leduc>;
    table.hidden = &hidden;
    const TableCheck found = check_hidden(Leduc(), table);
    const auto names_it = [&](const std::string& defect) { return defect.starts_with(lie.found); };
    EXPECT_TRUE(std::ranges::any_of(found.defects, names_it))
        << lie.found << " is not among: " << first_defect(found);
  }
}

TEST(HiddenTable, MustBeWhole) {
  HiddenTable hidden = kHiddenTableOf<Kuhn>;
  GameTable table = kTableOf<Kuhn>;
  EXPECT_EQ(defect_of(table), nullptr);
  table.hidden = &hidden;
  hidden.view = nullptr;
  EXPECT_STREQ(defect_of(table), "view is missing");
  table.max_moves = 65;
  EXPECT_STREQ(defect_of(table),
               "the moves of a game that hides something are not numbered below 64");
}

}  // namespace
}  // namespace banyan
