// Drawing the figures of a run by gnuplot.
#include "bench/report/figures.hpp"

#include <fmt/format.h>

#include <system_error>

#include "bench/files.hpp"
#include "bench/report/subprocess.hpp"

namespace banyan::bench {
namespace {

/// gnuplot's own words are many lines: the one that names the fault is kept.
std::string first_fault(const std::string& text) {
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    if (line.find_first_not_of(" ^\t\r") != std::string::npos) return line.substr(0, 200);
    begin = end + 1;
  }
  return "it gave no reason";
}

}  // namespace

const std::vector<FigureKind>& figure_kinds() {
  static const std::vector<FigureKind> kKinds{
      {"paper", "Beside the published numbers", "", paper_figures},
      {"throughput", "Iterations per second", "speed (throughput.json)", throughput_figures},
      {"speedup", "Speed-up over the sequential core",
       "speed of seq and of an engine at two numbers of threads", speedup_figures},
      {"efficiency", "Efficiency", "speed of seq and of an engine at two numbers of threads",
       efficiency_figures},
      {"ablation", "What each optimisation brings", "the ablation with naive (ablation.json)",
       ablation_figures},
      {"phases", "Where the time of an iteration goes", "the suite phases (phases.json)",
       phases_figures},
      {"truth", "Failures on solved positions",
       "solved positions (truth.json): a game with an exact solver, and seq", truth_figures},
      {"strength", "Playing strength", "matches (strength.json)", strength_figures},
      {"scaling", "Elo against time, and strength speed-up", "the suite scaling (scaling.json)",
       scaling_figures},
      {"chaslot", "The table of Chaslot, Winands and van den Herik (2008)",
       "the suite chaslot (chaslot.json)", chaslot_figures},
      {"policies", "What search policies bring", "the suite policies (policies.json)",
       policies_figures},
      {"memory", "Memory and depth of the tree", "speed (throughput.json)", memory_figures},
  };
  return kKinds;
}

Figures draw_figures(const RunData& data, const std::string& program) {
  const auto folder = data.folder / "figures";
  Figures figures;
  Words command{program};
  for (const FigureKind& kind : figure_kinds()) {
    std::vector<Figure> drawn = kind.draw(data);
    const bool expected = data.paper.empty() && *kind.needs != '\0';
    if (drawn.empty() && expected) {
      figures.left_out.push_back(
          fmt::format("\"{}\" is left out: this run lacks {}.", kind.heading, kind.needs));
    }
    for (Figure& figure : drawn) {
      make_directories(folder);
      write_file_whole(folder / (figure.name + ".dat"), figure.data);
      write_file_whole(folder / (figure.name + ".gp"), gnuplot_script(figure));
      for (const char* ending : {".svg", ".pdf"}) {  // an old one must not pass for a new one
        std::error_code ignored;
        std::filesystem::remove(folder / (figure.name + ending), ignored);
      }
      command.push_back(figure.name + ".gp");
      figures.drawn.push_back({&kind, std::move(figure), {}});
    }
  }
  if (figures.drawn.empty()) return figures;

  const Ended ended = run_in(folder, command);
  if (!ended.started) {
    figures.drawn.clear();
    figures.left_out = {fmt::format(
        "There are no figures: {} cannot be started (install gnuplot-nox; then banyan report draws "
        "them).",
        program)};
    return figures;
  }
  std::vector<DrawnFigure> whole;
  std::size_t failed = 0;
  for (DrawnFigure& drawn : figures.drawn) {
    const auto svg = folder / (drawn.figure.name + ".svg");
    if (file_exists(svg)) drawn.svg = read_file(svg);
    if (drawn.svg.find("</svg>") != std::string::npos) {
      whole.push_back(std::move(drawn));
    } else {
      ++failed;
    }
  }
  if (failed > 0) {
    figures.left_out.push_back(fmt::format("{} of {} figures are left out: {} failed with: {}.",
                                           failed, failed + whole.size(), program,
                                           first_fault(ended.errors)));
  }
  figures.drawn = std::move(whole);
  return figures;
}

}  // namespace banyan::bench
