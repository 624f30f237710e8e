// Pinning by Linux's affinity masks.
#include "parallel/executors/pinning.hpp"

#include <sched.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace banyan {
namespace {

/// CPU numbers that a system's mask can hold; Linux supports at most 8192.
constexpr int kMostCpus = 8192;

struct FreeCpuSet {
  void operator()(cpu_set_t* set) const { CPU_FREE(set); }
};
using CpuMask = std::unique_ptr<cpu_set_t, FreeCpuSet>;

std::size_t mask_bytes() { return CPU_ALLOC_SIZE(kMostCpus); }

CpuMask empty_mask() {
  CpuMask mask(CPU_ALLOC(kMostCpus));
  if (mask) CPU_ZERO_S(mask_bytes(), mask.get());
  return mask;
}

/// Where the calling thread is pinned, and where it could run before.
struct Place {
  static constexpr int kNowhere = -1;
  int cpu = kNowhere;
  std::vector<int> before;
};
thread_local Place cpu_place;

}  // namespace

std::vector<int> cpus_of_thread(int thread) {
  std::vector<int> cpus;
  const CpuMask mask = empty_mask();
  if (mask && ::sched_getaffinity(thread, mask_bytes(), mask.get()) == 0) {
    for (int cpu = 0; cpu < kMostCpus; ++cpu) {
      if (CPU_ISSET_S(static_cast<std::size_t>(cpu), mask_bytes(), mask.get())) cpus.push_back(cpu);
    }
  }
  return cpus;
}

int cpu_of_this_thread() { return ::sched_getcpu(); }

bool pin_this_thread(const std::vector<int>& cpus) {
  const CpuMask mask = empty_mask();
  if (!mask || cpus.empty()) return false;
  for (const int cpu : cpus) {
    if (cpu < 0 || cpu >= kMostCpus) return false;
    CPU_SET_S(static_cast<std::size_t>(cpu), mask_bytes(), mask.get());
  }
  return ::sched_setaffinity(0, mask_bytes(), mask.get()) == 0;
}

Pinning::Pinning(std::vector<int> cpus) : cpus_(std::move(cpus)) {
  const std::vector<int> before = cpus_of_thread();
  if (cpus_.empty()) home_ = before;
  for (const int cpu : cpus_) {
    const bool allowed = pin_this_thread({cpu});
    pin_this_thread(before);
    if (!allowed) throw std::invalid_argument("no thread can run on CPU " + std::to_string(cpu));
  }
}

void Pinning::enter(int thread) const {
  if (cpus_.empty()) return leave();
  const int cpu = cpus_[static_cast<std::size_t>(thread) % cpus_.size()];
  if (cpu == cpu_place.cpu) return;
  if (cpu_place.cpu == Place::kNowhere) cpu_place.before = cpus_of_thread();
  if (pin_this_thread({cpu})) cpu_place.cpu = cpu;
}

void Pinning::enter_worker(int thread) const {
  if (!cpus_.empty()) return enter(thread);
  cpu_place.cpu = Place::kNowhere;
  pin_this_thread(home_);
}

bool Pinning::entered() { return cpu_place.cpu != Place::kNowhere; }

void Pinning::leave() {
  if (cpu_place.cpu == Place::kNowhere) return;
  pin_this_thread(cpu_place.before);
  cpu_place.cpu = Place::kNowhere;
}

}  // namespace banyan
