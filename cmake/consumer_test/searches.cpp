// Fixed searches, by templates that this program compiles and by the installed libraries. A line
// for each: the game, the engine as `banyan search` names it, one number for the whole result, and
// the visits of the moves, most first.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <vector>

#include <banyan/games/connect_four/connect_four.hpp>
#include <banyan/games/gomoku/gomoku.hpp>
#include <banyan/games/hex/hex.hpp>
#include <banyan/parallel/simulation/virtual_search.hpp>
#include <banyan/parallel/strategies/leased.hpp>

namespace {

template <class G>
void search(const char* name, auto&& engine, const G& position) {
  std::vector<std::uint64_t> visits;
  std::uint64_t hash = 0;
  const banyan::SearchResult found = engine.search(position, {.iterations = 2000}, {.seed = 1});
  for (const banyan::RootChild& child : found.children) {
    visits.push_back(child.visits);
    for (const std::uint64_t x : {child.visits, child.points}) hash = banyan::scramble(hash + x);
  }
  std::sort(visits.begin(), visits.end(), std::greater<>());
  std::printf("%s %016llx:", name, static_cast<unsigned long long>(hash));
  for (const std::uint64_t each : visits) std::printf(" %d", static_cast<int>(each));
  std::printf("\n");
}

constexpr double kExploration = 1.414;  // the program's default

template <banyan::Game G>
void search_alone(const char* one_by_one, const char* in_batches, const G& position) {
  search(one_by_one, banyan::SequentialSearch<G>({.exploration = kExploration}), position);
  search(in_batches, banyan::SequentialSearch<G>({.exploration = kExploration, .batch = 512}),
         position);
}

template <banyan::Game G>
void search_leased(const char* name, const G& position) {
  banyan::LeasedOptions alone;
  alone.exploration = kExploration;
  alone.threads = 1;
  search(name, banyan::LeasedSearch<G>(alone), position);
}

template <banyan::Game G>
void search_simulated(const char* name, const G& position) {
  banyan::VirtualOptions four;
  four.exploration = kExploration;
  four.workers = 4;
  search(name, banyan::VirtualSearch<G>(four), position);
}

}  // namespace

// Games with few moves and with many, whose trees are of two kinds.
int main() {
  const banyan::ConnectFour connect_four;
  search_alone("connect_four seq", "connect_four seq:batch=512", connect_four);
  search_leased("connect_four tree:threads=1", connect_four);
  search_simulated("connect_four virtual:workers=4", connect_four);
  const banyan::Hex<11> hex(11);
  search_alone("hex:size=11 seq", "hex:size=11 seq:batch=512", hex);
  search_leased("hex:size=11 tree:threads=1", hex);
  const banyan::Gomoku<15> gomoku(15);
  search_alone("gomoku:size=15 seq", "gomoku:size=15 seq:batch=512", gomoku);
}
