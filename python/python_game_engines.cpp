// The engines for games in Python: those that only need a game's rules.
#include "python/python_game_engines.hpp"

#include <fmt/format.h>

#include <utility>

#include "bench/engines/random.hpp"
#include "bench/engines/root.hpp"
#include "bench/engines/seq.hpp"
#include "bench/registry/engine_of.hpp"
#include "bench/registry/matrix.hpp"
#include "python/python_game.hpp"

namespace banyan::python {

namespace py = pybind11;

namespace {

class PythonPosition final : public bench::PositionOf<PythonGame> {
 public:
  static constexpr unsigned kStudied = bench::kRootShare;
  using Rules = PythonGame;

  explicit PythonPosition(std::shared_ptr<PythonStates> states)
      : PositionOf(PythonGame(*states)), states_(std::move(states)) {}

  [[nodiscard]] std::unique_ptr<bench::AnyGame> clone() const override {
    return std::make_unique<PythonPosition>(*this);
  }

  [[nodiscard]] std::unique_ptr<bench::AnyEngine> make_engine(
      const bench::EngineSettings& s) const override {
    if (!s.uses_policy()) {
      bench::refuse_unfit_keys(s, bench::kPlain);
      if (s.kind == bench::EngineKind::kRandom) return bench::RandomEngine::make(*this, s);
      if (s.kind == bench::EngineKind::kSeq) return bench::SeqEngine::make(*this, s);
      if (s.kind == bench::EngineKind::kRoot) return bench::RootEngine::make(*this, s);
    }
    throw bench::UsageError(fmt::format(
        "engine {} does not search games in Python: give random, seq or root, without search "
        "policies.",
        s.spec));
  }

 private:
  std::shared_ptr<PythonStates> states_;
};

}  // namespace

std::shared_ptr<const bench::AnyGame> python_position(const py::object& state) {
  for (const char* const name : {"to_move", "legal_moves", "play", "over", "result"}) {
    if (!py::hasattr(state, name)) {
      throw bench::UsageError(fmt::format(
          "a game is a spec, a Position or an object with to_move, legal_moves, play, over and "
          "result, which {} has not.",
          bench::in_quotes(py::str(py::type::of(state).attr("__name__")).cast<std::string>())));
    }
  }
  return std::make_shared<PythonPosition>(std::make_shared<PythonStates>(state));
}

}  // namespace banyan::python
