// Progress of long work on standard error: a bar on a terminal, a line now and then elsewhere.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace banyan::bench {

/// "hex: 12 of 40  [######--------------]  30 %, 3 min 20 s left", at most `width` columns: the
/// text is cut first, then the bar goes. fraction is cut to [0, 1]; elapsed in seconds. No time
/// left is given at fraction 0.
std::string render(int width, double fraction, double elapsed, std::string_view text);

/// The same as one plain line: "hex: 12 of 40: 30 %, 3 min 20 s left".
std::string render_line(double fraction, double elapsed, std::string_view text);

/// Where progress goes, and the clock it reads.
struct ProgressOutput {
  bool terminal = false;
  std::function<int()> width;                   ///< columns of the terminal
  std::function<void(std::string_view)> write;  ///< raw text
  std::function<double()> seconds;              ///< a steady clock
};

/// Standard error; a terminal only where it is one that understands escape sequences (TERM).
ProgressOutput standard_error();

/// Reports work that is done in units. Nothing is shown in the first 2 s. A bar is redrawn at most
/// 10 times a second and cleared at the end; elsewhere a line is written at most every 10 s, and
/// one at the end if there was any. Safe to use from many threads. Never throws for output that
/// fails.
class Progress {
 public:
  /// total_units > 0, or 0 for work that is done when it begins. The label stands before all texts.
  Progress(std::uint64_t total_units, std::string label, ProgressOutput output = standard_error());
  ~Progress() { finish(false); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Counts units as done and shows what is being done now; 0 units only change the text.
  void advance(std::uint64_t units, std::string_view text = {});

  /// Clears the bar, or says how the work ended; nothing is shown afterwards. Called again, does
  /// nothing. Work that is `done` need not have come to all its units.
  void finish(bool done);

 private:
  double elapsed() const { return output_.seconds() - start_; }
  std::string full_text() const;

  const std::uint64_t total_;
  const std::string label_;
  const ProgressOutput output_;
  const double start_;

  std::mutex mutex_;  // guards what follows
  std::uint64_t done_ = 0;
  std::string text_;
  double last_shown_;
  bool shown_ = false;
  bool finished_ = false;
};

}  // namespace banyan::bench
