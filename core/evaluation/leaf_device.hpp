// Where leaves wait for their evaluation.
#pragma once

namespace banyan {

/// A device that evaluates leaves for all workers of a search, like parallel's
/// SimulatedEvaluator. Thread-safe.
class LeafDevice {
 public:
  LeafDevice() = default;
  LeafDevice(const LeafDevice&) = delete;
  LeafDevice& operator=(const LeafDevice&) = delete;

  /// Returns when a leaf handed in now has been evaluated.
  virtual void wait() = 0;

 protected:
  ~LeafDevice() = default;
};

}  // namespace banyan
