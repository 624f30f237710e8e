// The registry of figures, and drawing them.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/figures/figure.hpp"
#include "bench/report/run_data.hpp"
#include "bench/report/studies/solved_studies.hpp"
#include "bench/report/studies/speed_studies.hpp"
#include "bench/text/folder.hpp"

namespace banyan::bench {

/// A kind of figure. To add one, write its `draw` and a line in figures.cpp.
struct FigureKind {
  const char* name;     ///< the beginning of its files' names, unique
  const char* heading;  ///< of its part of the report
  const char* needs;    ///< what a run must hold for it, for the sentence where it does not;
                        ///< empty: only some runs are to have it
  /// One figure a game, or one of all games; none where the run lacks the data.
  std::vector<Figure> (*draw)(const RunData& data);
};

/// All kinds in the order of the report.
const std::vector<FigureKind>& figure_kinds();

/// A figure as it was drawn.
struct DrawnFigure {
  const FigureKind* kind = nullptr;
  Figure figure;
  std::string svg;  ///< the file's content
};

struct Figures {
  std::vector<DrawnFigure> drawn;
  std::vector<std::string> left_out;  ///< a sentence for each kind that is not there
};

/// Figures as they were drawn, and what could not be.
struct Drawing {
  std::vector<std::string> svgs;     ///< of each figure; empty where it could not be drawn
  std::optional<std::string> fault;  ///< a sentence about these
};

/// Draws figures by `program` (gnuplot), which a stop request ends, and writes them, their scripts
/// and data into folder/figures. The program runs in a folder of its own, so that it writes nothing
/// where a link leads. Throws FileError for what cannot be written.
Drawing draw(const Folder& folder, const std::vector<Figure>& figures,
             const std::string& program = "gnuplot", const std::stop_token& stop = {});

/// Draws all figures of a run into its folder, likewise.
Figures draw_figures(const Folder& folder, const RunData& data,
                     const std::string& program = "gnuplot", const std::stop_token& stop = {});

/// These games without the trivial ones, of which speeds say nothing; all if there are no others.
std::vector<std::string> games_to_draw(const RunData& data, const std::vector<std::string>& games);

/// The Elo of A in each of these matches, by its name, with a mark for each budget. The intervals
/// hold for a `family` of so many matches at once.
Figure strength_figure(const std::string& name, const std::string& title,
                       const std::vector<MatchRow>& matches, std::size_t family = 1);

/// Which choice of a study loses least where: a heat map of a set of solved positions, a row a line
/// of the study's table. In rules_figure.cpp.
Figure rules_figure(const Study& study, const SolvedTable& table);

/// The value that each choice loses beyond the best one against the iterations of a worker, all
/// games together, a part for each number of simulated workers. Nothing if some line has no such
/// numbers, or workers have only one or two lengths. In lengths_figure.cpp.
std::optional<Figure> lengths_figure(const Study& study, const std::vector<SolvedTable>& tables);

// The kinds, in speed_, phases_, truth_, strength_, scaling_, simulated_, paper_ and
// study_figures.cpp.
std::vector<Figure> throughput_figures(const RunData& data);
std::vector<Figure> speedup_figures(const RunData& data);
std::vector<Figure> ablation_figures(const RunData& data);
std::vector<Figure> phases_figures(const RunData& data);
std::vector<Figure> truth_figures(const RunData& data);
std::vector<Figure> strength_figures(const RunData& data);
std::vector<Figure> scaling_figures(const RunData& data);
std::vector<Figure> simulated_figures(const RunData& data);
std::vector<Figure> policies_figures(const RunData& data);
std::vector<Figure> paper_figures(const RunData& data);
std::vector<Figure> study_figures(const RunData& data);

}  // namespace banyan::bench
