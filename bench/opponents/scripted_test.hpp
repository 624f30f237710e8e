// Foreign programs in a few lines of shell, which note what they are told and fail on request.
#pragma once

#include <filesystem>
#include <sstream>
#include <string>

#include "bench/program_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {

/// Knows the commands @KNOWN@. Plays A1, B1, C1, A2... whether legal or not, except where its mode
/// says otherwise; in the mode no-play it refuses that command. Of a file that it loads it notes
/// the text. In the mode hang-play it does not answer that command.
inline constexpr const char* kGtpScript = R"sh(
log=$1
mode=$2
n=0
while read -r line; do
  echo "$line" >>"$log"
  [ "$mode" = "no-${line%% *}" ] && { printf '? not here\n\n'; continue; }
  [ "$mode" = "hang-${line%% *}" ] && sleep 1000
  case $line in
    protocol_version) printf '= 2\n\n' ;;
    list_commands) printf '= @KNOWN@\n\n' ;;
    name) printf '= Script\033[31m\n\n' ;;
    version) printf '= %s\n\n' "$VERSION" ;;
    clear_board) n=0; printf '=\n\n' ;;
    loadsgf*) cat "${line#loadsgf }" >>"$log"; printf '=\n\n' ;;
    genmove*)
      case $mode in
        crash) echo 'out of luck' >&2; exit 7 ;;
        signal) kill -SEGV $$ ;;
        hang) sleep 1000 ;;
        late) sleep 0.5 ;;
        flood) printf '= A1\n'; exec yes a ;;
        long) printf '= '; exec tr '\0' a </dev/zero ;;
        shout) yes >&2 ;;
        garbage) echo hello; continue ;;
        nonsense) printf '= Z99\n\n'; continue ;;
        resign) printf '= resign\n\n'; continue ;;
        yield) printf '= Resign\n\n'; continue ;;
      esac
      n=$((n + 1))
      for move in A1 B1 C1 A2 B2 C2 A3 B3 C3; do [ $n = 1 ] && break; n=$((n - 1)); done
      printf '= %s\n\n' $move ;;
    quit) exit ;;
    *) printf '=\n\n' ;;
  esac
done
)sh";

/// Plays no move.
inline constexpr const char* kUciScript = R"sh(
while read -r line; do
  echo "$line" >>"$1"
  case $line in
    uci) printf 'id name Script 7\noption name UCI_Variant type combo var breakthrough var ttt\n'
      echo uciok ;;
    isready) echo readyok ;;
    go*) echo bestmove none ;;
    quit) exit ;;
  esac
done
)sh";

/// The scripts in their own folder, and the engines that run them.
class Scripted {
 public:
  /// Commands are separated by \n as printf has it.
  explicit Scripted(
      const std::string& known = R"(boardsize\nclear_board\nplay\ngenmove\nname\nversion)") {
    std::string gtp = kGtpScript;
    gtp.replace(gtp.find("@KNOWN@"), 7, known);
    write_file_whole(folder_.path() / "gtp.sh", gtp);
    write_file_whole(folder_.path() / "uci.sh", kUciScript);
  }

  [[nodiscard]] std::string spec(const std::string& mode = "play",
                                 const std::string& more = "") const {
    return fmt::format("gtp:cmd='sh {}/gtp.sh {} {}'{}", folder_.path().string(), log().string(),
                       mode, more);
  }
  [[nodiscard]] std::string uci_spec(const std::string& more = "") const {
    return fmt::format("uci:cmd='sh {}/uci.sh {}'{}", folder_.path().string(), log().string(),
                       more);
  }

  /// All that it was told, line by line.
  [[nodiscard]] std::string told() const { return file_exists(log()) ? read_file(log()) : ""; }

  /// How often it was started.
  [[nodiscard]] std::size_t starts() const {
    std::istringstream lines(told());
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);) count += line == "protocol_version" ? 1 : 0;
    return count;
  }

 private:
  [[nodiscard]] std::filesystem::path log() const { return folder_.path() / "log"; }

  TemporaryFolder folder_;
};

}  // namespace banyan::bench
