// Folders and files of --out with links and somebody's files in them, for the program.
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "bench/output/output_folder.hpp"
#include "bench/text/files.hpp"
#include "dev/fuzz/fuzz.hpp"

namespace banyan::bench::fuzz {
namespace {

namespace fs = std::filesystem;

/// Somebody's text, and the folder and the file that links lead to.
constexpr const char* kTheirs = "mine\n{}\nmine\n";

struct Place {
  fs::path root;

  [[nodiscard]] fs::path out() const { return root / "out"; }
  [[nodiscard]] fs::path theirs() const { return root / "elsewhere" / "theirs"; }
  [[nodiscard]] fs::path nothing() const { return root / "elsewhere" / "nothing"; }
};

/// A command that writes into a folder, and the file that says what the folder is of.
struct Command {
  const char* text;
  const char* record = "run.json";
};

const std::vector<Command>& folder_commands() {
  static const std::vector<Command> kCommands{
      {"match --game hex:size=3 --a seq --b random --pairs 1 --iterations 9 --openings "
       "random:plies=1,filter=none --out"},
      {"pool --game hex:size=3 --engines seq;random --pairs 1 --iterations 9 --openings "
       "random:plies=1,filter=none --out"},
      {"bench --profile smoke --games tic_tac_toe --engines seq --suites throughput --out"},
      {"advise --game tic_tac_toe --time 1ms --threads 1 --minutes 0.02 --out"}};
  return kCommands;
}

/// Puts something under a name; returns what.
std::string plant(const Place& place, const fs::path& at, bool with_pipes, Dice& dice) {
  fs::remove_all(at);
  switch (dice.below(with_pipes ? 7 : 6)) {
    case 0:
      fs::create_symlink(place.theirs(), at);
      return "a link to somebody's file";
    case 1:
      fs::create_symlink(place.nothing(), at);
      return "a link to nothing";
    case 2:
      fs::create_symlink(at.filename(), at);
      return "a link to itself";
    case 3:
      fs::create_symlink(place.theirs().parent_path(), at);
      return "a link to somebody's folder";
    case 4:
      fs::create_directory(at);
      return "a folder";
    case 5:
      write_file_whole(at, kTheirs);
      return "somebody's file";
    default:
      ::mkfifo(at.c_str(), 0600);
      return "a pipe";
  }
}

/// What a run did outside its folder; empty if nothing.
std::string fault_elsewhere(const Place& place) {
  if (!fs::is_regular_file(place.theirs()) || read_file(place.theirs()) != kTheirs) {
    return "writes where a link leads";
  }
  return files_in(place.theirs().parent_path()).size() > 1 ? "makes a file where a link leads" : "";
}

/// The state of everything in a folder, but not the content of what links lead to.
std::string state_of(const fs::path& folder) {
  std::string state;
  for (const fs::path& path : files_in(folder)) {
    const fs::file_type type = fs::symlink_status(path).type();
    state += fmt::format("{} {} {}\n", path.string(), static_cast<int>(type),
                         type == fs::file_type::regular ? read_file(path) : "");
  }
  return state;
}

/// A folder in which something else has one of our names.
Trial try_output_folder(const Place& place, Dice& dice) {
  const Command& command = dice.pick(folder_commands());
  std::vector<std::string> run = words(command.text, place.out().string());
  const bool goes_on = dice.one_in(2);
  if (goes_on) make_by_program(run);
  const bool reports = goes_on && command.record == std::string("run.json") && dice.one_in(3);
  if (reports) run = {"report", place.out().string()};
  fs::create_directory(place.out());
  std::string planted;
  for (std::size_t more = 1 + dice.below(3); more > 0; --more) {
    const std::string& name = dice.pick(output_names());
    planted += fmt::format(" {} is {}", name, plant(place, place.out() / name, true, dice));
  }
  const std::string before = state_of(place.out());
  Trial trial{fmt::format("{}\nwhere{}", fmt::join(run, " "), planted), run_program(run).fault};
  if (trial.fault.empty()) trial.fault = fault_elsewhere(place);
  if (trial.fault.empty() && !goes_on && state_of(place.out()) != before) {
    trial.fault = "changes a folder that is not its own";
  }
  return trial;
}

/// A file of --out that is something else.
Trial try_output_file(const Place& place, Dice& dice) {
  const fs::path records = place.root / "records";
  if (!fs::exists(records)) {
    make_by_program(
        words("match --game connect_four --a seq --b seq --pairs 12 --iterations 9 "
              "--visits --openings random:plies=1,filter=none --out",
              records.string()));
  }
  const std::vector<std::string> commands{
      "label --game tic_tac_toe --plies 1-3 --judge solver --player random --positions 2 --out",
      "train --game connect_four --epochs 1 --hidden 4 --records " + records.string() + " --out",
      "search --game tic_tac_toe --engine seq --iterations 9 --graphviz"};
  fs::create_directory(place.out());
  const fs::path file = place.out() / "file";
  const std::vector<std::string> run = words(dice.pick(commands), file.string());
  const std::string planted = plant(place, file, false, dice);
  Trial trial{fmt::format("{}\nwhere it is {}", fmt::join(run, " "), planted),
              run_program(run).fault};
  fs::remove(place.nothing());  // a user who names a link means what it leads to
  if (trial.fault.empty()) trial.fault = fault_elsewhere(place);
  if (trial.fault.empty() && planted == "somebody's file" && read_file(file) != kTheirs) {
    trial.fault = "writes over somebody's file";
  }
  if (trial.fault.empty() && files_in(place.out()).size() != 1) trial.fault = "leaves other files";
  return trial;
}

}  // namespace

Trial try_output(Dice& dice) {
  static const TemporaryFolder kPlace;
  const Place place{kPlace.path()};
  fs::remove_all(place.out());
  fs::remove_all(place.theirs().parent_path());
  fs::create_directory(place.theirs().parent_path());
  write_file_whole(place.theirs(), kTheirs);
  return dice.one_in(3) ? try_output_file(place, dice) : try_output_folder(place, dice);
}

}  // namespace banyan::bench::fuzz
