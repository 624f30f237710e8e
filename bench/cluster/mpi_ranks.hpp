// The processes of a run that mpirun or srun has started. The one part of Banyan that knows MPI.
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

/// Whoever sends or waits makes MPI's calls, one thread at a time, so that MPI_THREAD_SERIALIZED is
/// enough; MPI_THREAD_MULTIPLE would lock more often. (With a thread of its own for them, every
/// message waits for two more threads to wake: two thirds of the iterations of 8 ranks on 2 busy
/// cores with playouts of 1 ms.)
/// MPI would wait busily: who waits here looks and sleeps, longer and longer. A thread that looks
/// each millisecond, or each fourth while nothing comes, serves those who are in a long playout,
/// and sends pulses.
///
/// The first rank and each other send one another pulses. Who hears nothing for as long as
/// BANYAN_PATIENCE says (30 seconds) says so and exits: a run with a dead rank ends.
class MpiRanks final : public Ranks {
 public:
  /// Joins the run that this process was started for; null where no launcher started it. Interrupts
  /// are blocked from here on, as stop_on_interrupt() wants them. Exits with a sentence of the
  /// first rank where BANYAN_PATIENCE is no number of seconds.
  static std::shared_ptr<MpiRanks> join(int channels);

  MpiRanks(int channels, int rank, int size, Clock::duration patience);
  /// Once all ranks have come here.
  ~MpiRanks() override;

  /// MPI's version, and what connects the nodes as far as this one shows.
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
  std::mutex mpi_;  // guards MPI and what follows
  std::list<Sent> under_way_;
  std::vector<Clock::time_point> heard_;  // of each rank
  Clock::time_point looked_ = Clock::now();
  Clock::time_point pulsed_;
  Clock::duration nap_ = std::chrono::milliseconds(1);  // of the watch
  std::jthread watch_;
};

}  // namespace banyan::bench
