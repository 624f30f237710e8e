// Tests of spec.hpp: what is accepted, what is rejected, and the messages.
#include "bench/text/spec.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

using namespace std::chrono_literals;

const std::vector<SpecInfo> kEngines{{"leaf", "", {}}, {"naive", "", {}}, {"random", "", {}},
                                     {"root", "", {}}, {"seq", "", {}},   {"tree", "", {}}};

SpecInfo tree_info() {
  return {"tree",
          "one tree, many threads",
          {{"threads", "1", "1 to 64", "worker threads"},
           {"vl", "1.5", "0 to 8", "virtual loss"},
           {"lock", "free", "free, node or global", "how nodes are guarded"},
           {"reuse", "off", "on or off", "keep the tree"},
           {"iterations", "", "1 to 1000000", "own budget"},
           {"time", "", "", "own budget"}}};
}

Settings tree(std::string_view text) { return Settings(parse_spec(text, "engine"), tree_info()); }

TEST(SpecText, IsANameAndKeysInOrder) {
  const Spec spec = parse_spec("go:size=9,komi=7.5");
  EXPECT_EQ(spec.name, "go");
  ASSERT_EQ(spec.keys.size(), 2U);
  EXPECT_EQ(spec.keys[0], (std::pair<std::string, std::string>("size", "9")));
  EXPECT_EQ(spec.keys[1], (std::pair<std::string, std::string>("komi", "7.5")));
  EXPECT_EQ(to_text(spec), "go:size=9,komi=7.5");
  EXPECT_EQ(to_text(parse_spec("othello")), "othello");
}

TEST(SpecText, KeepsEverythingAfterTheFirstEqualsSign) {
  EXPECT_EQ(parse_spec("a:b=c=d:e").keys[0].second, "c=d:e");
}

TEST(SpecText, HasQuotesAroundAValueWithSeparators) {
  const auto value = [](std::string_view text) { return parse_spec(text).keys.at(0).second; };
  EXPECT_EQ(value("gtp:cmd='gnugo --mode gtp',timeout=1s"), "gnugo --mode gtp");
  EXPECT_EQ(value("gtp:cmd=gnugo --mode gtp,timeout=1s"), "gnugo --mode gtp");
  EXPECT_EQ(value("gtp:cmd=\"x 'a, b; c=d'\""), "x 'a, b; c=d'");
  for (const char* text : {"a:b=c d", "a:b=\"c,d\"", "a:b=\"c;'d'\"", "a:b='\"'", "a:b=\" c\""}) {
    EXPECT_EQ(to_text(parse_spec(text)), text);
  }
  const auto list = parse_spec_list("a:b='c;d,e:f';g");
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].keys.at(0).second, "c;d,e:f");
}

TEST(Words, AreSeparatedByBlanksOutsideQuotes) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(split_words("  gnugo --mode  gtp ", "cmd"), (Texts{"gnugo", "--mode", "gtp"}));
  EXPECT_EQ(split_words("sh -c 'a \"b\"' \"it's\"", "cmd"), (Texts{"sh", "-c", "a \"b\"", "it's"}));
  EXPECT_EQ(split_words("a='b c'd ''", "cmd"), (Texts{"a=b cd", ""}));
  EXPECT_EQ(split_words("", "cmd"), Texts{});
  EXPECT_THROW(split_words("a 'b", "cmd"), UsageError);
}

TEST(SpecText, IsRefusedInOneSentence) {
  const auto why = [](std::string_view text) {
    return refusal([&] { parse_spec(text, "engine"); });
  };
  const std::string form = ": give name[:key=value[,key=value]...].";
  EXPECT_EQ(why(""), "engine '' has no name" + form);
  EXPECT_EQ(why(":a=1"), "engine ':a=1' has no name" + form);
  EXPECT_EQ(why("tree:"), "engine 'tree:' has an empty setting" + form);
  EXPECT_EQ(why("tree:a=1,"), "engine 'tree:a=1,' has an empty setting" + form);
  EXPECT_EQ(why("tree:a"), "engine 'tree:a' has 'a' without '='" + form);
  EXPECT_EQ(why("tree:=1"), "engine 'tree:=1' has '=1' without a key" + form);
  EXPECT_EQ(why("tree:a="), "engine 'tree:a=' has the key 'a' without a value" + form);
  EXPECT_EQ(why("tree:a=1,a=2"), "engine 'tree:a=1,a=2' has the key 'a' twice" + form);
  EXPECT_EQ(why("Tree"),
            "engine 'Tree' has a name with characters other than a-z, 0-9 and _" + form);
  const std::string unusable = " with an unusable character, or a quote or a blank at its edge";
  for (const std::string value : {"1\t2", " 1", "1 ", "\"1", "'", "1'2'", "'1'2", "\"\x01\""}) {
    EXPECT_TRUE(why("tree:a=" + value).ends_with(unusable + form)) << value;
  }
  EXPECT_EQ(why("tr\x01\xff"),
            "engine 'tr\\x01\\xff' has a name with characters other than a-z, 0-9 and _" + form);
}

TEST(SpecLists, SeparateAtSemicolonsAndAtCommasBeforeNames) {
  const auto texts = [](std::string_view list) {
    std::vector<std::string> result;
    for (const Spec& spec : parse_spec_list(list)) result.push_back(to_text(spec));
    return result;
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts("hex:size=5,othello"), (Texts{"hex:size=5", "othello"}));
  EXPECT_EQ(texts("go:size=9,komi=7.5,hex:size=5"), (Texts{"go:size=9,komi=7.5", "hex:size=5"}));
  EXPECT_EQ(texts("seq ; tree:threads=2,vl=3; root"),
            (Texts{"seq", "tree:threads=2,vl=3", "root"}));
  EXPECT_EQ(texts("a:x=p:q,y=1:2"), (Texts{"a:x=p:q,y=1:2"}));
}

TEST(SpecLists, RefuseEmptyItems) {
  EXPECT_EQ(refusal([] { parse_spec_list("seq;;root", "engine"); }),
            "the list 'seq;;root' has an empty engine: give one or more, separated by ',' or ';'.");
  EXPECT_NE(refusal([] { parse_spec_list(""); }), "nothing thrown");
  EXPECT_NE(refusal([] { parse_spec_list("seq,"); }), "nothing thrown");
}

TEST(UnknownNames, GetASuggestionAndTheList) {
  EXPECT_EQ(refusal([] { find_info(kEngines, "tre", "engine"); }),
            "unknown engine 'tre': did you mean 'tree'? Engines: leaf, naive, random, root, seq, "
            "tree.");
  EXPECT_EQ(refusal([] { find_info(kEngines, "alphabeta", "engine"); }),
            "unknown engine 'alphabeta'. Engines: leaf, naive, random, root, seq, tree.");
  EXPECT_EQ(refusal([] { find_info(kEngines, "x", "study"); }),
            "unknown study 'x'. Studies: leaf, naive, random, root, seq, tree.");
  EXPECT_EQ(find_info(kEngines, "root", "engine").name, "root");
}

TEST(UnknownKeys, GetASuggestionAndTheList) {
  EXPECT_EQ(refusal([] { tree("tree:thread=2"); }),
            "tree: unknown key 'thread': did you mean 'threads'? Keys: iterations, lock, reuse, "
            "threads, time, vl.");
  EXPECT_EQ(refusal([] {
              Settings(parse_spec("random:c=1"), {"random", "", {}});
            }),
            "random: unknown key 'c'. Keys: none.");
}

TEST(Suggestions, ForgiveSwapsEditsAndBeginnings) {
  const std::vector<std::string> words{"random", "root", "seq", "tree"};
  EXPECT_EQ(nearest("tere", words), "tree");      // a swap
  EXPECT_EQ(nearest("randm", words), "random");   // a letter lost
  EXPECT_EQ(nearest("rnadmo", words), "random");  // two swaps
  EXPECT_EQ(nearest("sequential", words), "seq");
  EXPECT_EQ(nearest("ran", words), "random");
  EXPECT_EQ(nearest("foo", words), std::nullopt);
  EXPECT_EQ(nearest("", words), std::nullopt);
}

TEST(Suggestions, ForgiveDigitsForWordsAndMissingUnderscores) {
  const std::vector<std::string> words{"connect_four", "go", "ultimate_tic_tac_toe"};
  EXPECT_EQ(nearest("connect4", words), "connect_four");
  EXPECT_EQ(nearest("conect4", words), "connect_four");
  EXPECT_EQ(nearest("ultimatetictactoe", words), "ultimate_tic_tac_toe");
  EXPECT_EQ(nearest("chess", words), std::nullopt);
}

TEST(Settings, AreTheGivenValuesOrTheDefaults) {
  const Settings given = tree("tree:lock=node,threads=8,iterations=2e5,reuse=on,time=250ms");
  EXPECT_EQ(given.integer("threads", 1, 64), 8);
  EXPECT_EQ(given.real("vl", 0, 8), 1.5);
  EXPECT_EQ(given.word("lock", {"free", "node", "global"}), 1U);
  EXPECT_TRUE(given.flag("reuse"));
  EXPECT_EQ(given.count("iterations", 1, 1000000), 200000U);
  EXPECT_EQ(given.duration("time"), 250ms);
  EXPECT_TRUE(given.given("lock"));
  EXPECT_FALSE(given.given("vl"));
  EXPECT_TRUE(given.has_value("vl"));

  const Settings plain = tree("tree");
  EXPECT_EQ(plain.integer("threads", 1, 64), 1);
  EXPECT_FALSE(plain.flag("reuse"));
  EXPECT_FALSE(plain.has_value("iterations"));
}

TEST(Settings, HaveACanonicalText) {
  EXPECT_EQ(tree("tree").canonical(), "tree:threads=1,vl=1.5,lock=free,reuse=off");
  EXPECT_EQ(tree("tree:iterations=5,lock=node,threads=4").canonical(),
            "tree:threads=4,vl=1.5,lock=node,reuse=off,iterations=5");
  EXPECT_EQ(Settings(parse_spec("random"), {"random", "", {}}).canonical(), "random");
}

TEST(Settings, RefuseUnusableValuesInOneSentence) {
  EXPECT_EQ(refusal([] {
              Settings(parse_spec("hex:size=99"), {"hex", "", {{"size", "11", "3 to 14", ""}}})
                  .integer("size", 3, 14);
            }),
            "hex: size=99 is out of range: give 3 to 14.");
  EXPECT_EQ(refusal([] { tree("tree:threads=two").integer("threads", 1, 64); }),
            "tree: threads=two is not a whole number: give 1 to 64.");
  EXPECT_EQ(refusal([] { tree("tree:threads=-1").integer("threads", 1, 64); }),
            "tree: threads=-1 is out of range: give 1 to 64.");
  EXPECT_EQ(refusal([] { tree("tree:vl=nan").real("vl", 0, 8); }),
            "tree: vl=nan is not a number: give 0 to 8.");
  EXPECT_EQ(refusal([] { tree("tree:vl=1e999").real("vl", 0, 8); }),
            "tree: vl=1e999 is out of range: give 0 to 8.");
  EXPECT_EQ(refusal([] {
              tree("tree:lock=fre").word("lock", {"free", "node"});
            }),
            "tree: lock=fre is unknown (did you mean 'free'?): give free, node or global.");
  EXPECT_EQ(refusal([] { tree("tree:reuse=1").flag("reuse"); }),
            "tree: reuse=1 is unknown: give on or off.");
  EXPECT_EQ(refusal([] { tree("tree:time=0s").duration("time"); }),
            "tree: time=0s is no duration: give a duration above 0 and up to 1000h, such as 500us, "
            "250ms, 1.5s or 2m.");
}

TEST(Settings, AcceptRangesUpToTheirEnds) {
  EXPECT_EQ(tree("tree:threads=64").integer("threads", 1, 64), 64);
  EXPECT_EQ(tree("tree:threads=-3").integer("threads", -3, 64), -3);
  EXPECT_EQ(tree("tree:vl=8").real("vl", 0, 8), 8);
}

TEST(Settings, ThrowALogicErrorForWhatTheProgramGotWrong) {
  EXPECT_THROW(tree("tree").text("nonsense"), std::logic_error);
  EXPECT_THROW(tree("tree").count("iterations", 0, 9), std::logic_error);
}

TEST(Counts, AreReadAsPeopleWriteThem) {
  const auto read = [](std::string_view text) { return parse_count(text, "--iterations"); };
  EXPECT_EQ(read("200000"), 200000U);
  EXPECT_EQ(read("2e5"), 200000U);
  EXPECT_EQ(read("2E+5"), 200000U);
  EXPECT_EQ(read("200k"), 200000U);
  EXPECT_EQ(read("1M"), 1000000U);
  EXPECT_EQ(read("1.5K"), 1500U);
  EXPECT_EQ(read("2.50e1"), 25U);
  EXPECT_EQ(read("1500e-2"), 15U);
  EXPECT_EQ(read("10.0"), 10U);
  EXPECT_EQ(read("0"), 0U);
  EXPECT_EQ(read("0e999"), 0U);
  EXPECT_EQ(read("007"), 7U);
  EXPECT_EQ(read("18446744073709551615"), 18446744073709551615U);
  EXPECT_EQ(read("100000000000000000000e-2"), 1000000000000000000U);
}

TEST(Counts, AreExactOrRefused) {
  for (const char* text : {"",
                           "k",
                           "1.5",
                           "1e-1",
                           "-1",
                           "+1",
                           "1 k",
                           "1kk",
                           "2e",
                           "e5",
                           ".",
                           "1.2.3",
                           "0x10",
                           "1m",
                           "18446744073709551616",
                           "18446744073709551615k",
                           "1e20",
                           "1e99999999999",
                           "2e5.5",
                           "nan",
                           "inf",
                           "1e--3"}) {
    EXPECT_THROW(parse_count(text, "--iterations"), UsageError) << text;
  }
  EXPECT_EQ(refusal([] { parse_count("1.5", "--iterations"); }),
            "--iterations: '1.5' is not a whole number below 2^64: give one such as 200000, 2e5, "
            "200k or 1M.");
}

TEST(Durations, AreReadWithTheirUnit) {
  const auto read = [](std::string_view text) { return parse_duration(text, "--time"); };
  EXPECT_EQ(read("250ms"), 250ms);
  EXPECT_EQ(read("1s"), 1s);
  EXPECT_EQ(read("1.5s"), 1500ms);
  EXPECT_EQ(read("2m"), 2min);
  EXPECT_EQ(read("2.5min"), 150s);
  EXPECT_EQ(read("0.25m"), 15s);
  EXPECT_EQ(read("1h"), 1h);
  EXPECT_EQ(read("500us"), 500us);
  EXPECT_EQ(read("7ns"), 7ns);
  EXPECT_EQ(read("1e3ms"), 1s);
}

TEST(Durations, AreRefusedUnlessAboveZeroAndWhole) {
  for (const char* text : {"", "1", "s", "0s", "0.0ms", "-1s", "1 s", "1.5ns", "3d", "1ss", "1e30h",
                           "9223372036854775808ns"}) {
    EXPECT_THROW(parse_duration(text, "--time"), UsageError) << text;
  }
  EXPECT_EQ(refusal([] { parse_duration("0s", "--time"); }),
            "--time: '0s' is no duration: give a duration above 0 and up to 1000h, such as 500us, "
            "250ms, 1.5s or 2m.");
}

TEST(Durations, AreRefusedWhereTheyWouldOverflowAClock) {
  EXPECT_EQ(parse_duration("1000h", "--time"), 1000h);
  EXPECT_EQ(refusal([] { parse_duration("9223372036s", "--time"); }),
            "--time: '9223372036s' is no duration: give a duration above 0 and up to 1000h, such "
            "as 500us, 250ms, 1.5s or 2m.");
  EXPECT_THROW(parse_duration("1001h", "--time"), UsageError);
}

TEST(Durations, ReadBackWhatWasWritten) {
  EXPECT_EQ(to_text(250ms), "250ms");
  EXPECT_EQ(to_text(90s), "90s");
  EXPECT_EQ(to_text(2min), "2m");
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const std::chrono::nanoseconds value(1 + static_cast<std::int64_t>(random() >> (13 + i % 51)));
    EXPECT_EQ(parse_duration(to_text(value), ""), value);
  }
}

TEST(Lists, AreTrimmedAndHaveNoEmptyParts) {
  EXPECT_EQ(parse_list(" a,b c ,d", ',', "--x"), (std::vector<std::string>{"a", "b c", "d"}));
  EXPECT_EQ(parse_list("A;B", ';', "--x"), (std::vector<std::string>{"A", "B"}));
  EXPECT_EQ(refusal([] { parse_list("a,,b", ',', "--x"); }),
            "--x: the list 'a,,b' has an empty part: give one or more, separated by ','.");
  EXPECT_THROW(parse_list("", ',', "--x"), UsageError);
}

TEST(Messages, QuoteWithoutUnprintableBytesAndNotWithoutEnd) {
  EXPECT_EQ(in_quotes("a\nb\x7f"), "'a\\x0ab\\x7f'");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), "'" + std::string(60, 'x') + "...'");
}

// Random bytes, mostly those that specs consist of, so that many parse.
TEST(Fuzz, OnlyEverThrowsUsageErrorsAndRoundTrips) {
  const std::string usual = "abz09_::,,==;;..eEkMGsmunh- +";
  std::mt19937_64 random(7);
  int parsed = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text(random() % 24, '\0');
    const bool any_byte = round % 8 == 0;
    for (char& c : text) {
      c = any_byte ? static_cast<char>(random()) : usual[random() % usual.size()];
    }
    const auto attempt = [&](const std::function<void()>& action) {
      try {
        action();
      } catch (const UsageError& error) {
        EXPECT_STRNE(error.what(), "");
      }
    };
    attempt([&] {
      const Spec spec = parse_spec(text);
      ++parsed;
      EXPECT_EQ(parse_spec(to_text(spec)), spec);
      EXPECT_EQ(to_text(spec), text);
    });
    attempt([&] {
      for (const Spec& spec : parse_spec_list(text)) {
        EXPECT_EQ(parse_spec_list(to_text(spec)), std::vector<Spec>{spec});
      }
    });
    attempt([&] { parse_count(text, "x"); });
    attempt([&] { EXPECT_GT(parse_duration(text, "x"), 0ns); });
    attempt([&] { parse_list(text, ',', "x"); });
    attempt([&] { find_info(kEngines, text, "engine"); });
  }
  EXPECT_GT(parsed, 100);
}

}  // namespace
}  // namespace banyan::bench
