// A GTP engine in a few lines of shell, which fails on request; it plays tic_tac_toe.
#pragma once

#include <filesystem>
#include <string>

#include "bench/program_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {

/// Plays A1, B1, C1, A2... whether legal or not, except where its mode says otherwise.
inline constexpr const char* kScript = R"sh(
mode=$1
n=0
echo started >>"$2"
while read -r command rest; do
  case $command in
    protocol_version) printf '= 2\n\n' ;;
    list_commands) printf '= boardsize\nclear_board\nplay\ngenmove\nname\nversion\n\n' ;;
    name) printf '= Script\033[31m\n\n' ;;
    version)
      case $mode in untold) printf '? not today\n\n' ;; *) printf '= %s\n\n' "$VERSION" ;; esac ;;
    clear_board) n=0; printf '=\n\n' ;;
    boardsize)
      case $mode in size) printf '? unacceptable size\n\n' ;; *) printf '=\n\n' ;; esac ;;
    play)
      case $mode in refuse) printf '? illegal move\n\n' ;; *) printf '=\n\n' ;; esac ;;
    genmove)
      case $mode in
        crash) echo 'out of luck' >&2; exit 7 ;;
        signal) kill -SEGV $$ ;;
        hang) sleep 1000 ;;
        flood) printf '= A1\n'; exec yes a ;;
        long) printf '= '; exec tr '\0' a </dev/zero ;;
        shout) yes >&2 ;;
        garbage) echo hello; continue ;;
        nonsense) printf '= Z99\n\n'; continue ;;
        resign) printf '= resign\n\n'; continue ;;
      esac
      n=$((n + 1))
      for move in A1 B1 C1 A2 B2 C2 A3 B3 C3; do [ $n = 1 ] && break; n=$((n - 1)); done
      printf '= %s\n\n' $move ;;
    quit) exit ;;
    *) printf '=\n\n' ;;
  esac
done
)sh";

/// The script in its own folder, and the engines that run it.
class Scripted {
 public:
  Scripted() { write_file_whole(folder_.path() / "engine.sh", kScript); }

  [[nodiscard]] std::string spec(const std::string& mode, const std::string& more = "") const {
    return fmt::format("gtp:cmd='sh {} {} {}'{}", (folder_.path() / "engine.sh").string(), mode,
                       log().string(), more);
  }

  /// How often it was started.
  [[nodiscard]] std::size_t starts() const {
    const std::string text = file_exists(log()) ? read_file(log()) : "";
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

 private:
  [[nodiscard]] std::filesystem::path log() const { return folder_.path() / "log"; }

  TemporaryDirectory folder_;
};

}  // namespace banyan::bench
