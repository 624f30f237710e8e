// The documents' examples can be typed in: their commands, options, engines and games exist.
// cmake/consumer_test checks that C++ programs compile and print what a page says.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bench/documents/documents_test.hpp"
#include "bench/engines/keys/latency_keys.hpp"
#include "bench/match/together/sweep.hpp"
#include "bench/program_test.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

/// What is wrong with a text that `parse` should accept; empty if nothing.
template <class Parse>
std::string wrong_with(const std::string& text, Parse parse) {
  try {
    parse(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

std::string wrong_with_value(const std::string& option, const std::string& value) {
  static const std::set<std::string> kEngine{"--engine", "--a", "--b", "--c", "--d", "--judge"};
  if (option == "--game") return wrong_with(value, parse_game);
  if (option == "--games") return wrong_with(value, parse_games);
  if (kEngine.contains(option) && !has_list(value)) return wrong_with(value, parse_engine);
  if (option == "--engines") return wrong_with(value, parse_engines);
  return "";
}

/// Of a match whose engines have lists of values.
std::string wrong_with_sweep(const std::vector<std::string>& words) {
  const auto value = [&](const char* option) {
    const auto at = std::ranges::find(words, option);
    return at == words.end() || at + 1 == words.end() ? std::string() : at[1];
  };
  if (!has_list(value("--a")) && !has_list(value("--b"))) return "";
  return wrong_with("", [&](const std::string&) {
    for (const SweptPair& pair : parse_sweep(value("--a"), value("--b")).pairs) {
      parse_engine(pair.a);
      parse_engine(pair.b);
    }
  });
}

/// The help of one of the program's commands.
const std::string& help_of(const std::string& command) {
  static std::map<std::string, std::string> known;
  if (!known.contains(command)) known[command] = run_banyan({command, "--help"}).out;
  return known[command];
}

/// What is wrong with `words` after ./run; empty if nothing.
std::string wrong_with_command(std::vector<std::string> words) {
  words.erase(words.begin());
  if (words.at(0) == "mpirun") words.erase(words.begin(), words.begin() + 3);
  const bool by_search = words.at(0) == "profile";
  static const std::set<std::string> kOfRun{"test",   "check",   "rehearse", "loops",
                                            "fuzz",   "stress",  "python",   "docs",
                                            "report", "compare", "package"};
  if (kOfRun.contains(words[0]) || words[0].starts_with("-")) return "";
  const std::string& help = help_of(by_search ? "search" : words[0]);
  const std::string usage = "Usage: banyan " + (by_search ? std::string("search") : words[0]) + " ";
  if (help.find(usage) == std::string::npos) {
    return "there is no command " + words[0];
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string option = words[i].substr(0, words[i].find('='));
    if (!std::regex_match(option, std::regex("--[a-z].*")) ||
        (by_search && option == "--callgrind"))
      continue;
    if (!std::regex_search(help, std::regex(option + "[ \n,]"))) {
      return words[0] + " has no " + option;
    }
    if (i + 1 == words.size()) continue;
    const std::string wrong = wrong_with_value(option, words[i + 1]);
    if (!wrong.empty()) return wrong;
  }
  return wrong_with_sweep(words);
}

TEST(Examples, AreCommandsThatTheProgramUnderstands) {
  int commands = 0;
  for (const Document& page : documents()) {
    for (const CodeBlock& block : page.code) {
      if (block.language != "sh") continue;
      for (const std::vector<std::string>& words : commands_in(block.text)) {
        ++commands;
        EXPECT_EQ(wrong_with_command(words), "") << page.path << ":\n" << block.text;
      }
    }
  }
  EXPECT_GT(commands, 50);
}

TEST(Examples, AreRefusedWhereTheyCannotBeTypedIn) {
  const auto wrong = [](const std::string& shell) {
    return wrong_with_command(commands_in(shell).at(0));
  };
  EXPECT_EQ(wrong("./run search --game hex --engine \\\n    tree:threads=2  # two\n"), "");
  EXPECT_EQ(wrong("./run serach --game hex\n"), "there is no command serach");
  EXPECT_EQ(wrong("./run search --gmae hex\n"), "search has no --gmae");
  EXPECT_NE(wrong("./run search --game hexx --engine seq\n").find("unknown game"),
            std::string::npos);
  EXPECT_NE(wrong("./run mpirun -n 2 match --game hex --a sqe\n").find("unknown engine"),
            std::string::npos);
}

/// A command of a page, and the lines that the page says it prints; "..." stands for any others.
struct Example {
  std::string page;
  std::vector<std::string> command;
  std::string shown;
};

std::vector<Example> examples_with_output() {
  std::vector<Example> examples;
  for (const Document& page : documents()) {
    if (page.path != "README.md" && page.path != "docs/artifact.md") continue;
    for (std::size_t i = 1; i < page.code.size(); ++i) {
      if (page.code[i].language != "text" || page.code[i - 1].language != "sh") continue;
      for (std::vector<std::string>& words : commands_in(page.code[i - 1].text)) {
        words.erase(words.begin());
        examples.push_back({page.path.string(), words, page.code[i].text});
      }
    }
  }
  return examples;
}

// What they search is the same on every machine, whatever its time.
TEST(Examples, OfTheReadmeAndTheArtifactPrintWhatTheySay) {
  const std::vector<Example> examples = examples_with_output();
  EXPECT_EQ(examples.size(), 2U);
  for (const Example& example : examples) {
    const Outcome outcome = run_banyan(example.command);
    std::istringstream lines(example.shown);
    for (std::string line; std::getline(lines, line);) {
      if (line == "...") continue;
      EXPECT_NE(("\n" + outcome.out).find("\n" + line + "\n"), std::string::npos)
          << example.page << " shows '" << line << "', but the program prints:\n"
          << outcome.out;
    }
  }
}

ServerTimes read_latency(const std::string& text) { return parse_latency(text, "latency"); }

/// Whether a span of code is a spec with keys, like tree:threads=2.
bool looks_like_spec(const std::string& span) {
  static const std::regex kSpec("[a-z_0-9]+:[a-z_]+=[^ ;<]+");
  return std::regex_match(span, kSpec) && span.find("...") == std::string::npos &&
         !span.ends_with('=') && !span.starts_with("name:");
}

TEST(Examples, NameEnginesAndGamesThatThereAre) {
  std::set<std::string> game_names;
  for (const GameInfo& game : games()) game_names.insert(game.info.name);
  const std::set<std::string> latencies{"constant", "exponential", "lognormal", "pareto"};
  int specs = 0;
  for (const Document& page : documents()) {
    for (const std::string& line : page.prose) {
      for (const std::string& span : code_spans(line)) {
        if (!looks_like_spec(span)) continue;
        ++specs;
        const std::string name = span.substr(0, span.find(':'));
        EXPECT_EQ(game_names.contains(name)  ? wrong_with(span, parse_game)
                  : latencies.contains(name) ? wrong_with(span, read_latency)
                                             : wrong_with(span, parse_engine),
                  "")
            << page.path;
      }
    }
  }
  EXPECT_GT(specs, 25);
}

TEST(Examples, SayInWhichLanguageTheyAre) {
  static const std::set<std::string> kLanguages{"sh", "text",  "cpp",   "python",
                                                "r",  "cmake", "bibtex"};
  for (const Document& page : documents()) {
    for (const CodeBlock& block : page.code) {
      EXPECT_TRUE(kLanguages.contains(block.language))
          << page.path << " has a block of '" << block.language << "'";
      if (block.language != "cpp") continue;
      EXPECT_TRUE(std::regex_search(block.text, std::regex("^// [a-z_]+\\.cpp: ")))
          << page.path << " has a program without a name, which nothing compiles:\n"
          << block.text;
    }
  }
}

}  // namespace
}  // namespace banyan::bench
