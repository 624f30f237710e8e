// What threads and batches do wrong, by the log and by what the search says of itself.
#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bench/doctor/catalogue_test.hpp"
#include "bench/doctor/diagnose.hpp"
#include "bench/doctor/faulty_search_test.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan::bench::doctor {
namespace {

/// The log of two threads, each with a tree of its own. Their iterations are put in turns.
std::string log_of_threads(std::uint64_t first_seed, std::uint64_t second_seed) {
  std::ostringstream out;
  {
    const WatchLog log(out, "test", 0, WatchedThreads::kAll);
    const Watched<TicTacToe> root(TicTacToe{});
    for (const std::uint64_t seed : {first_seed, second_seed}) {
      std::jthread([&] {
        (void)FaultySearch<TicTacToe>({}, Mistake::kNone, seed).search(root, 400);
      }).join();
    }
  }
  std::string start;
  std::vector<std::vector<std::string>> threads;  // iterations of each
  std::istringstream in(out.str());
  bool is_new = true;
  for (std::string line; std::getline(in, line);) {
    line += '\n';
    if (line.starts_with("thread") && line != "thread 0\n") {
      threads.emplace_back();
      is_new = true;
    } else if (threads.empty()) {
      start += line;
    } else {
      if (is_new) threads.back().emplace_back();
      threads.back().back() += line;
      is_new = line.starts_with("result");
    }
  }
  for (std::size_t i = 0; i < threads[0].size(); ++i) {
    start += "thread 1\n" + threads[0][i] + "thread 2\n" + threads[1][i];
  }
  return start;
}

TEST(DoctorOfThreads, FindsRandomNumbersThatTheyShare) {
  const Diagnosis found = diagnose(read_watched_log(log_of_threads(7, 7)), {});
  EXPECT_TRUE(is_named(found, {"threads-share-random-numbers"})) << diagnosis_text(found);
}

TEST(DoctorOfThreads, FindsTreesOfTheirOwnHealthy) {
  const Diagnosis found = diagnose(read_watched_log(log_of_threads(7, 8)), {});
  EXPECT_TRUE(found.findings.empty()) << diagnosis_text(found);
  EXPECT_TRUE(found.rule.starts_with("UCB1 with c = 1.41")) << diagnosis_text(found);
}

TEST(DoctorOfThreads, FindsOneThatDoesAll) {
  std::ostringstream out;
  {
    const WatchLog log(out);
    (void)FaultySearch<TicTacToe>({}, Mistake::kNone, 7).search(Watched(TicTacToe{}), 400);
  }
  std::string log = out.str();
  log.insert(log.find('\n'), " threads 4");
  const Diagnosis found = diagnose(read_watched_log(log), {});
  EXPECT_TRUE(is_named(found, {"one-thread-works"})) << diagnosis_text(found);
}

/// A search in batches, which says that each move of the root has so many visits more than it has.
Diagnosis diagnosis_of_claims(int more, int more_at_root) {
  std::ostringstream out;
  Json claims;
  {
    const WatchLog log(out);
    const SearchKind batches{.family = Family::kPuct, .c = 1.5, .evaluates = true, .batch = 8};
    FaultySearch<TicTacToe> search(batches, Mistake::kNone, 7);
    claims = search.search(Watched(TicTacToe{}), 400);
  }
  int sum = 0;
  for (Json& child : claims["root"]["children"]) {
    child["visits"] = child["visits"].get<int>() + more;
    sum += child["visits"].get<int>();
  }
  claims["root"]["visits"] = sum + more_at_root;
  return diagnose(read_watched_log(out.str()), {.rule = {}, .claims = claims});
}

TEST(DoctorOfThreads, FindsVisitsThatAreLostOrLeft) {
  for (const auto& [more, name] : {std::pair{-3, "visits-lost"}, {3, "virtual-loss-left"}}) {
    const Diagnosis found = diagnosis_of_claims(more, 0);
    EXPECT_TRUE(is_named(found, {name})) << diagnosis_text(found);
  }
  EXPECT_TRUE(is_named(diagnosis_of_claims(0, 50), {"visits-not-conserved"}));
  const Diagnosis right = diagnosis_of_claims(0, 0);
  EXPECT_TRUE(right.findings.empty()) << diagnosis_text(right);
}

}  // namespace
}  // namespace banyan::bench::doctor
