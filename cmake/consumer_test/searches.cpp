// Fixed searches, by templates that this program compiles and by the installed libraries.
#include <cstdint>
#include <cstdio>

#include <banyan/games/connect_four/connect_four.hpp>
#include <banyan/games/gomoku/gomoku.hpp>
#include <banyan/games/hex/hex.hpp>
#include <banyan/parallel/strategies/leased.hpp>

namespace {

/// Prints one number for a search's complete result.
template <class G>
void search(const char* name, auto&& engine, const G& position) {
  const banyan::SearchResult found = engine.search(position, {.iterations = 5000}, {.seed = 1});
  std::uint64_t hash = 0;
  for (const banyan::RootChild& child : found.children) {
    for (const std::uint64_t x : {child.visits, child.points}) hash = banyan::scramble(hash + x);
  }
  std::printf("%s: %016llx\n", name, static_cast<unsigned long long>(hash));
}

template <class G>
void search_alone(const char* name, const G& position) {
  std::printf("%s\n", name);
  search("one by one", banyan::SequentialSearch<G>({}), position);
  search("in batches", banyan::SequentialSearch<G>({.batch = 512}), position);
}

/// For one game with few moves and one with many, whose trees are of two kinds.
template <class G>
void search_leased(const G& position) {
  banyan::LeasedOptions alone;
  alone.threads = 1;
  search("leased", banyan::LeasedSearch<G>(alone), position);
}

}  // namespace

int main() {
  search_alone("connect four", banyan::ConnectFour());
  search_leased(banyan::ConnectFour());
  search_alone("hex", banyan::Hex<11>(11));
  search_leased(banyan::Hex<11>(11));
  search_alone("gomoku", banyan::Gomoku<15>(15));
}
