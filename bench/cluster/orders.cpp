// Writes and reads parts of orders.
#include "bench/cluster/orders.hpp"

#include "bench/registry/games.hpp"

namespace banyan::bench {

Json limits_order(const Limits& limits) {
  return {{"iterations", limits.iterations},
          {"playouts", limits.playouts},
          {"time_ns", limits.time.count()}};
}

Limits read_limits(const Json& json) {
  return {.iterations = json.at("iterations"),
          .playouts = json.at("playouts"),
          .time = Clock::duration(json.at("time_ns").get<Clock::rep>())};
}

Json engine_order(const EngineSettings& engine) {
  return {{"spec", engine.spec},
          {"memory", engine.search.memory},
          {"limits", engine.limits ? limits_order(*engine.limits) : Json(nullptr)}};
}

EngineSettings read_engine(const Json& json) {
  EngineSettings engine = parse_engine(json.at("spec").get<std::string>());
  engine.search.memory = json.at("memory");
  engine.limits.reset();
  if (!json.at("limits").is_null()) engine.limits = read_limits(json["limits"]);
  return engine;
}

Json position_order(const AnyGame& position) {
  Json order{{"game", position.spec()}, {"moves", position.moves()}};
  if (const auto& setup = position.set_up_from()) {
    order["setup"] = {{"owners", setup->owners}, {"to_move", setup->to_move}};
  }
  return order;
}

std::unique_ptr<AnyGame> read_position(const Json& json) {
  auto position = parse_game(json.at("game").get<std::string>()).start->clone();
  if (json.contains("setup")) {
    const Json& setup = json["setup"];
    position->set_up({setup.at("owners").get<std::vector<Player>>(), setup.at("to_move")});
  }
  for (const std::uint32_t move : json.at("moves")) position->play(move);
  position->resume();  // an ordered position is to be searched
  return position;
}

Json key_order(const StreamKey& key) {
  return {{"seed", key.seed}, {"game", key.game}, {"move", key.move}, {"worker", key.worker}};
}

StreamKey read_key(const Json& json) {
  return {.seed = json.at("seed"),
          .game = json.at("game"),
          .move = json.at("move"),
          .worker = json.at("worker")};
}

}  // namespace banyan::bench
