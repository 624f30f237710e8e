// Which children an outline shows.
#include "core/trees/outline.hpp"

#include <algorithm>

namespace banyan {

void keep_most_visited(std::vector<VisitedChild>& children, std::size_t widest) {
  std::stable_sort(children.begin(), children.end(),
                   [](const VisitedChild& a, const VisitedChild& b) { return a.stat > b.stat; });
  if (children.size() > widest) children.resize(widest);
}

}  // namespace banyan
