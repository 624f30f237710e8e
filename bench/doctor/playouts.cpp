// Counts the moves of playouts by their places in the lists of legal moves.
#include "bench/doctor/playouts.hpp"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "bench/doctor/fitting/tree.hpp"

namespace banyan::bench::doctor {
namespace {

constexpr std::size_t kBuckets = 16;
constexpr std::size_t kBeginning = 6;  ///< moves

/// How often each place in a list of k moves was chosen, in up to kBuckets groups of places.
using Counts = std::map<std::size_t, std::vector<double>>;

std::size_t bucket_of(std::size_t place, std::size_t legal) {
  return legal <= kBuckets ? place : place * kBuckets / legal;
}

/// The statistic and the degrees of freedom.
std::pair<double, double> chi_square(const Counts& counts) {
  double sum = 0;
  double freedom = 0;
  for (const auto& [legal, observed] : counts) {
    std::vector<double> places(observed.size());
    for (std::size_t i = 0; i < legal; ++i) ++places[bucket_of(i, legal)];
    double total = 0;
    for (const double count : observed) total += count;
    if (total < 10 * static_cast<double>(legal)) continue;
    for (std::size_t i = 0; i < observed.size(); ++i) {
      const double expected = total * places[i] / static_cast<double>(legal);
      sum += (observed[i] - expected) * (observed[i] - expected) / expected;
    }
    freedom += static_cast<double>(observed.size() - 1);
  }
  return {sum, freedom};
}

/// A playout's first moves, as places in lists of legal moves of these sizes.
struct Beginning {
  std::vector<std::uint32_t> sizes;
  std::vector<std::uint32_t> places;
};

/// Compares two threads' playouts one by one.
void compare(const std::vector<Beginning>& a, const std::vector<Beginning>& b,
             PlayoutCheck& found) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    double ways = 1;
    for (const std::uint32_t size : a[i].sizes) ways *= size;
    if (ways < 50 || a[i].sizes != b[i].sizes) continue;
    ++found.of_threads;
    found.same_of_threads += a[i].places == b[i].places ? 1 : 0;
  }
}

}  // namespace

PlayoutCheck measure_playouts(const Reading& reading) {
  const WatchedLog& log = *reading.log;
  PlayoutCheck found;
  Counts counts;
  std::map<std::vector<std::uint32_t>, std::vector<std::vector<std::uint32_t>>> beginnings;
  std::vector<std::vector<Beginning>> by_thread(log.threads);
  for (std::size_t s = 0; s < reading.searches().size(); ++s) {
    const WatchedSearch& search = reading.searches()[s];
    Tree tree(reading, s, backups().first(1));
    const auto ended = [&](std::size_t iteration, std::size_t leaf) {
      const WatchedIteration& each = search.iterations[iteration];
      const auto path = log.path(each);
      if (each.leaf != kNoState) {
        found.further += each.playouts - 1;
        found.repeats += each.repeats;
      }
      Beginning beginning;
      for (std::size_t i = leaf; i + 1 < path.size(); ++i) {
        const WatchedState& state = log.states[path[i]];
        if (state.turn == kChance) continue;
        if (state.legal == 0) {
          ++found.unknown;
          continue;
        }
        const auto legal = log.legal_of(state);
        const std::uint32_t move = log.states[path[i + 1]].move;
        const auto place =
            static_cast<std::uint32_t>(std::find(legal.begin(), legal.end(), move) - legal.begin());
        if (place >= legal.size()) continue;
        if (beginning.sizes.size() < kBeginning) {
          beginning.sizes.push_back(state.legal);
          beginning.places.push_back(place);
        }
        if (legal.size() == 1) continue;
        ++found.moves;
        found.first += place == 0 ? 1 : 0;
        found.last += place + 1 == legal.size() ? 1 : 0;
        std::vector<double>& observed = counts[legal.size()];
        observed.resize(std::min(legal.size(), kBuckets));
        ++observed[bucket_of(place, legal.size())];
      }
      by_thread[each.thread].push_back(beginning);
      if (beginning.sizes.size() < 4) return;
      beginnings[beginning.sizes].push_back(std::move(beginning.places));
    };
    tree.replay([](const Choice&) {}, ended);
  }
  std::erase_if(by_thread, [](const auto& playouts) { return playouts.empty(); });
  for (std::size_t thread = 1; thread < by_thread.size(); ++thread) {
    compare(by_thread[0], by_thread[thread], found);
  }
  if (found.moves > 0) {
    found.first /= static_cast<double>(found.moves);
    found.last /= static_cast<double>(found.moves);
    const auto [sum, freedom] = chi_square(counts);
    if (freedom > 0) {
      found.p = boost::math::cdf(
          boost::math::complement(boost::math::chi_squared_distribution<double>(freedom), sum));
    }
    double most = 0;
    for (const auto& [legal, observed] : counts) {
      double total = 0;
      for (const double count : observed) total += count;
      if (total >= 50 * static_cast<double>(observed.size())) {
        found.never += static_cast<std::size_t>(std::count(observed.begin(), observed.end(), 0.0));
      }
      if (total <= most) continue;
      most = total;
      // One place of k, by a normal test at p = 1e-6 that finds nine of ten.
      found.detectable = (4.9 + 1.3) * std::sqrt(static_cast<double>(legal - 1) / total);
    }
  }
  for (auto& [sizes, places] : beginnings) {
    double ways = 1;
    for (const std::uint32_t size : sizes) ways *= size;
    const auto playouts = static_cast<double>(places.size());
    if (playouts < 30 || ways < 100) continue;
    found.compared += places.size();
    const std::set<std::vector<std::uint32_t>> different(places.begin(), places.end());
    found.distinct += static_cast<double>(different.size());
    found.expected += ways * -std::expm1(-playouts / ways);
  }
  return found;
}

}  // namespace banyan::bench::doctor
