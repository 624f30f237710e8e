#include "bench/engines/keys/tuned_constants.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "bench/registry/refusal_test.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

SearchResult searched_by(const std::string& game, const std::string& engine) {
  return searched(game, engine, 2000);
}

TEST(TunedConstants, AreWhatEnginesSearchWith) {
  for (const std::string engine :
       {"seq", "tree:threads=1", "plain", "root:threads=2", "virtual:workers=2"}) {
    const std::string with = engine + (engine.find(':') == std::string::npos ? ":" : ",");
    const SearchResult tuned = searched_by("connect_four", with + "c=auto");
    EXPECT_EQ(tuned.children.front().visits,
              searched_by("connect_four", with + "c=0.5").children.front().visits);
    EXPECT_EQ(tuned.value, searched_by("connect_four", with + "c=0.5").value) << engine;
    EXPECT_NE(tuned.value, searched_by("connect_four", engine).value) << engine;
  }
}

TEST(TunedConstants, AreTheDefaultWhereNoneWasChosen) {
  EXPECT_EQ(searched_by("p_game", "seq:c=auto").value, searched_by("p_game", "seq").value);
  EXPECT_EQ(searched_by("pig", "seq:c=auto").value, searched_by("pig", "seq").value);
  EXPECT_THAT(tuned_text("p_game:depth=3"), HasSubstr("the default, 1.414, since none was chosen"));
  EXPECT_THAT(tuned_text("hex:size=7"), HasSubstr("c=auto is 0.35, chosen by matches at 11x11"));
}

TEST(TunedConstants, AreForUcb1Alone) {
  EXPECT_THAT(engine_refusal("seq:select=puct,c=auto", "connect_four"), HasSubstr("UCB1"));
  EXPECT_THAT(engine_refusal("batched:c=auto", "connect_four"), HasSubstr("c=auto"));
  EXPECT_THAT(engine_refusal("seq:c=automatic", "connect_four"), HasSubstr("c=automatic"));
}

/// The best of the constants that played the default, by the points of
/// results/tuning/matches.jsonl.
TEST(TunedConstants, AreTheBestOfTheMatches) {
  struct Best {
    double score = -1;
    double c = 0;
  };
  std::map<std::string, std::map<std::string, Best>> best;  // by game and budget
  std::ifstream file(std::filesystem::path(BANYAN_RESULTS_README).parent_path() /
                     "tuning/matches.jsonl");
  for (std::string line; std::getline(file, line);) {
    const Json match = Json::parse(line);
    if (match.at("part") != "choose") continue;
    const auto counts = match.at("pentanomial").get<Pentanomial>();
    const std::string game = match.at("game");
    Best& now = best[game.substr(0, game.find(':'))][match.at("budget")];
    const double c = parse_engine(match.at("a").get<std::string>()).search.exploration;
    if (score(counts) > now.score) now = {score(counts), c};
  }
  EXPECT_EQ(best.size(), tuned_constants().size());
  for (const TunedConstant& constant : tuned_constants()) {
    const auto& of_game = best[std::string(constant.game)];
    EXPECT_FALSE(of_game.empty()) << constant.game;
    for (const auto& [budget, chosen] : of_game) {
      EXPECT_EQ(chosen.c, constant.c) << constant.game << " " << budget;
    }
  }
}

}  // namespace
}  // namespace banyan::bench
