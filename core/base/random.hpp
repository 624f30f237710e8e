// Random streams: a small fast generator, and the key that separates workers' streams.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>

namespace banyan {

/// Names one stream of random numbers. Streams with different keys are unrelated: no two workers,
/// moves or games of an experiment see the same numbers.
struct StreamKey {
  std::uint64_t seed = 0;
  std::uint64_t game = 0;
  std::uint64_t move = 0;
  std::uint64_t worker = 0;
};

/// The stream that all workers of a search share, for numbers that they must draw alike.
constexpr StreamKey common_key(const StreamKey& key) {
  return {key.seed, key.game, key.move, ~std::uint64_t{0}};
}

/// A bijective scrambler of 64 bits (SplitMix64's finaliser; Stafford 2011, variant 13).
constexpr std::uint64_t scramble(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// wyrand (Wang Yi 2019): one addition and one wide multiplication per 64 bits. Passes PractRand
/// and BigCrush. Satisfies std::uniform_random_bit_generator. One owner at a time.
class Random {
 public:
  using result_type = std::uint64_t;

  explicit constexpr Random(const StreamKey& key) : state_(0x9e3779b97f4a7c15ULL) {
    for (const std::uint64_t part : {key.seed, key.game, key.move, key.worker}) {
      state_ = scramble(state_ + 0x9e3779b97f4a7c15ULL + part);
    }
  }

  constexpr std::uint64_t next() {
    state_ += 0xa0761d6478bd642fULL;
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(state_) * (state_ ^ 0xe7037ed1a0b428dbULL);
    return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
  }

  /// A number in [0, bound), bound > 0. Multiply and shift (Lemire 2019) without the rejection
  /// step: the bias is below bound / 2^32, which no experiment of this size can see.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

  /// A number in [0, 1).
  constexpr double unit() { return static_cast<double>(next() >> 11U) * 0x1p-53; }
  /// A number in (0, 1], for logarithms.
  constexpr double unit_above_zero() { return unit() + 0x1p-53; }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  constexpr result_type operator()() { return next(); }

 private:
  std::uint64_t state_;
};

/// The key of one worker's random stream within a search.
inline StreamKey worker_key(const StreamKey& key, int worker) {
  return {key.seed, key.game, key.move, key.worker + static_cast<std::uint64_t>(worker)};
}

}  // namespace banyan
