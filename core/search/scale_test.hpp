// How much work a test does: less if a sanitizer or a missing optimiser slows every step.
#pragma once

#include <algorithm>

namespace banyan {

#ifdef __has_feature
#define BANYAN_HAS_FEATURE(feature) __has_feature(feature)
#else
#define BANYAN_HAS_FEATURE(feature) 0
#endif

#if defined(__SANITIZE_THREAD__) || BANYAN_HAS_FEATURE(thread_sanitizer)
inline constexpr int kSlowdown = 10;
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#if defined(__SANITIZE_ADDRESS__) || BANYAN_HAS_FEATURE(address_sanitizer) || !defined(__OPTIMIZE__)
inline constexpr int kSlowdown = 4;
#else
inline constexpr int kSlowdown = 1;
#endif
#endif

#undef BANYAN_HAS_FEATURE

/// `count` in a plain optimised build, a fraction of it elsewhere, at least 1.
template <class T>
constexpr T scaled(T count) {
  return std::max(T{1}, static_cast<T>(count / static_cast<T>(kSlowdown)));
}

}  // namespace banyan
