// The processes of a run that mpirun or srun started. Only this part of Banyan knows MPI.
#pragma once

#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "bench/text/json.hpp"
#include "parallel/cluster/ranks.hpp"

namespace banyan::bench {

/// The thread that sends or waits makes the MPI calls, one thread at a time, so
/// MPI_THREAD_SERIALIZED suffices; MPI_THREAD_MULTIPLE would lock more often. (With a separate MPI
/// thread, every message waits for two more threads to wake: two thirds of the iterations of 8
/// ranks on 2 busy cores with playouts of 1 ms.) MPI would wait busily; here, a waiting thread
/// polls and sleeps, longer and longer. A thread that polls every millisecond, or every fourth
/// while nothing arrives, serves workers in long playouts and sends pulses.
///
/// The first rank and each other one exchange pulses. A rank that hears nothing for BANYAN_PATIENCE
/// (30 seconds) reports it and exits: a run with a dead rank ends.
class MpiRanks final : public Ranks {
 public:
  /// Joins the run that this process was started for; null if no launcher started it. From here on
  /// interrupts are blocked, as stop_on_interrupt() needs. If BANYAN_PATIENCE is not a number of
  /// seconds, exits with a sentence of the first rank.
  static std::shared_ptr<MpiRanks> join(int channels);

  MpiRanks(int channels, int rank, int size, Clock::duration patience);
  /// Returns when all ranks have called it.
  ~MpiRanks() override;

  /// MPI's version, and the interconnect if it can be found.
  [[nodiscard]] Json details() const;

  void collect() override;
  void wait(int channel, Clock::duration longest) override;

 protected:
  void carry(int to, int channel, Bytes packet) override;

 private:
  struct Sent;

  void send(int to, int channel, Bytes packet);
  void receive();
  void keep_pulse();
  void watch();

  int pulse_;  // its channel
  Clock::duration patience_;
  std::mutex mpi_;  // guards MPI and the members below
  std::list<Sent> under_way_;
  std::vector<Clock::time_point> heard_;  // of each rank
  Clock::time_point looked_ = Clock::now();
  Clock::time_point pulsed_;
  Clock::duration nap_ = std::chrono::milliseconds(1);  // of the polling thread
  std::jthread watch_;
};

}  // namespace banyan::bench
