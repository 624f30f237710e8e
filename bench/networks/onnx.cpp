// Reads and runs networks in the ONNX format; without ONNX Runtime, refuses them.
#include "bench/networks/onnx.hpp"

#include <fmt/format.h>

#include <string_view>

#include "bench/text/spec.hpp"

#if BANYAN_ONNX

#include <fmt/ranges.h>
#include <onnxruntime_cxx_api.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <mutex>
#include <span>
#include <streambuf>
#include <vector>

namespace banyan::bench {
namespace {

using Dimensions = std::vector<std::int64_t>;

constexpr std::array<const char*, 2> kOutputs{"value", "policy"};
constexpr std::int64_t kMostRows = 4096;  // as batch= of `batched`

std::string in_words(const Dimensions& dimensions) {
  std::vector<std::string> words;
  for (const std::int64_t size : dimensions) {
    words.push_back(size < 0 ? "any" : std::to_string(size));
  }
  return fmt::format("[{}]", fmt::join(words, ", "));
}

/// While it lives, std::cerr is silent. Nothing of this program writes there.
class Silence {
 public:
  Silence() = default;
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() { std::cerr.rdbuf(kept_); }

 private:
  std::streambuf* kept_ = std::cerr.rdbuf(nullptr);
};

/// It works on the caller's thread, so that a search by one thread is deterministic.
Ort::Session session_of(const std::string& file) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  // Debian 13's libonnxruntime and libonnx both register each operator. When a process reads its
  // first file, the second of them writes a thousand lines about that.
  const Silence silence;
  static const Ort::Env kEnvironment(ORT_LOGGING_LEVEL_FATAL);
  Ort::SessionOptions options;
  options.SetIntraOpNumThreads(1);
  options.SetInterOpNumThreads(1);
  return {kEnvironment, file.c_str(), options};
}

class OnnxNetwork final : public AnyNetwork {
 public:
  OnnxNetwork(const std::string& file, const std::string& game, const Observation& seen)
      : file_(file), features_(seen.features), moves_(seen.moves.size()) {
    try {
      session_ = session_of(file);
    } catch (const Ort::Exception& error) {
      refuse(said(error));
    }
    need_input(game);
    need_outputs();
    need_shapes();
  }

  [[nodiscard]] int features() const override { return features_.size(); }
  [[nodiscard]] int moves() const override { return moves_; }
  [[nodiscard]] double value(float output) const override { return output; }

  void evaluate(const FeatureBatch& positions, std::span<float> outputs) const override {
    const std::size_t rows = fixed_rows_ > 0 ? fixed_rows_ : positions.size();
    for (std::size_t first = 0; first < positions.size(); first += rows) {
      try {
        run(positions, first, rows, outputs);
      } catch (const Ort::Exception& error) {
        refuse(said(error));
      }
    }
  }

 private:
  [[noreturn]] void refuse(std::string_view why) const {
    throw UsageError(fmt::format("net={} cannot be used: {}.", file_, why));
  }

  static std::string said(const Ort::Exception& error) {
    std::string_view text(error.what());
    text = text.substr(0, text.find('\n'));
    if (text.ends_with('.')) text.remove_suffix(1);
    return fmt::format("ONNX Runtime says: {}", text);
  }

  /// Numbers of one position's input.
  [[nodiscard]] std::size_t width() const {
    const int planes = features_.planes + features_.others;
    return static_cast<std::size_t>(as_planes_ ? planes * features_.cells() : features_.size());
  }

  void need_input(const std::string& game) {
    if (session_.GetInputCount() != 1) {
      refuse(fmt::format("it has {} inputs, not one", session_.GetInputCount()));
    }
    input_ = session_.GetInputNameAllocated(0, Ort::AllocatorWithDefaultOptions()).get();
    const Ort::TypeInfo type = session_.GetInputTypeInfo(0);
    if (!is_of_floats(type)) refuse("its input is no tensor of 32-bit floats");
    input_shape_ = type.GetTensorTypeAndShapeInfo().GetShape();
    const std::int64_t rows = input_shape_.empty() ? 0 : input_shape_.front();
    const Dimensions flat{rows, features_.size()};
    const Dimensions planes{rows, features_.planes + features_.others, features_.rows,
                            features_.columns};
    as_planes_ = input_shape_ == planes;
    if (rows == 0 || rows > kMostRows || (!as_planes_ && input_shape_ != flat)) {
      refuse(fmt::format("its input is {}, and positions of {} are [batch, {}] or [batch, {}]",
                         in_words(input_shape_), game, flat[1],
                         fmt::join(planes.begin() + 1, planes.end(), ", ")));
    }
    fixed_rows_ = rows > 0 ? static_cast<std::size_t>(rows) : 0;
  }

  void need_outputs() {
    for (const std::string_view name : kOutputs) {
      bool found = false;
      for (std::size_t i = 0; i < session_.GetOutputCount(); ++i) {
        const auto given = session_.GetOutputNameAllocated(i, Ort::AllocatorWithDefaultOptions());
        if (given.get() != name) continue;
        found = true;
        if (!is_of_floats(session_.GetOutputTypeInfo(i))) {
          refuse(fmt::format("its output '{}' is no tensor of 32-bit floats", name));
        }
      }
      if (!found) refuse(fmt::format("it has no output named '{}'", name));
    }
  }

  /// What the file says of its outputs' shapes may be less than all, so two positions are tried.
  void need_shapes() const {
    FeatureBatch positions;
    positions.end_position();
    positions.end_position();
    std::vector<float> answers(2 * static_cast<std::size_t>(outputs()));
    evaluate(positions, answers);
  }

  static bool is_of_floats(const Ort::TypeInfo& type) {
    return type.GetONNXType() == ONNX_TYPE_TENSOR &&
           type.GetTensorTypeAndShapeInfo().GetElementType() == ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT;
  }

  /// Evaluates so many positions from the first on; behind the last one, the rows stay empty.
  void run(const FeatureBatch& positions, std::size_t first, std::size_t rows,
           std::span<float> outputs) const {
    thread_local std::vector<float> numbers;  // each thread reuses its memory from call to call
    numbers.assign(rows * width(), 0.0F);
    const std::size_t count = std::min(rows, positions.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      const std::span row = std::span(numbers).subspan(i * width(), width());
      if (as_planes_) {
        write_planes(features_, positions[first + i], row);
      } else {
        for (const std::size_t feature : positions[first + i]) row[feature] = 1;
      }
    }
    Dimensions shape = input_shape_;
    shape.front() = static_cast<std::int64_t>(rows);
    const Ort::Value input = Ort::Value::CreateTensor<float>(
        memory_, numbers.data(), numbers.size(), shape.data(), shape.size());
    const char* const name = input_.c_str();
    const std::vector<Ort::Value> found =
        session_.Run(Ort::RunOptions(), &name, &input, 1, kOutputs.data(), kOutputs.size());
    const float* const values = numbers_of(found[0], kOutputs[0], rows, 1);
    const float* const logits = numbers_of(found[1], kOutputs[1], rows, moves_);
    for (std::size_t i = 0; i < count; ++i) {
      float* const of_position = &outputs[(first + i) * static_cast<std::size_t>(this->outputs())];
      of_position[0] = values[i];
      std::copy_n(logits + i * static_cast<std::size_t>(moves_), moves_, of_position + 1);
    }
  }

  /// An output of one number per position may lack its second dimension.
  [[nodiscard]] const float* numbers_of(const Ort::Value& output, const char* name,
                                        std::size_t rows, int columns) const {
    const Dimensions shape = output.GetTensorTypeAndShapeInfo().GetShape();
    Dimensions wanted{static_cast<std::int64_t>(rows), columns};
    if (shape == wanted) return output.GetTensorData<float>();
    wanted.resize(columns == 1 ? 1 : 2);
    if (shape == wanted) return output.GetTensorData<float>();
    refuse(fmt::format("its output '{}' is {} for {} positions, not {}", name, in_words(shape),
                       rows, in_words(wanted)));
  }

  std::string file_;
  GridShape features_;
  int moves_;
  bool as_planes_ = false;
  std::size_t fixed_rows_ = 0;  ///< positions of each call; 0: any number
  std::string input_;
  Dimensions input_shape_;
  Ort::MemoryInfo memory_ = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
  mutable Ort::Session session_{nullptr};  ///< its Run() is thread-safe, and yet not const
};

}  // namespace

bool has_onnx() { return true; }

std::shared_ptr<const AnyNetwork> read_onnx(const std::string& file, const std::string& game,
                                            const Observation& seen) {
  return std::make_shared<const OnnxNetwork>(file, game, seen);
}

}  // namespace banyan::bench

#else

namespace banyan::bench {

bool has_onnx() { return false; }

std::shared_ptr<const AnyNetwork> read_onnx(const std::string& file, const std::string& /*game*/,
                                            const Observation& /*seen*/) {
  throw UsageError(fmt::format(
      "net={} needs ONNX Runtime, and this program was built without it: install Debian 13's "
      "libonnxruntime-dev and build again.",
      file));
}

}  // namespace banyan::bench

#endif
