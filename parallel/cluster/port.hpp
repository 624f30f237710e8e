// The interface between a search on many machines and its transport: a worker's port.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/clock.hpp"

namespace banyan {

using Bytes = std::vector<std::byte>;

/// Appends the bytes of plain values.
template <class T>
requires std::is_trivially_copyable_v<T>
void append(Bytes& bytes, std::span<const T> values) {
  if (values.empty()) return;
  const std::size_t before = bytes.size();
  bytes.resize(before + values.size_bytes());
  std::memcpy(bytes.data() + before, values.data(), values.size_bytes());
}
template <class T>
void append(Bytes& bytes, const T& value) {
  append(bytes, std::span<const T>(&value, 1));
}

/// Reads them back in the same order.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : left_(bytes) {}

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void read(std::span<T> values) {
    if (values.empty()) return;
    std::memcpy(values.data(), left_.data(), values.size_bytes());
    left_ = left_.subspan(values.size_bytes());
  }
  template <class T>
  T read() {
    T value{};
    read(std::span<T>(&value, 1));
    return value;
  }
  /// Reads as many as fill the rest.
  template <class T>
  std::vector<T> rest() {
    std::vector<T> values(left_.size() / sizeof(T));
    read(std::span<T>(values));
    return values;
  }
  [[nodiscard]] std::span<const std::byte> left() const { return left_; }

 private:
  std::span<const std::byte> left_;
};

/// What a worker has sent to others.
struct Traffic {
  std::uint64_t messages = 0;
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;  ///< of the packets
};

/// One worker's end of a transport. Messages for one receiver are coalesced: they wait until
/// flush() and go as one packet, which holds each message's length and bytes. Messages between two
/// workers keep their order. A transport carries packets between threads and processes (ranks.hpp)
/// or in virtual time (simulated_cluster.hpp). Only its worker's thread may use it.
class Port {
 public:
  Port(int worker, int workers) : worker_(worker), workers_(workers) {}
  Port(const Port&) = delete;
  Port& operator=(const Port&) = delete;
  virtual ~Port() = default;

  [[nodiscard]] int worker() const { return worker_; }
  [[nodiscard]] int workers() const { return workers_; }

  /// Sends to another worker; never waits.
  void send(int to, std::span<const std::byte> message) {
    Bytes& packet = packet_for(to);
    append(packet, static_cast<std::uint32_t>(message.size()));
    append(packet, message);
    ++traffic_.messages;
    if (packet.size() >= kLargePacket) carry_away(to, packet);
  }
  void flush() {
    for (Packet& packet : out_) {
      if (!packet.bytes.empty()) carry_away(packet.to, packet.bytes);
    }
    out_.clear();
  }

  /// The next message, valid in `message` until the next call; false if none has arrived.
  bool receive(std::span<const std::byte>& message) {
    if (in_.left().empty()) {
      if (!fetch(packet_)) return false;
      in_ = Reader(packet_);
    }
    const auto size = in_.read<std::uint32_t>();
    message = in_.left().first(size);
    in_ = Reader(in_.left().subspan(size));
    return true;
  }

  /// Waits until something may have arrived, at most this long.
  virtual void wait(Clock::duration longest) = 0;

  /// Reports the worker's steps since the last call; only virtual time needs it.
  virtual void worked(std::uint64_t /*tree_steps*/, std::uint64_t /*playouts*/) {}

  [[nodiscard]] const Traffic& traffic() const { return traffic_; }

 protected:
  virtual void carry(int to, Bytes packet) = 0;
  /// The next packet that has arrived, if any.
  virtual bool fetch(Bytes& packet) = 0;

 private:
  static constexpr std::size_t kLargePacket = 16384;

  struct Packet {
    int to;
    Bytes bytes;
  };

  Bytes& packet_for(int to) {
    const auto place =
        std::lower_bound(out_.begin(), out_.end(), to,
                         [](const Packet& packet, int receiver) { return packet.to < receiver; });
    if (place != out_.end() && place->to == to) return place->bytes;
    return out_.insert(place, Packet{to, {}})->bytes;
  }

  void carry_away(int to, Bytes& packet) {
    ++traffic_.packets;
    traffic_.bytes += packet.size();
    carry(to, std::exchange(packet, {}));
  }

  int worker_;
  int workers_;
  std::vector<Packet> out_;  // since the last flush(), by receiver, only those with messages
  Bytes packet_;
  Reader in_{{}};  // the unread rest of it
  Traffic traffic_;
};

}  // namespace banyan
