// The instruction sets that games are compiled for. Include before any other header of Highway.
//
// All of them, even when the compiler may assume a better one: a build then runs everywhere its
// other code does, and one test run covers every set. Which one is used is chosen at run time.
// HWY_WANT_AVX3_DL, the best of them, comes with banyan::core. Left out are SSSE3, which only the
// processors of four years had without SSE4, and vectors of unknown length, of which there are no
// arrays.
#pragma once

#define HWY_COMPILE_ALL_ATTAINABLE
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
