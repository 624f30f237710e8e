// The program `banyan`; with MPI, one of its ranks.
#include "bench/program/program.hpp"
#if BANYAN_MPI
#include "bench/cluster/coordinator.hpp"
#include "bench/cluster/mpi_ranks.hpp"
#include "bench/games/plugins.hpp"
#include "bench/machine/provenance.hpp"
#include "bench/tasks.hpp"
#include "bench/text/spec.hpp"
#endif

namespace banyan::bench {
namespace {

/// Before the libraries and the program initialise their objects, which takes memory too.
[[gnu::section(".preinit_array"), gnu::used]] void (*const kFirst)() = report_lack_of_memory;

#if BANYAN_MPI
/// The whole run of the first rank.
int drive_all(const Json& details, int argc, char** argv) {
  Coordinator all(this_run(), details);
  coordinator() = &all;
  further_provenance()["cluster"] = all.provenance();
  return run_program(argc, argv);
}

/// The whole run of any other rank, which knows plugins by its environment alone. What is wrong
/// with one the first rank says; where it lies on the first rank's machine alone, its game is
/// unknown.
int serve_others() {
  try {
    load_plugins_of_environment();
  } catch (const UsageError&) {
  }
  return serve(all_tasks());
}
#endif

}  // namespace
}  // namespace banyan::bench

int main(int argc, char** argv) {
  using namespace banyan::bench;
  prepare_process();
#if BANYAN_MPI
  if (const auto run = MpiRanks::join(kChannels)) {
    this_run() = run;
    const int status = run->rank() == 0 ? drive_all(run->details(), argc, argv) : serve_others();
    this_run() = nullptr;
    return status;
  }
#endif
  return run_program(argc, argv);
}
