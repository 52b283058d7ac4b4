// Convolution, windows, gather, scatter, sort and updates as the interpreters run them, each beside a plain
// loop (convolution: also Eigen's product of its unrolled windows) in the same process. `memory` is what
// an op takes at most, operands and results included, over what operands and results take.
#include <numeric>

#include "bench/beside.h"
#include "bench/heap.h"
#include "interp/evaluate.h"
#include "interp/native.h"
#include "interp/random.h"

namespace {
using namespace partir;
using Tensors = std::vector<Tensor<Native>>;
constexpr ElementType f32 = ElementType::F32, i32 = ElementType::I32;

/// Times `op` beside `peer`, and takes its memory.
void compare(benchmark::State& state, const Op& op, const Tensors& x, double work, auto&& peer) {
  int64_t tensors = 0;
  for (const auto& t : x) tensors += t.bytes();
  {
    detail::BufferPool::instance().clear();  // a buffer that is kept would not be counted
    const int64_t before = bench::heap_held;
    bench::heap_peak = bench::heap_held.load();
    const Tensors results = apply_op<Native>(op, x);
    for (const auto& t : results) tensors += t.bytes();
    int64_t operands = 0;
    for (const auto& t : x) operands += t.bytes();
    state.counters["memory"] =
        static_cast<double>(bench::heap_peak - before + operands) / static_cast<double>(tensors);
  }
  bench::beside(state, work, [&] { benchmark::DoNotOptimize(apply_op<Native>(op, x)); }, peer);
}
Tensor<Native> indices_below(Shape shape, int64_t n) {
  return Tensor<Native>::build<int32_t>({shape, i32}, [&](int32_t* p) {
    for (int64_t i = 0; i < num_elements(shape); ++i)
      p[i] = static_cast<int32_t>(mix64(static_cast<uint64_t>(i)) % static_cast<uint64_t>(n));
  });
}

/// An image of `side` by `side` and 16 channels under a kernel of 3 by 3 to 16 channels.
void convolution(benchmark::State& state) {
  const int64_t side = state.range(0), c = 16;
  const Convolution op{{1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {0, 0}, 0, 3, {1, 2}, 2, 3, {0, 1},
                       0, 3, {1, 2}, 1, 1, f32};
  const Tensors x{random_tensor<Native>({{1, side, side, c}, f32}, 1),
                  random_tensor<Native>({{3, 3, c, c}, f32}, 2)};
  std::vector<float> out(static_cast<size_t>(side * side * c));
  const float *image = x[0].data<float>(), *kernel = x[1].data<float>();
  compare(state, op, x, op.flops({x[0].type(), x[1].type()}), [&] {
    for (int64_t i = 0; i < side; ++i)
      for (int64_t j = 0; j < side; ++j) {
        float* o = out.data() + (i * side + j) * c;
        std::fill(o, o + c, 0.0f);
        for (int64_t k = 0; k < 3; ++k)
          for (int64_t l = 0; l < 3; ++l) {
            const int64_t y = i + k - 1, z = j + l - 1;
            if (y < 0 || y >= side || z < 0 || z >= side) continue;
            for (int64_t a = 0; a < c; ++a) {
              const float v = image[(y * side + z) * c + a];
              const float* w = kernel + ((k * 3 + l) * c + a) * c;
              for (int64_t b = 0; b < c; ++b) o[b] += v * w[b];
            }
          }
      }
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  });
}

/// Rows of `width` of a table of 10,000.
void gather(benchmark::State& state, int64_t width) {
  const int64_t n = state.range(0) / width, rows = 10'000;
  const Gather op{{1}, {0}, {}, {}, {0}, 1, {1, width}};
  const Tensors x{random_tensor<Native>({{rows, width}, f32}, 1), indices_below({n, 1}, rows)};
  std::vector<float> out(static_cast<size_t>(n * width));
  const float* table = x[0].data<float>();
  const int32_t* at = x[1].data<int32_t>();
  compare(state, op, x, static_cast<double>(n * width), [&] {
    for (int64_t i = 0; i < n; ++i) {
      const float* row = table + std::clamp<int64_t>(at[i], 0, rows - 1) * width;
      for (int64_t j = 0; j < width; ++j) out[static_cast<size_t>(i * width + j)] = row[j];
    }
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  });
}
void gather_rows(benchmark::State& s) { gather(s, 64); }
void gather_elements(benchmark::State& s) { gather(s, 1); }

/// Adds rows of `width` to a table of 10,000.
void scatter(benchmark::State& state, int64_t width) {
  const int64_t n = state.range(0) / width, rows = 10'000;
  const Scatter op{{1}, {0}, {}, {}, {0}, 1, false, false, monoid_body(Monoid::Add, f32)};
  const Tensors x{random_tensor<Native>({{rows, width}, f32}, 1), indices_below({n, 1}, rows),
                  random_tensor<Native>({{n, width}, f32}, 2)};
  std::vector<float> out(static_cast<size_t>(rows * width));
  const float *table = x[0].data<float>(), *update = x[2].data<float>();
  const int32_t* at = x[1].data<int32_t>();
  compare(state, op, x, static_cast<double>(n * width), [&] {
    std::copy_n(table, rows * width, out.data());
    for (int64_t i = 0; i < n; ++i) {
      if (at[i] < 0 || at[i] >= rows) continue;
      for (int64_t j = 0; j < width; ++j)
        out[static_cast<size_t>(at[i] * width + j)] += update[i * width + j];
    }
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  });
}
void scatter_rows(benchmark::State& s) { scatter(s, 64); }
void scatter_elements(benchmark::State& s) { scatter(s, 1); }

/// Sums in windows of 3 along a row.
void reduce_window(benchmark::State& state) {
  const int64_t n = state.range(0) / 3;
  const ReduceWindow op{{{3}, {1}, {1}, {1}, {1}, {1}}, monoid_body(Monoid::Add, f32)};
  const Tensors x{random_tensor<Native>({{n}, f32}, 1),
                  Tensor<Native>::from_literal(Literal::splat_value({{}, f32}, 0))};
  std::vector<float> out(static_cast<size_t>(n));
  const float* in = x[0].data<float>();
  compare(state, op, x, static_cast<double>(3 * n), [&] {
    for (int64_t i = 0; i < n; ++i) {
      float s = 0;
      for (int64_t k = std::max<int64_t>(i - 1, 0); k < std::min(n, i + 2); ++k) s += in[k];
      out[static_cast<size_t>(i)] = s;
    }
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  });
}

void sort_floats(benchmark::State& state) {
  const int64_t n = state.range(0);
  const Sort op{0, true, comparison_body(ScalarFn::Lt, f32)};
  const Tensors x{random_tensor<Native>({{n}, f32}, 1)};
  compare(state, op, x, static_cast<double>(n), [&] {
    std::vector<float> v(x[0].data<float>(), x[0].data<float>() + n);
    std::stable_sort(v.begin(), v.end());
    benchmark::DoNotOptimize(v.data());
  });
}

/// The largest element of each row of 1,000 and where it is.
void argmax(benchmark::State& state) {
  const int64_t width = 1000, rows = state.range(0) / width;
  const VariadicReduce op{{1}, argmax_body(f32, i32)};
  const Tensors x{random_tensor<Native>({{rows, width}, f32}, 1), indices_below({rows, width}, width),
                  Tensor<Native>::from_literal(Literal::splat_value({{}, f32}, -1e30)),
                  Tensor<Native>::from_literal(Literal::splat_value({{}, i32}, 0))};
  const float* v = x[0].data<float>();
  const int32_t* at = x[1].data<int32_t>();
  std::vector<int32_t> out(static_cast<size_t>(rows));
  compare(state, op, x, static_cast<double>(rows * width), [&] {
    for (int64_t i = 0; i < rows; ++i) {
      float most = -1e30f;
      for (int64_t k = 0; k < width; ++k)
        if (v[i * width + k] > most) {
          most = v[i * width + k];
          out[static_cast<size_t>(i)] = at[i * width + k];
        }
    }
    benchmark::DoNotOptimize(out.data());
  });
}

BENCHMARK(convolution)->Arg(15)->Arg(47)->Arg(147)->UseManualTime();
BENCHMARK(gather_rows)->Arg(1'000'000)->Arg(10'000'000)->Arg(100'000'000)->UseManualTime();
BENCHMARK(gather_elements)->Arg(1'000'000)->Arg(10'000'000)->UseManualTime();
BENCHMARK(scatter_rows)->Arg(1'000'000)->Arg(10'000'000)->Arg(100'000'000)->UseManualTime();
BENCHMARK(scatter_elements)->Arg(1'000'000)->Arg(10'000'000)->UseManualTime();
BENCHMARK(reduce_window)->Arg(3'000'000)->Arg(30'000'000)->UseManualTime();
BENCHMARK(sort_floats)->Arg(1'000'000)->UseManualTime();
BENCHMARK(argmax)->Arg(1'000'000)->Arg(10'000'000)->UseManualTime();

}  // namespace
