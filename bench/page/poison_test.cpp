// Results whose texts are hostile: no command of theirs runs, no element or control code of theirs
// is shown.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bench/figures/figures.hpp"
#include "bench/fuzz/poison.hpp"
#include "bench/page/report.hpp"
#include "bench/program_test.hpp"
#include "bench/report/run_data.hpp"
#include "bench/report/summary.hpp"
#include "bench/report/synthetic_run_test.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/utf8.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

/// The files of a run by their names.
using Files = std::map<std::string, Json>;

/// Keeps the first of many alike, at any depth: of results one of each kind. All kinds of text
/// stay.
void shorten(Json& json) {
  static const std::map<std::string, std::size_t> kKept{
      {"benchmarks", 20}, {"rows", 8}, {"sets", 1}};
  if (!json.is_structured()) return;
  for (const auto& [name, value] : json.items()) {
    if (const auto kept = kKept.find(name); kept != kKept.end()) {
      auto& all = value.get_ref<Json::array_t&>();
      all.resize(std::min(all.size(), kept->second));
    } else if (name == "results") {
      std::set<std::string> kinds;
      std::erase_if(value.get_ref<Json::array_t&>(), [&](const Json& result) {
        return !kinds.insert(result["kind"].get<std::string>()).second;
      });
    }
    shorten(value);
  }
}

/// Of a committed run, shortened.
Files committed_run(const char* name) {
  const fs::path results = fs::path(BANYAN_RESULTS_README).parent_path();
  Files run;
  for (const fs::path& file : files_in(results / name)) {
    if (file.extension() != ".json") continue;
    if (file.filename() == "chaslot.json") continue;  // of a suite that is gone: nobody reads it
    shorten(run[file.filename().string()] = Json::parse(read_file(file)));
  }
  return run;
}

/// Runs which between them have every file and every kind of figure.
std::vector<Files> runs() {
  std::vector<Files> all{committed_run("scaling"), committed_run("studies/locks"),
                         committed_run("studies/phase_diagram"),
                         committed_run("studies/scaling_limits"),
                         committed_run("papers/chaslot2008abstract")};
  SyntheticRun synthetic;
  Files& run = all.emplace_back();
  for (const auto& [name, file] : SyntheticRun::files()) run[name] = synthetic.*file;
  run["decision.json"] = run["strength.json"];
  run["decision.json"]["matches"][0]["kind"] = "chosen";
  run["positions.json"] = run["throughput.json"];
  return all;
}

class PoisonedRun : public testing::Test {
 protected:
  /// Writes the run into the folder, and calls `look` on it with each kind of text in it poisoned,
  /// by each of the texts or, if `in_turns`, by the next of them.
  template <class Look>
  void poison(const Files& run, const std::vector<std::string>& texts, bool in_turns,
              const Look& look) {
    fs::remove_all(folder());
    fs::create_directory(folder());
    // Unsynced, being many.
    for (const auto& [name, whole] : run) std::ofstream(folder() / name) << whole.dump();
    std::size_t next = 0;
    for (const auto& [name, whole] : run) {
      const fs::path file = folder() / name;
      JsonPlaces places;
      list_places(whole, places);
      for (const auto& [names, alike] : places) {
        if (!whole[alike.front()].is_string()) continue;
        for (std::size_t i = 0; i < (in_turns ? 1 : texts.size()); ++i) {
          const std::string& poison = texts[next++ % texts.size()];
          std::ofstream(file) << poisoned(whole, alike, poison).dump();
          SCOPED_TRACE(name + names + " with " + poison);
          look(file);
        }
      }
      std::ofstream(file) << whole.dump();
    }
  }

  [[nodiscard]] fs::path folder() const { return directory_.path() / "run"; }
  [[nodiscard]] fs::path ran() const { return directory_.path() / "ran"; }

 private:
  TemporaryFolder directory_;
};

TEST_F(PoisonedRun, IsRefusedForAControlCharacterInAnyTextWhichIsNamed) {
  std::size_t tried = 0;
  for (const Files& run : runs()) {
    poison(run, control_poisons(ran()), true, [&](const fs::path& file) {
      ++tried;
      try {
        read_run(folder());
        ADD_FAILURE() << "is taken";
      } catch (const UsageError& error) {
        const std::string text = error.what();
        EXPECT_TRUE(text.starts_with(file.string() + ": field ")) << text;
        EXPECT_NE(text.find("holds a control character"), std::string::npos) << text;
        EXPECT_FALSE(has_control(text)) << text;
      }
    });
  }
  EXPECT_GT(tried, 100U);
}

TEST_F(PoisonedRun, RunsNothingAndShowsNothingButText) {
  const bool can_draw = run({"sh", "-c", "command -v gnuplot"}).status == 0;
  std::size_t drawn = 0;
  std::size_t shown = 0;
  for (const Files& run : runs()) {
    poison(run, poisons(ran()), false, [&](const fs::path&) {
      try {
        const RunData data = read_run(folder());
        const Summary summary = summarise_run(data);
        EXPECT_FALSE(shows_poison(report_html(data, {})));
        // The command that comes last is code.
        EXPECT_FALSE(shows_poison(summary.markdown.substr(0, summary.markdown.rfind("Repeat "))));
        std::istringstream lines(summary.console);
        for (std::string line; std::getline(lines, line);) EXPECT_FALSE(has_control(line)) << line;
        std::vector<Figure> figures;
        for (const FigureKind& kind : figure_kinds()) {
          for (Figure& figure : kind.draw(data)) {
            const std::string script = gnuplot_script(figure) + figure.data;
            if (script.find("touch ") != std::string::npos) figures.push_back(std::move(figure));
          }
        }
        if (can_draw) {
          EXPECT_EQ(draw(Folder(folder()), figures).fault, std::nullopt);
        }
        drawn += figures.size();
        ++shown;
      } catch (const UsageError&) {  // some texts must be of a kind
      }
    });
  }
  EXPECT_GT(shown, 100U);
  EXPECT_GT(drawn, 30U);
  EXPECT_FALSE(fs::exists(ran()));
}

}  // namespace
}  // namespace banyan::bench
