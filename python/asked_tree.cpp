// The Python classes Leaf and AskedTree.
#include "python/asked_tree.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bench/engines/keys/asked_keys.hpp"
#include "bench/notation/root_lines.hpp"
#include "bench/notation/search_text.hpp"
#include "bench/registry/asked_tree.hpp"
#include "bench/registry/games.hpp"
#include "core/base/clock.hpp"
#include "core/base/random.hpp"
#include "python/answers.hpp"
#include "python/game/python_game.hpp"
#include "python/position.hpp"
#include "python/values.hpp"

namespace banyan::python {

namespace py = pybind11;

namespace {

using GamePointer = std::shared_ptr<const bench::AnyGame>;

/// A position as Python knows it: of a game in Python its own state.
py::object state_at(const GamePointer& game) {
  if (const PythonGame* const own = python_game_of(*game)) return own->state().object();
  return py::cast(Position(nullptr, game));
}

/// A leaf that a tree asks for.
struct AskedLeafOfPython {
  std::uint64_t id = 0;
  GamePointer root;
  GamePointer position;
  std::vector<std::uint32_t> path;
  std::vector<std::uint32_t> moves;  // whose priors are wanted

  [[nodiscard]] std::vector<std::string> legal_moves() const {
    return Position(nullptr, position).legal_moves();
  }

  /// A journal tells by it whether the leaf is the one that was asked for.
  [[nodiscard]] std::uint64_t place() const {
    std::uint64_t hash = 0;
    for (const std::uint32_t move : path) hash = scramble(hash + move + 1);
    return hash >> 32U;
  }
};
using LeafPointer = std::shared_ptr<AskedLeafOfPython>;

/// A tree. Any thread of Python's may call at any time. Nothing is locked while the GIL is held,
/// since a game in Python wants the GIL where the tree is locked.
class AskedTreeOfPython {
 public:
  AskedTreeOfPython(const Position& from, const std::string& rule, const py::object& seed)
      : root_(from.game().clone()),
        game_{static_cast<std::size_t>(root_->players()), root_->unit() == bench::kResultUnit} {
    const std::uint64_t number = bench::parse_count(option_text(seed), "seed");
    const bench::EngineSettings settings = bench::parse_asked_tree(rule);
    if (root_->over()) throw bench::UsageError("the game is over: there is nothing to search.");
    if (root_->to_move() == kChance && !root_->hidden()) {
      throw bench::UsageError("chance decides what comes next: play an outcome first.");
    }
    const py::gil_scoped_release free;
    tree_ = root_->make_asked_tree(settings, {number, 0, 0, 0});
  }
  AskedTreeOfPython(const AskedTreeOfPython&) = delete;
  AskedTreeOfPython& operator=(const AskedTreeOfPython&) = delete;
  ~AskedTreeOfPython() {
    const py::gil_scoped_release free;
    tree_.reset();
  }

  std::vector<LeafPointer> ask(std::size_t most) {
    const py::gil_scoped_release free;
    const std::lock_guard lock(mutex_);
    return noted(tree_->ask(most));
  }

  bool tell(const py::object& leaf, const py::object& value, const py::object& priors) {
    const std::uint64_t id = id_of(leaf);
    const bool whole = py::isinstance<AskedLeafOfPython>(leaf);
    const LeafPointer asked = whole ? leaf.cast<LeafPointer>() : find(id);
    if (asked == nullptr) return without(id);
    const bench::AnyLeaf seen{asked->position.get(), asked->moves};
    std::array<double, kMostPlayers> values{};
    std::vector<float> weights(priors.is_none() ? 0 : asked->moves.size());
    const bench::AnyLeafValue told{std::span(values).first(game_.players), weights};
    read_value(value, game_, seen, told);
    if (!weights.empty()) read_priors(priors, seen, told);
    const py::gil_scoped_release free;
    const std::lock_guard lock(mutex_);
    const bool used = tree_->tell(id, told);
    waiting_.erase(id);
    return used;
  }
  bool fail(const py::object& leaf) { return without(id_of(leaf)); }

  void advance(const std::string& moves) {
    const py::gil_scoped_release free;
    const std::lock_guard lock(mutex_);
    const GamePointer next = played(moves);
    const auto& all = next->moves();
    const auto before = static_cast<std::ptrdiff_t>(root_->moves().size());
    tree_->advance({all.begin() + before, all.end()});
    root_ = next;
    waiting_.clear();
    noted(tree_->waiting());
  }

  [[nodiscard]] std::vector<LeafPointer> waiting() const {
    const py::gil_scoped_release free;
    const std::lock_guard lock(mutex_);
    std::vector<LeafPointer> leaves;
    for (const auto& [id, leaf] : waiting_) leaves.push_back(leaf);
    std::ranges::sort(leaves, {}, [](const LeafPointer& leaf) { return leaf->id; });
    return leaves;
  }
  [[nodiscard]] const char* status() const {
    const py::gil_scoped_release free;
    switch (tree_->asking()) {
      case Asking::kReady:
        return "ready";
      case Asking::kWaiting:
        return "waiting";
      case Asking::kProven:
        return "proven";
      case Asking::kOver:
        return "over";
    }
    return "";
  }
  [[nodiscard]] std::uint64_t visits() const {
    const py::gil_scoped_release free;
    return tree_->visits();
  }
  [[nodiscard]] py::object state() const { return state_at(root()); }

  /// Each as its moves, value, visits, and whether the game is over there.
  [[nodiscard]] py::list best(std::size_t most) const {
    std::vector<FoundLeaf<std::uint32_t>> leaves;
    GamePointer from;
    {
      const py::gil_scoped_release free;
      const std::lock_guard lock(mutex_);
      leaves = tree_->best(most);
      from = root_;
    }
    py::list all;
    for (const auto& leaf : leaves) {
      const std::shared_ptr<bench::AnyGame> at = from->clone();
      for (const std::uint32_t move : leaf.path) at->play(move);
      py::dict found;
      found["moves"] = bench::move_texts(*from, leaf.path);
      found["value"] = leaf.value;
      found["visits"] = leaf.visits;
      found["over"] = leaf.over;
      found["state"] = state_at(at);
      all.append(found);
    }
    return all;
  }

  [[nodiscard]] py::object result() const {
    SearchResult result;
    bench::Json found;
    {
      const py::gil_scoped_release free;
      const std::lock_guard lock(mutex_);
      result = tree_->result();
      result.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
      found = bench::search_json(*root_, result, bench::root_lines(*tree_, result));
    }
    return to_python(found);
  }

 private:
  static constexpr std::size_t kMostPlayers = 16;

  static std::uint64_t id_of(const py::object& leaf) {
    if (py::isinstance<AskedLeafOfPython>(leaf)) return leaf.cast<LeafPointer>()->id;
    if (py::isinstance<py::int_>(leaf) && leaf.cast<py::int_>() >= py::int_(0)) {
      return leaf.cast<std::uint64_t>();
    }
    throw bench::UsageError(fmt::format("{} is no leaf: give one that ask() returned, or its id.",
                                        py::repr(leaf).cast<std::string>()));
  }
  /// The position after a move, whose text may have blanks, or after several.
  [[nodiscard]] GamePointer played(const std::string& moves) const {
    if (root_->over()) throw bench::UsageError("the game is over: no move can follow.");
    const auto one = root_->parse(moves);
    if (!one || !bench::is_legal(*root_, *one)) return bench::play_moves(*root_, moves);
    auto next = root_->clone();
    next->play(*one);
    return next;
  }
  [[nodiscard]] GamePointer root() const {
    const py::gil_scoped_release free;
    const std::lock_guard lock(mutex_);
    return root_;
  }
  [[nodiscard]] LeafPointer find(std::uint64_t id) const {
    const py::gil_scoped_release free;
    const std::lock_guard lock(mutex_);
    const auto at = waiting_.find(id);
    return at == waiting_.end() ? nullptr : at->second;
  }
  /// Of a leaf without a value: it has failed, or advance() has left it behind.
  bool without(std::uint64_t id) {
    const py::gil_scoped_release free;
    const std::lock_guard lock(mutex_);
    const bool used = tree_->fail(id);
    waiting_.erase(id);
    return used;
  }
  std::vector<LeafPointer> noted(std::vector<bench::AnyAskedLeaf> leaves) {
    std::vector<LeafPointer> all;
    all.reserve(leaves.size());
    for (bench::AnyAskedLeaf& leaf : leaves) {
      all.push_back(std::make_shared<AskedLeafOfPython>(AskedLeafOfPython{
          leaf.id, root_, std::move(leaf.position), std::move(leaf.path), std::move(leaf.moves)}));
      waiting_.emplace(leaf.id, all.back());
    }
    return all;
  }

  mutable std::mutex mutex_;  // guards everything below
  GamePointer root_;
  ValuedGame game_;
  Clock::time_point begin_ = Clock::now();
  std::unique_ptr<bench::AnyAskedTree> tree_;
  std::unordered_map<std::uint64_t, LeafPointer> waiting_;
};

}  // namespace

void add_asked_tree(py::module_& module) {
  using Leaf = AskedLeafOfPython;
  py::class_<Leaf, std::shared_ptr<Leaf>>(module, "Leaf", "A leaf that a Tree asks for.")
      .def_readonly("id", &Leaf::id, "Its number, by which it can be told too.")
      .def_property_readonly(
          "depth", [](const Leaf& leaf) { return leaf.path.size(); }, "Moves from the root.")
      .def_property_readonly(
          "moves", [](const Leaf& leaf) { return bench::move_texts(*leaf.root, leaf.path); },
          "The moves that lead there from the root.")
      .def_property_readonly("place", &Leaf::place, "A number that tells paths apart.")
      .def_property_readonly("legal_moves", &Leaf::legal_moves, "The texts of its moves.")
      .def_property_readonly(
          "wants_priors", [](const Leaf& leaf) { return !leaf.moves.empty(); },
          "Whether the rule uses priors.")
      .def_property_readonly(
          "state", [](const Leaf& leaf) { return state_at(leaf.position); },
          "Its Position; of a game in Python its own state.")
      .def("__repr__", [](const Leaf& leaf) {
        return fmt::format("<banyan.Leaf {} at depth {}>", leaf.id, leaf.path.size());
      });
  using Tree = AskedTreeOfPython;
  py::class_<Tree>(module, "AskedTree")
      .def(py::init<const Position&, const std::string&, const py::object&>())
      .def("ask", &Tree::ask)
      .def("tell", &Tree::tell)
      .def("fail", &Tree::fail)
      .def("advance", &Tree::advance)
      .def("waiting", &Tree::waiting)
      .def("status", &Tree::status)
      .def("visits", &Tree::visits)
      .def("state", &Tree::state)
      .def("best", &Tree::best)
      .def("result", &Tree::result);
}

}  // namespace banyan::python
