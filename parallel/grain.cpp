// The tasks of a search, and which worker runs each.
#include "parallel/grain.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

namespace banyan {
namespace {

/// The numbers 0 ... count - 1 of the workers that no task uses. Thread-safe. The last one returned
/// is taken next, while its memory is still in a cache.
class IdleWorkers {
 public:
  explicit IdleWorkers(int count) {
    while (count > 0) idle_.push_back(--count);
  }

  /// Holds a worker during its lifetime.
  class Loan {
   public:
    explicit Loan(IdleWorkers& idle) : idle_(&idle), worker_(idle.take()) {}
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    ~Loan() { idle_->give_back(worker_); }

    [[nodiscard]] int worker() const { return worker_; }

   private:
    IdleWorkers* idle_;
    int worker_;
  };

 private:
  /// Never fails: there are as many workers as parallel tasks.
  int take() {
    const std::lock_guard lock(mutex_);
    const int worker = idle_.back();
    idle_.pop_back();
    return worker;
  }
  void give_back(int worker) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(worker);
  }

  std::mutex mutex_;
  std::vector<int> idle_;
};

}  // namespace

void run_in_tasks(Executor& executor, Budget& budget, CommonStop& ends, std::uint64_t grain,
                  const std::function<void(int)>& task) {
  constexpr std::uint64_t kTasks = 256;  // per thread and round; how many fit the time is unknown
  IdleWorkers idle(executor.threads());
  const auto may_go_on = [&] { return budget.untouched() || !budget.expired(Clock::now()); };
  while (budget.remaining() > 0 && may_go_on()) {
    const std::uint64_t needed = (budget.remaining() + grain - 1) / grain;
    const std::uint64_t most = kTasks * static_cast<std::uint64_t>(executor.threads());
    ends.run(executor, static_cast<int>(std::min(needed, most)), [&](int) {
      if (budget.over() && !budget.untouched()) return;  // its worker reads the clock
      const IdleWorkers::Loan loan(idle);
      task(loan.worker());
    });
  }
}

}  // namespace banyan
