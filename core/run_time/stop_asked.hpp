// Whether a playout behind a table should end.
#pragma once

namespace banyan {

/// Asked inside long playouts: whether to end.
struct StopAsked {
  bool (*ask)(const void* by) = [](const void* /*by*/) { return false; };
  const void* by = nullptr;

  /// A reference to the function, which must outlive it.
  template <class Stop>
  static StopAsked of(const Stop& stop) {
    return {[](const void* what) -> bool { return (*static_cast<const Stop*>(what))(); }, &stop};
  }
  bool operator()() const { return ask(by); }
};

}  // namespace banyan
