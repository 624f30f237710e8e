// A leased tree that reports which shared cache lines its user accesses.
#pragma once

#include "parallel/simulation/shared_lines.hpp"
#include "parallel/trees/leased_tree.hpp"

namespace banyan {

/// LeasedTree whose top nodes report each read and write of a line that threads share: of the words
/// of eight children, and of the links to sixteen. (The node's size lies before the first link, and
/// narrow nodes have their moves there too, so all readers of a node need that line.) Bottom
/// subtrees belong to one worker at a time and report nothing.
template <Game G>
class TracedTree : public LeasedTree<G> {
  using Base = LeasedTree<G>;

 public:
  using Base::Base;

  /// Reports to `lines` until it gets nullptr.
  void trace(SharedLines* lines) { lines_ = lines; }

  [[nodiscard]] std::uint32_t size(Node node) const {
    read(node, kLinks);
    return Base::size(node);
  }
  [[nodiscard]] Stat stat(Node node, Slot slot) const {
    read(node, slot / kWordsPerLine);
    return Base::stat(node, slot);
  }
  [[nodiscard]] Node child(Node node, Slot slot) const {
    read(node, links(slot));
    return Base::child(node, slot);
  }
  [[nodiscard]] Node leased(Node node, Slot slot) const {
    read(node, links(slot));
    return Base::leased(node, slot);
  }

  void add(Node node, Slot slot, Stat change) {
    write(node, slot / kWordsPerLine);
    Base::add(node, slot, change);
  }
  /// Tries write too: a failed exchange also takes the line from all others.
  bool lease(Node node, Slot slot, Stat seen, Stat change) {
    write(node, slot / kWordsPerLine);
    return Base::lease(node, slot, seen, change);
  }
  bool lease(Node node, Slot slot) {
    write(node, slot / kWordsPerLine);
    return Base::lease(node, slot);
  }
  void give_back(Node node, Slot slot, Stat change) {
    write(node, slot / kWordsPerLine);
    Base::give_back(node, slot, change);
  }
  void plant(Node node, Slot slot, Node subtree) {
    write(node, links(slot));
    Base::plant(node, slot, subtree);
  }

 private:
  static constexpr std::uint32_t kWordsPerLine = Arena::kLine / sizeof(Stat);
  static constexpr std::uint32_t kLinksPerLine = Arena::kLine / sizeof(Node);
  static constexpr std::uint32_t kLinks = 1U << 16U;  // more than a node's lines of words
  static std::uint32_t links(Slot slot) { return kLinks + (slot + 1) / kLinksPerLine; }

  static SharedLines::Line line(Node node, std::uint32_t part) {
    return (SharedLines::Line{node} << 32U) + part;
  }
  void read(Node node, std::uint32_t part) const {
    if (lines_ != nullptr && Base::is_top(node)) lines_->read(line(node, part));
  }
  void write(Node node, std::uint32_t part) const {
    if (lines_ != nullptr && Base::is_top(node)) lines_->write(line(node, part));
  }

  SharedLines* lines_ = nullptr;
};

}  // namespace banyan
