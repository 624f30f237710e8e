// A run of the program `banyan`: reads the command line, runs the command, turns errors into exit
// statuses.
#pragma once

namespace banyan::bench {

/// What comes before all else in a process: its standard streams are open, and it says so if memory
/// runs out.
void prepare_process();

/// The whole run of a program that is alone, or of the first of several; returns the exit status.
int run_program(int argc, char** argv);

}  // namespace banyan::bench
