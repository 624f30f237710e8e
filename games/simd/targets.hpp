// The instruction sets that games are compiled for. Include before any other header of Highway.
//
// All sets that banyan::core allows, even if the compiler may assume a better one. So a build runs
// wherever its other code does, and one test run covers every set. The set is chosen at run time. A
// build for one processor has the sets from the compiler's up.
#pragma once

#ifndef BANYAN_ONE_PROCESSOR
#define HWY_COMPILE_ALL_ATTAINABLE
#endif
