// Ops as the interpreters run them, each beside bare Eigen in the same process. `ratio` is the op's time
// over the peer's, measured alternately within one run, so that a busy machine slows both.
#include <vector>

#include "bench/beside.h"
#include "interp/evaluate.h"
#include "interp/native.h"
#include "interp/random.h"

namespace {
using namespace partir;
using bench::beside;
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Array = Eigen::Array<float, Eigen::Dynamic, 1>;

template <class D>
void dot(benchmark::State& state) {
  const int64_t n = state.range(0);
  const TensorType t{{n, n}, ElementType::F32};
  const Op op = DotGeneral{{}, {}, {1}, {0}, ElementType::F32};
  const std::vector<Tensor<D>> x{random_tensor<D>(t, 1), random_tensor<D>(t, 2)};
  const Matrix a = Matrix::Random(n, n), b = Matrix::Random(n, n);
  beside(state, 2.0 * static_cast<double>(n * n * n),
         [&] { benchmark::DoNotOptimize(apply_op<D>(op, x)); },
         [&] {
           Matrix c(n, n);
           c.noalias() = a * b;
           benchmark::DoNotOptimize(c.data());
         });
}

template <class F>
void elementwise(benchmark::State& state, Op op, size_t operands, F&& f) {
  const int64_t n = state.range(0);
  const TensorType t{{n}, ElementType::F32};
  std::vector<Tensor<Native>> x;
  for (size_t i = 0; i < operands; ++i) x.push_back(random_tensor<Native>(t, i));
  const Array a = Array::Random(n), b = Array::Random(n);
  // the peer writes into an array that it keeps; an op makes a new tensor each time
  Array c(n);
  beside(state, static_cast<double>(n),
         [&] { benchmark::DoNotOptimize(apply_op<Native>(op, x)); },
         [&] {
           c = f(a, b);
           benchmark::DoNotOptimize(c.data());
           benchmark::ClobberMemory();
         });
}
void add(benchmark::State& s) {
  elementwise(s, Add{}, 2, [](auto& a, auto& b) { return a + b; });
}
void multiply(benchmark::State& s) {
  elementwise(s, Multiply{}, 2, [](auto& a, auto& b) { return a * b; });
}
void maximum(benchmark::State& s) {
  elementwise(s, Maximum{}, 2, [](auto& a, auto& b) { return a.max(b); });
}
void exponential(benchmark::State& s) {
  elementwise(s, Exponential{}, 1, [](auto& a, auto&) { return a.exp(); });
}
void tanh_op(benchmark::State& s) {
  elementwise(s, Tanh{}, 1, [](auto& a, auto&) { return a.tanh(); });
}

/// Sums along dimension `d` of a square.
void reduce(benchmark::State& state, int64_t d) {
  const int64_t n = state.range(0);
  const TensorType t{{n, n}, ElementType::F32};
  const std::vector<Tensor<Native>> x{
      random_tensor<Native>(t, 1),
      Tensor<Native>::from_literal(Literal::splat_value({{}, ElementType::F32}, 0))};
  const Op op = Reduce{{d}, Monoid::Add};
  const Matrix a = Matrix::Random(n, n);
  Array c(n);
  beside(state, static_cast<double>(n * n),
         [&] { benchmark::DoNotOptimize(apply_op<Native>(op, x)); },
         [&] {
           if (d == 0) c = a.colwise().sum().transpose().array();
           else  // in the order of the op's fold, which Eigen's sums do not keep
             for (int64_t i = 0; i < n; ++i) {
               float s = 0;
               for (int64_t j = 0; j < n; ++j) s += a(i, j);
               c(i) = s;
             }
           benchmark::DoNotOptimize(c.data());
           benchmark::ClobberMemory();
         });
}
void reduce_rows(benchmark::State& s) { reduce(s, 1); }
/// Beside Eigen's sums, which add in another order: not promised, shown.
void reduce_rows_by_eigen(benchmark::State& state) {
  const int64_t n = state.range(0);
  const std::vector<Tensor<Native>> x{
      random_tensor<Native>({{n, n}, ElementType::F32}, 1),
      Tensor<Native>::from_literal(Literal::splat_value({{}, ElementType::F32}, 0))};
  const Op op = Reduce{{1}, Monoid::Add};
  const Matrix a = Matrix::Random(n, n);
  Array c(n);
  beside(state, static_cast<double>(n * n),
         [&] { benchmark::DoNotOptimize(apply_op<Native>(op, x)); },
         [&] {
           c = a.rowwise().sum().array();
           benchmark::DoNotOptimize(c.data());
           benchmark::ClobberMemory();
         });
}
void reduce_columns(benchmark::State& s) { reduce(s, 0); }

void transposed_add(benchmark::State& state) {
  const int64_t n = state.range(0);
  const TensorType t{{n, n}, ElementType::F32};
  const auto x = random_tensor<Native>(t, 1), y = random_tensor<Native>(t, 2);
  const Matrix a = Matrix::Random(n, n), b = Matrix::Random(n, n);
  Matrix c(n, n);
  beside(state, static_cast<double>(n * n),
         [&] {
           const auto v = apply_op<Native>(Transpose{{1, 0}}, {y})[0];
           benchmark::DoNotOptimize(apply_op<Native>(Add{}, {x, v}));
         },
         [&] {
           c = a + b.transpose();
           benchmark::DoNotOptimize(c.data());
           benchmark::ClobberMemory();
         });
}

BENCHMARK(dot<Native>)->Name("dot_general f32")->Arg(64)->Arg(100)->Arg(256)->Arg(368)->Arg(512)->UseManualTime();
BENCHMARK(dot<Field>)->Name("dot_general field")->Arg(256)->UseManualTime();
BENCHMARK(add)->Arg(1'000'000)->Arg(10'000'000)->Arg(100'000'000)->UseManualTime();
BENCHMARK(multiply)->Arg(10'000'000)->UseManualTime();
BENCHMARK(maximum)->Arg(10'000'000)->UseManualTime();
BENCHMARK(exponential)->Arg(1'000'000)->Arg(10'000'000)->Arg(100'000'000)->UseManualTime();
BENCHMARK(tanh_op)->Name("tanh")->Arg(10'000'000)->UseManualTime();
BENCHMARK(reduce_rows)->Arg(1000)->Arg(3000)->Arg(10000)->UseManualTime();
BENCHMARK(reduce_rows_by_eigen)->Arg(1000)->Arg(10000)->UseManualTime();
BENCHMARK(reduce_columns)->Arg(1000)->Arg(3000)->Arg(10000)->UseManualTime();
BENCHMARK(transposed_add)->Arg(2000)->UseManualTime();

}  // namespace
