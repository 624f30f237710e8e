// The suite of a published experiment.
#include "bench/machine/machine.hpp"
#include "bench/papers/papers.hpp"

namespace banyan::bench {

Suite paper_suite(const SuiteOptions& options) {
  if (options.paper.empty()) {
    throw UsageError("--suites paper is of a published experiment: name it with --paper.");
  }
  const Paper& paper = find_paper(options.paper);
  const int cores = static_cast<int>(available_cpus().size());
  return suite_of_items("paper", "results", paper.items(options, cores),
                        [&paper](const Json& results) { return paper_json(paper, results); });
}

}  // namespace banyan::bench
