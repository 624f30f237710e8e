// What a game's table must have.
#include "core/run_time/game_table.hpp"

namespace banyan {

const char* defect_of(const GameTable& table) {
  if (table.version != GameTable::kVersion) return "it is of another version";
  if (table.size == 0 || table.align == 0 || table.align > 64) return "a position has no size";
  if (table.max_moves == 0 || table.max_moves > GameTable::kMaxMoves) {
    return "max_moves is not 1 to 4096";
  }
  const HiddenTable* const hidden = table.hidden;
  const bool general = table.is_general();
  if (general && !(table.discount > 0 && table.discount <= 1)) return "discount is not in (0, 1]";
  if (general && !(table.largest_return > 0)) return "largest_return is not above 0";
  const struct {
    bool missing;
    const char* text;
  } functions[]{
      {table.copy == nullptr, "copy is missing"},
      {table.assign == nullptr, "assign is missing"},
      {table.destroy == nullptr, "destroy is missing"},
      {table.equal == nullptr, "equal is missing"},
      {table.to_move == nullptr, "to_move is missing"},
      {table.legal_moves == nullptr, "legal_moves is missing"},
      {table.play == nullptr, "play is missing"},
      {table.over == nullptr, "over is missing"},
      {table.result == nullptr, "result is missing"},
      {(table.draw == nullptr) != (table.probability == nullptr), "chance is half there"},
      {hidden == nullptr && general && table.add_returns == nullptr, "add_returns is missing"},
      {!general && table.playout == nullptr, "playout is missing"},
      {!general && table.playouts == nullptr, "playouts is missing"},
      {!general && table.add_playouts == nullptr, "add_playouts is missing"},
      {!general && table.numbered && table.recorded == nullptr, "recorded is missing"},
      {(table.feature_shape == nullptr) != (table.features == nullptr), "features are half there"},
      {table.features != nullptr && (table.move_shape == nullptr || table.move_index == nullptr),
       "the moves of features are missing"},
      {table.to_text == nullptr, "to_text is missing"},
      {table.parse == nullptr, "parse is missing"},
      {table.board == nullptr, "board is missing"},
      {hidden != nullptr && (!table.numbered || table.max_moves > kFirstCode),
       "the moves of a game that hides something are not numbered below 64"},
      {hidden != nullptr && table.draw == nullptr, "draw is missing"},
      {hidden != nullptr && table.reward != nullptr, "a game that hides something has rewards"},
      {hidden != nullptr && hidden->legal_mask == nullptr, "legal_mask is missing"},
      {hidden != nullptr && hidden->determinize == nullptr, "determinize is missing"},
      {hidden != nullptr && hidden->observe == nullptr, "observe is missing"},
      {hidden != nullptr && hidden->information == nullptr, "information is missing"},
      {hidden != nullptr && hidden->score == nullptr, "score is missing"},
      {hidden != nullptr && hidden->stakes == nullptr, "stakes is missing"},
      {hidden != nullptr && hidden->finish == nullptr, "finish is missing"},
      {hidden != nullptr && hidden->view == nullptr, "view is missing"},
  };
  for (const auto& function : functions) {
    if (function.missing) return function.text;
  }
  return nullptr;
}

}  // namespace banyan
