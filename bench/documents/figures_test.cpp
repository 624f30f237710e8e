// The figures that documents show are those of their runs.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "bench/documents/documents_test.hpp"
#include "bench/figures/figures.hpp"
#include "bench/program_test.hpp"
#include "bench/report/run_data.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

/// Of these pages, the figures that stand in a run's own folder of figures.
std::set<fs::path> figures_shown(const std::vector<Document>& pages) {
  static const std::regex kFigure(R"(!\[[^\]]*\]\(([^)]*/figures/[^)]*\.svg)\))");
  std::set<fs::path> shown;
  for (const Document& page : pages) {
    const fs::path folder = (project_root() / page.path).parent_path();
    for (std::sregex_iterator found(page.text.begin(), page.text.end(), kFigure), end; found != end;
         ++found) {
      const fs::path figure = (folder / (*found)[1].str()).lexically_normal();
      const fs::path run = figure.parent_path().parent_path();
      if (fs::exists(run / "run.json")) shown.insert(figure);
    }
  }
  return shown;
}

/// The line by which gnuplot says its version: others draw the same otherwise.
std::string version_in(const std::string& svg) {
  const std::size_t at = svg.find("Produced by GNUPLOT");
  return at == std::string::npos ? "" : svg.substr(at, svg.find('\n', at) - at);
}

TEST(Documents, ShowTheFiguresOfTheirRuns) {
  const std::set<fs::path> shown = figures_shown(all_pages());
  EXPECT_GE(shown.size(), 4U);
  const TemporaryFolder directory;
  fs::path drawn_run;
  for (const fs::path& path : shown) {
    const fs::path run = path.parent_path().parent_path();
    if (run !=
        drawn_run) {  // all of them, as `report` does: gnuplot's first differs from the others
      const RunData data = read_run(run);
      std::vector<Figure> figures;
      for (const FigureKind& kind : figure_kinds()) {
        for (const Figure& figure : kind.draw(data)) figures.push_back(figure);
      }
      if (draw(Folder(directory.path()), figures).fault) GTEST_SKIP() << "no gnuplot";
      drawn_run = run;
    }
    const fs::path figure = directory.path() / "figures" / path.filename();
    ASSERT_TRUE(fs::exists(figure)) << path << " is no figure of its run";
    const std::string drawn = read_file(figure);
    const std::string there = read_file(path);
    if (version_in(drawn) != version_in(there)) GTEST_SKIP() << "drawn by " << version_in(there);
    EXPECT_TRUE(drawn == there) << path << ": build/release/banyan report draws it anew";
  }
}

TEST(Documents, HaveFiguresOfSpeedThatNameEveryEngine) {
  const RunData data = read_run(project_root() / "results" / "xeon-2-cpus");
  const std::vector<Figure> figures = throughput_figures(data);
  ASSERT_FALSE(figures.empty());
  const TemporaryFolder directory;
  if (draw(Folder(directory.path()), figures).fault) GTEST_SKIP() << "no gnuplot";
  for (const Figure& figure : figures) {
    const std::string drawn = read_file(directory.path() / "figures" / (figure.name + ".svg"));
    for (const ThroughputRow& row : data.rows) {
      EXPECT_NE(drawn.find(row.engine), std::string::npos) << figure.name << ", " << row.engine;
    }
  }
}

}  // namespace
}  // namespace banyan::bench
