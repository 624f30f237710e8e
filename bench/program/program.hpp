// A run of the program `banyan`: reads the command line, runs the command, turns errors into exit
// statuses.
#pragma once

namespace banyan::bench {

/// From now on the program ends with a sentence when memory runs out. May run before anything is
/// initialised, even a sanitizer.
void report_lack_of_memory();

/// The first steps of main(): opens the standard streams, and lets what fails later say why.
void prepare_process();

/// The whole run of a single program, or of the first of several; returns the exit status.
int run_program(int argc, char** argv);

}  // namespace banyan::bench
