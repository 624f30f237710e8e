#include "bench/networks/training.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "core/game/features.hpp"

namespace banyan::bench {
namespace {

using Lessons = std::vector<const Lesson*>;

struct Split {
  Lessons learned;
  Lessons held_out;
};

Split split(const std::vector<GameLessons>& games) {
  Split split;
  for (std::size_t i = 0; i < games.size(); ++i) {
    Lessons& part = i % kHeldOut == kHeldOut - 1 ? split.held_out : split.learned;
    for (const Lesson& lesson : games[i]) part.push_back(&lesson);
  }
  return split;
}

/// Averages the losses of batches of several sizes.
class MeanLoss {
 public:
  void add(const Loss& loss, std::size_t lessons) {
    const auto weight = static_cast<double>(lessons);
    sum_.value += loss.value * weight;
    sum_.moves += loss.moves * weight;
    sum_.leaders += loss.leaders * weight;
    lessons_ += weight;
  }
  [[nodiscard]] Loss mean() const {
    if (lessons_ == 0) return {};
    return {sum_.value / lessons_, sum_.moves / lessons_, sum_.leaders / lessons_};
  }

 private:
  Loss sum_;
  double lessons_ = 0;
};

/// Turns and mirrors lessons at random.
class Turner {
 public:
  explicit Turner(const Observation& seen)
      : features_(turned(seen.features, seen.symmetry)),
        moves_(turned(seen.moves, seen.symmetry)) {}

  /// Turns both alike: a grid of moves has at most the symmetries of the features'.
  Lesson turn(const Lesson& lesson, Random& random) const {
    const auto ways = static_cast<std::uint32_t>(std::min(features_.size(), moves_.size()));
    const std::size_t way = random.below(ways);
    Lesson result = lesson;
    for (std::uint16_t& place : result.ones) place = features_[way][place];
    for (std::uint16_t& place : result.moves) place = moves_[way][place];
    return result;
  }

 private:
  std::vector<std::vector<std::uint16_t>> features_;
  std::vector<std::vector<std::uint16_t>> moves_;
};

void shuffle(Lessons& lessons, Random& random) {
  for (std::size_t i = lessons.size(); i > 1; --i) {
    std::swap(lessons[i - 1], lessons[random.below(static_cast<std::uint32_t>(i))]);
  }
}

/// Calls use(lessons of a batch) for every batch.
template <class Use>
void by_batches(const Lessons& lessons, int batch, Use use) {
  const auto size = static_cast<std::size_t>(batch);
  for (std::size_t i = 0; i < lessons.size(); i += size) {
    use(std::span(lessons).subspan(i, std::min(size, lessons.size() - i)));
  }
}

}  // namespace

std::uint64_t steps_of(const std::vector<GameLessons>& games, const TrainingOptions& options) {
  const auto batch = static_cast<std::uint64_t>(options.batch);
  return (split(games).learned.size() + batch - 1) / batch *
         static_cast<std::uint64_t>(options.epochs);
}

Network train(const GameChoice& game, const std::vector<GameLessons>& games,
              const TrainingOptions& options, const std::function<void()>& step_done,
              const std::function<void(const Epoch&)>& epoch_done, const std::stop_token& stop) {
  const Observation seen = *game.start->observe();
  Random random({options.seed, 0, 0, 0});
  Network network(game.canonical, {seen.features.size(), options.hidden, seen.moves.size()},
                  random);
  Trainer trainer(network);
  const Turner turner(seen);
  Split lessons = split(games);
  const auto steps = static_cast<double>(steps_of(games, options));
  double done = 0;
  for (int epoch = 1; epoch <= options.epochs && !stop.stop_requested(); ++epoch) {
    MeanLoss learned;
    shuffle(lessons.learned, random);
    by_batches(lessons.learned, options.batch, [&](std::span<const Lesson* const> batch) {
      if (stop.stop_requested()) return;
      std::vector<Lesson> turned_batch;
      for (const Lesson* lesson : batch) turned_batch.push_back(turner.turn(*lesson, random));
      Lessons pointers;
      for (const Lesson& lesson : turned_batch) pointers.push_back(&lesson);
      const double rate = options.rate * (1 + std::cos(std::numbers::pi * done++ / steps)) / 2;
      learned.add(trainer.learn(pointers, rate), batch.size());
      step_done();
    });
    MeanLoss held_out;
    by_batches(lessons.held_out, options.batch, [&](std::span<const Lesson* const> batch) {
      held_out.add(trainer.test(batch), batch.size());
    });
    epoch_done({epoch, learned.mean(), held_out.mean()});
  }
  return network;
}

}  // namespace banyan::bench
