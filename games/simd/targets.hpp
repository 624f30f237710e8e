// The instruction sets that games are compiled for. Include before any other header of Highway.
//
// All that banyan::core allows, even when the compiler may assume a better one: a build then runs
// everywhere its other code does, and one test run covers every set. Which one is used is chosen at
// run time.
#pragma once

#define HWY_COMPILE_ALL_ATTAINABLE
