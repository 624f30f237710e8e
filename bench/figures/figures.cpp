// Drawing the figures of a run by gnuplot.
#include "bench/figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "bench/machine/subprocess.hpp"
#include "bench/report/verdict.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

/// gnuplot's own words are many lines: the one that names the fault is kept.
std::string first_fault(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find_first_not_of(" ^\t\r") != std::string::npos) return line.substr(0, 200);
  }
  return "it gave no reason";
}

/// The figure as it was drawn there; empty if it was not, or not to its end.
std::string svg_in(const std::filesystem::path& folder, const Figure& figure) {
  const auto file = folder / (figure.name + ".svg");
  std::string svg = file_exists(file) ? read_file(file) : "";
  return svg.find("</svg>") == std::string::npos ? "" : svg;
}

/// Runs the program on the scripts in a folder.
Drawing drawn_by(const std::string& program, const std::filesystem::path& folder,
                 const std::vector<Figure>& figures, const std::stop_token& stop) {
  Words command{program, "-d"};  // without the settings of whoever lies at home
  for (const Figure& figure : figures) command.push_back("./" + figure.name + ".gp");
  const Ended ended = run_in(folder, command, stop);
  Drawing drawing;
  for (const Figure& figure : figures) drawing.svgs.push_back(svg_in(folder, figure));
  const auto failed = std::ranges::count(drawing.svgs, std::string());
  if (!ended.started) {
    drawing.fault = fmt::format(
        "There are no figures: {} cannot be started (install gnuplot-nox; then banyan report draws "
        "them).",
        program);
  } else if (failed > 0 && stop.stop_requested()) {
    drawing.fault = fmt::format("{} of {} figures are left out: {} was interrupted.", failed,
                                figures.size(), program);
  } else if (failed > 0) {
    drawing.fault = fmt::format("{} of {} figures are left out: {} failed with: {}.", failed,
                                figures.size(), program, first_fault(ended.errors));
  }
  return drawing;
}

}  // namespace

const std::vector<FigureKind>& figure_kinds() {
  static const std::vector<FigureKind> kKinds{
      {"paper", "Beside the published numbers", "", paper_figures},
      {"study", "What is varied", "", study_figures},
      {"strength", "Playing strength", "matches (strength.json)", strength_figures},
      {"throughput", "Iterations per second", "speed (throughput.json)", throughput_figures},
      {"speedup", "Speed-up over seq, and over one thread",
       "speed of seq and of an engine at two numbers of threads", speedup_figures},
      {"ablation", "What each optimisation brings", "the ablation with naive (ablation.json)",
       ablation_figures},
      {"phases", "Where the time of an iteration goes", "the suite phases (phases.json)",
       phases_figures},
      {"truth", "Failures on solved positions",
       "solved positions (truth.json): a game with an exact solver, and seq", truth_figures},
      {"scaling", "Elo against time, and strength speed-up", "the suite scaling (scaling.json)",
       scaling_figures},
      {"simulated", "Simulated workers", "", simulated_figures},
      {"policies", "What search policies bring", "the suite policies (policies.json)",
       policies_figures},
  };
  return kKinds;
}

std::vector<std::string> games_to_draw(const RunData& data, const std::vector<std::string>& games) {
  std::vector<std::string> worth = games;
  std::erase_if(worth, [&](const std::string& game) { return is_trivial(data, game); });
  return worth.empty() ? games : worth;
}

Drawing draw(const Folder& folder, const std::vector<Figure>& figures, const std::string& program,
             const std::stop_token& stop) {
  if (figures.empty()) return {};
  const Folder into = folder.within("figures");
  into.remove_leftovers();
  std::optional<TemporaryFolder> made;
  try {
    made.emplace();
  } catch (const FileError& error) {
    return {std::vector<std::string>(figures.size()),
            fmt::format("There are no figures: {}", error.what())};
  }
  const std::filesystem::path& place = made->path();
  for (const Figure& figure : figures) {
    write_file_whole(place / (figure.name + ".dat"), figure.data);
    write_file_whole(place / (figure.name + ".gp"), gnuplot_script(figure));
  }
  Drawing drawing = drawn_by(program, place, figures, stop);
  for (const Figure& figure : figures) {
    for (const char* ending : {".dat", ".gp", ".svg", ".pdf"}) {
      const std::string name = figure.name + ending;
      // An old one must not pass for a new one.
      file_exists(place / name) ? into.write(name, read_file(place / name)) : into.remove(name);
    }
  }
  return drawing;
}

Figures draw_figures(const Folder& folder, const RunData& data, const std::string& program,
                     const std::stop_token& stop) {
  Figures figures;
  std::vector<Figure> all;
  for (const FigureKind& kind : figure_kinds()) {
    const std::vector<Figure> drawn = kind.draw(data);
    // A paper or a study has what it asks, and never meant to have more.
    const bool whole = data.paper.name.empty() && !data.study;
    const bool expected = whole && *kind.needs != '\0';
    if (drawn.empty() && expected) {
      figures.left_out.push_back(
          fmt::format("\"{}\" is left out: this run lacks {}.", kind.heading, kind.needs));
    }
    for (const Figure& figure : drawn) {
      all.push_back(figure);
      figures.drawn.push_back({&kind, figure, {}});
    }
  }
  Drawing drawing = draw(folder, all, program, stop);
  if (drawing.fault) figures.left_out.push_back(*drawing.fault);
  for (std::size_t i = 0; i < all.size(); ++i) figures.drawn[i].svg = std::move(drawing.svgs[i]);
  std::erase_if(figures.drawn, [](const DrawnFigure& drawn) { return drawn.svg.empty(); });
  return figures;
}

}  // namespace banyan::bench
