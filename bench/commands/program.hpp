// A run of the program `banyan`: reads the command line, runs the command, turns errors into exit
// statuses.
#pragma once

namespace banyan::bench {

/// The first steps of a process: opens its standard streams, and reports when memory runs out.
void prepare_process();

/// The whole run of a single program, or of the first of several; returns the exit status.
int run_program(int argc, char** argv);

}  // namespace banyan::bench
