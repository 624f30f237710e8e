// Progress of long work on standard error: a bar on a terminal, otherwise a line from time to time.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace banyan::bench {

/// "hex: 12 of 40  [######--------------]  30 %, 3 min 20 s left", at most `width` columns: first
/// the text is cut, then the bar omitted. fraction is clamped to [0, 1]; elapsed is in seconds. At
/// fraction 0 no time left is shown.
std::string render(int width, double fraction, double elapsed, std::string_view text);

/// The same as one plain line: "hex: 12 of 40: 30 %, 3 min 20 s left".
std::string render_line(double fraction, double elapsed, std::string_view text);

/// The output for progress, and its clock.
struct ProgressOutput {
  bool terminal = false;
  std::function<int()> width;                   ///< columns of the terminal
  std::function<void(std::string_view)> write;  ///< raw text
  std::function<double()> seconds;              ///< a steady clock
};

/// Standard error; a terminal only if it understands escape sequences (TERM).
ProgressOutput standard_error();

/// Reports work done in units. Nothing is shown in the first 2 s. A bar is redrawn at most 10 times
/// per second and cleared at the end. Without a terminal, a line is written at most every 10 s, and
/// one at the end if there was any. Thread-safe. Never throws if output fails.
class Progress {
 public:
  /// total_units > 0, or 0 for work that is already done. The label precedes all texts.
  Progress(std::uint64_t total_units, std::string label, ProgressOutput output = standard_error());
  ~Progress() { finish(false); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Counts units as done and shows the current work; 0 units only change the text.
  void advance(std::uint64_t units, std::string_view text = {});

  /// Clears the bar, or reports how the work ended; nothing is shown afterwards. Further calls do
  /// nothing. Work that is `done` need not have counted all its units.
  void finish(bool done);

 private:
  double elapsed() const { return output_.seconds() - start_; }
  std::string full_text() const;

  const std::uint64_t total_;
  const std::string label_;
  const ProgressOutput output_;
  const double start_;

  std::mutex mutex_;  // guards the members below
  std::uint64_t done_ = 0;
  std::string text_;
  double last_shown_;
  bool shown_ = false;
  bool finished_ = false;
};

}  // namespace banyan::bench
