// Workers with a search each, whose results travel to worker 0.
#include "parallel/cluster/independent_searches.hpp"

#include <cassert>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/saturating.hpp"
#include "parallel/options.hpp"

namespace banyan {
namespace {

// ---- a result as bytes -------------------------------------------------------------------------

/// What of a result has always the same size.
struct FixedPart {
  std::uint64_t iterations;
  std::uint64_t playouts;
  std::uint64_t finished;
  double seconds;
  double value;
  TreeShape tree;
  std::optional<Points> proven;
  std::uint32_t best_move;
};

template <class T>
void append_counted(Bytes& bytes, const std::vector<T>& values) {
  append(bytes, static_cast<std::uint64_t>(values.size()));
  append(bytes, std::span<const T>(values));
}
template <class T>
std::vector<T> read_counted(Reader& reader) {
  std::vector<T> values(reader.read<std::uint64_t>());
  reader.read(std::span<T>(values));
  return values;
}

void append_result(Bytes& bytes, const SearchResult& result) {
  append(bytes, FixedPart{result.iterations, result.playouts, result.finished, result.seconds,
                          result.value, result.tree, result.proven, result.best_move});
  append_counted(bytes, result.values);
  append_counted(bytes, result.principal_variation);
  append_counted(bytes, result.children);
  for (const auto& [name, count] : result.counters) {
    append_counted(bytes, std::vector<char>(name.begin(), name.end()));
    append(bytes, count);
  }
}

SearchResult read_result(Reader& reader) {
  const auto fixed = reader.read<FixedPart>();
  SearchResult result;
  result.iterations = fixed.iterations;
  result.playouts = fixed.playouts;
  result.finished = fixed.finished;
  result.seconds = fixed.seconds;
  result.value = fixed.value;
  result.tree = fixed.tree;
  result.proven = fixed.proven;
  result.best_move = fixed.best_move;
  result.values = read_counted<double>(reader);
  result.principal_variation = read_counted<std::uint32_t>(reader);
  result.children = read_counted<RootChild>(reader);
  while (!reader.left().empty()) {
    const auto name = read_counted<char>(reader);
    result.counters[std::string(name.begin(), name.end())] = reader.read<std::uint64_t>();
  }
  return result;
}

// ---- a worker ----------------------------------------------------------------------------------

/// All workers send their reports and results to worker 0, in one message each. As with the other
/// schemes, these last messages are not counted.
class IndependentWorker final : public ClusterWorker {
 public:
  /// Its search by its share of the limits; an empty result if it has none.
  using OwnSearch = std::function<SearchResult()>;

  IndependentWorker(const ClusterOptions& options, Port& port, OwnSearch search)
      : ClusterWorker(options, port), search_(std::move(search)), results_(reports_.size()) {}

  bool step() override {
    if (!searched_) {
      run();
      return true;
    }
    bool busy = false;
    for (std::span<const std::byte> message; port_->receive(message); busy = true) {
      take(Reader(message));
    }
    if (first() && others_reported()) tell();
    return busy;
  }

  [[nodiscard]] SearchResult result() const override {
    std::vector<IterationCounts> workers;
    for (const SearchResult& result : results_) {
      if (result.root_visits() > 0) workers.emplace_back().iterations = result.iterations;
    }
    SearchResult result = merge_results(results_, options_->merge, options_->final_move);
    count_workers(workers, result);
    count_cluster(reports_, result);
    return result;
  }

 private:
  void run() {
    searched_ = true;
    SearchResult own = search_();
    const double steps = own.tree.mean_depth * static_cast<double>(own.iterations);
    port_->worked(static_cast<std::uint64_t>(std::llround(steps)), own.playouts);
    if (first()) {
      results_[0] = std::move(own);
      return;
    }
    Bytes found;
    append_result(found, own);
    tell(found);
    port_->flush();
  }

  void tell(const Bytes& found = {}) {
    report_.traffic = port_->traffic();
    report(found);
  }

  void take(Reader reader) {
    [[maybe_unused]] const auto kind = reader.read<MessageKind>();
    assert(first() && kind == MessageKind::kReport);
    const std::uint32_t worker = take_report(reader);
    results_[worker] = read_result(reader);
  }

  OwnSearch search_;
  bool searched_ = false;
  std::vector<SearchResult> results_;  // by worker; worker 0's
};

}  // namespace

SearchResult IndependentSearches::search(const Search& search, const Limits& limits,
                                         const StreamKey& key, const std::stop_token& stop) {
  const auto start = Clock::now();
  CommonStop ends(stop);
  const auto worker_at = [&](Port& port) -> std::unique_ptr<ClusterWorker> {
    const int worker = port.worker();
    const auto own_search = [&, worker]() -> SearchResult {
      const std::optional<Limits> share = share_of(limits, worker, port.workers());
      const bool stopped = worker > 0 && ends.token().stop_requested();
      if (!share || stopped || begins_late(limits, worker, start)) return {};
      SearchResult found = search(worker % here(), *share, worker_key(key, worker), ends.token());
      if (found.proven) ends.stop();
      return found;
    };
    return std::make_unique<IndependentWorker>(group_.options(), port, own_search);
  };
  return group_.run(
      worker_at, [](const ClusterWorker& /*first*/) {}, start);
}

}  // namespace banyan
