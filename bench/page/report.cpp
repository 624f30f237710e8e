// Bringing the parts of a report together.
#include "bench/page/report.hpp"

#include "bench/figures/figures.hpp"
#include "bench/page/html.hpp"
#include "bench/report/run_data.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {

Report write_report(const std::filesystem::path& folder, const std::string& gnuplot,
                    const std::stop_token& stop) {
  const RunData data = read_run(folder);
  remove_leftovers(folder / "figures");
  const Figures figures = draw_figures(data, gnuplot, stop);
  Report report{folder / "report.html", figures.drawn.size(), data.missing};
  report.notes.insert(report.notes.end(), figures.left_out.begin(), figures.left_out.end());
  write_rows(folder, data.table);
  write_file_within(folder, "report.html", report_html(data, figures));
  return report;
}

}  // namespace banyan::bench
