// Packets by MPI.
#include "bench/cluster/mpi_ranks.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "bench/cluster/coordinator.hpp"
#include "bench/cluster/patience.hpp"
#include "bench/machine/interrupt.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/standard_error.hpp"

namespace banyan::bench {
namespace {

using namespace std::chrono_literals;

/// Whether mpirun (of Open MPI or MPICH) or srun started this process as part of a run.
bool launched() {
  return std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr || std::getenv("PMIX_RANK") != nullptr ||
         std::getenv("PMI_RANK") != nullptr;
}

/// Programs that this one starts are not part of the run.
void forget_launcher() {
  std::vector<std::string> names;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    for (const std::string_view prefix : {"OMPI_", "PMIX_", "PMI_"}) {
      if (text.starts_with(prefix)) names.emplace_back(text.substr(0, text.find('=')));
    }
  }
  for (const std::string& name : names) ::unsetenv(name.c_str());
}

/// All ranks read the same value; one reports an error in it.
Clock::duration patience_or_exit(int rank) {
  try {
    return parse_patience(std::getenv(kPatienceVariable));
  } catch (const UsageError& error) {
    if (rank == 0) print_to_standard_error("banyan: {}\n", error.what());
    MPI_Finalize();
    std::exit(kUsage);
  }
}

}  // namespace

struct MpiRanks::Sent {
  Bytes packet;
  MPI_Request request = MPI_REQUEST_NULL;
};

std::shared_ptr<MpiRanks> MpiRanks::join(int channels) {
  if (!launched()) return nullptr;
  block_interrupts();  // MPI starts threads
  // With more ranks than cores, each poll of Open MPI would give up the core; ours are rare.
  ::setenv("OMPI_MCA_mpi_yield_when_idle", "0", 1);
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) end_run("this MPI was built without threads.");
  forget_launcher();
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return std::make_shared<MpiRanks>(channels, rank, size, patience_or_exit(rank));
}

MpiRanks::MpiRanks(int channels, int rank, int size, Clock::duration patience)
    : Ranks(channels, rank, size),
      pulse_(channels),
      patience_(patience),
      heard_(static_cast<std::size_t>(size), Clock::now()),
      watch_([this](const std::stop_token& stop) {
        while (!stop.stop_requested()) watch();
      }) {}

MpiRanks::~MpiRanks() {
  watch_.request_stop();
  watch_.join();
  std::thread([longest = patience_] {  // in case a rank has died meanwhile
    std::this_thread::sleep_for(longest);
    end_run("the other ranks do not come to their end.");
  })
      .detach();
  for (bool sent = false; !sent; std::this_thread::sleep_for(100us)) {
    const std::lock_guard lock(mpi_);
    receive();
    sent = under_way_.empty();
  }
  MPI_Finalize();
}

Json MpiRanks::details() const {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string_view version(text, static_cast<std::size_t>(length));
  Json adapters = Json::array();
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/sys/class/infiniband", none)) {
    adapters.push_back(entry.path().filename().string());
  }
  return {{"mpi", version.substr(0, version.find_first_of(",\n"))}, {"infiniband", adapters}};
}

void MpiRanks::carry(int to, int channel, Bytes packet) {
  const std::lock_guard lock(mpi_);
  send(to, channel, std::move(packet));
}

void MpiRanks::collect() {
  const std::unique_lock lock(mpi_, std::try_to_lock);
  if (lock) receive();  // otherwise another thread does it
}

void MpiRanks::wait(int channel, Clock::duration longest) {
  const Clock::time_point end = Clock::now() + longest;
  constexpr Clock::duration kShortest = 20us;  // after one message, another often follows soon
  Clock::duration nap = kShortest;
  while (!mailbox(channel).wait(nap) && Clock::now() < end) {
    collect();
    nap = nap < 16 * kShortest ? 2 * nap : kShortest;
  }
}

void MpiRanks::watch() {
  std::this_thread::sleep_for(nap_);
  const std::lock_guard lock(mpi_);
  receive();
  keep_pulse();
  const auto quiet = Clock::now() - *std::ranges::max_element(heard_);
  nap_ = std::clamp<Clock::duration>(quiet, 1ms, 4ms);
}

void MpiRanks::send(int to, int channel, Bytes packet) {
  Sent& sent = under_way_.emplace_back();
  sent.packet = std::move(packet);
  MPI_Isend(sent.packet.data(), static_cast<int>(sent.packet.size()), MPI_BYTE, to, channel,
            MPI_COMM_WORLD, &sent.request);
}

void MpiRanks::receive() {
  under_way_.remove_if([](Sent& sent) {
    int done = 0;
    MPI_Test(&sent.request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  });
  for (;;) {
    int there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (there == 0) return;
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    Bytes packet(static_cast<std::size_t>(bytes));
    MPI_Recv(packet.data(), bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    heard_[static_cast<std::size_t>(status.MPI_SOURCE)] = Clock::now();
    if (status.MPI_TAG != pulse_) mailbox(status.MPI_TAG).put(std::move(packet));
  }
}

void MpiRanks::keep_pulse() {
  const Clock::time_point now = Clock::now();
  // If this process was stopped itself, it has not listened.
  if (now - looked_ > patience_ / 4) std::ranges::fill(heard_, now);
  looked_ = now;
  const bool pulse = now - pulsed_ >= patience_ / 8;
  if (pulse) pulsed_ = now;
  const int last = rank() == 0 ? size() : 1;
  for (int other = rank() == 0 ? 1 : 0; other < last; ++other) {
    const auto silence = now - heard_[static_cast<std::size_t>(other)];
    if (silence > patience_) {
      end_run(fmt::format(
          "rank {} has not been heard of for {} s ({}): the run ends. What was finished is kept.",
          other, std::chrono::duration_cast<std::chrono::seconds>(silence).count(),
          kPatienceVariable));
    }
    if (pulse) send(other, pulse_, {});
  }
}

}  // namespace banyan::bench
