// Recipes of programs: numbers that a decoder (program.h) makes a well-typed program of, whatever they
// are. Generating is drawing numbers, shrinking is making them fewer and smaller: nothing is ever filtered.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "semantics/diagnostics.h"
#include "interp/random.h"

namespace partir::generate {

/// What becomes one statement: which form it has, the numbers that its choices are taken from, in order
/// (0 once they are used up, which is the simplest choice everywhere), and, of a loop, its body.
struct Step {
  enum class Form : uint8_t { Op, Slice, Loop };
  Form form = Form::Op;
  std::vector<uint32_t> numbers;
  std::vector<Step> body;
  friend bool operator==(const Step&, const Step&) = default;
};

/// A program to be.
struct Recipe {
  std::vector<int64_t> sizes;     ///< of the mesh's axes, in order
  std::vector<Step> steps;
  std::vector<uint32_t> results;  ///< from which the function's results are chosen
  friend bool operator==(const Recipe&, const Recipe&) = default;
};

/// How large drawn recipes are.
struct Limits {
  int axes = 4;            ///< at most
  int64_t axis_size = 6;   ///< at most
  int64_t devices = 400;   ///< at most; larger meshes lose their last axes
  int steps = 14;          ///< of a block, on average fewer
  int depth = 3;           ///< of loops in loops
};

/// A stream of numbers of one seed.
class Source {
 public:
  explicit Source(uint64_t seed) : state_(mix64(seed)) {}
  uint64_t next() { return mix64(++state_); }
  int64_t below(int64_t n) { return static_cast<int64_t>(next() % static_cast<uint64_t>(n)); }

 private:
  uint64_t state_;
};

namespace detail {
inline std::vector<uint32_t> numbers(Source& s, int n) {
  std::vector<uint32_t> v;
  for (int i = 0; i < n; ++i) v.push_back(static_cast<uint32_t>(s.next()));
  return v;
}
inline std::vector<Step> steps(Source& s, const Limits& limits, int depth, int64_t count) {
  std::vector<Step> all;
  for (int64_t i = 0; i < count; ++i) {
    Step step;
    const int64_t form = s.below(10);
    // in a loop mostly slices and what reads them
    if (depth < limits.depth && form < (depth == 0 ? 4 : 2)) {
      step.form = Step::Form::Loop;
      step.body = steps(s, limits, depth + 1, 1 + s.below(5));
    } else if (depth > 0 && form < 6) {
      step.form = Step::Form::Slice;
    }
    step.numbers = numbers(s, 24);
    all.push_back(std::move(step));
  }
  return all;
}
}  // namespace detail

/// The recipe of a seed. Axes number 0 to `limits.axes`, mostly two or three; sizes 1 to `axis_size`.
inline Recipe draw(uint64_t seed, const Limits& limits = {}) {
  // not the numbers that a statement draws from the same seed
  Source s(mix64(~seed));
  Recipe r;
  constexpr int axes[] = {0, 1, 2, 2, 2, 2, 3, 3, 3, 4};
  int64_t devices = 1;
  for (int64_t n = std::min(axes[s.below(10)], limits.axes); n > 0; --n) {
    const int64_t size = 1 + s.below(limits.axis_size);
    if (devices * size > limits.devices) break;
    devices *= size;
    r.sizes.push_back(size);
  }
  r.steps = detail::steps(s, limits, 0, 2 + s.below(limits.steps - 1));
  r.results = detail::numbers(s, 6);
  return r;
}

namespace detail {
/// Steps of a list and of the lists in it, in order; `f` returns whether to stop.
template <class F>
bool for_each_list(std::vector<Step>& list, F&& f) {
  if (f(list)) return true;
  for (Step& s : list)
    if (for_each_list(s.body, f)) return true;
  return false;
}
inline size_t list_count(Recipe& r) {
  size_t n = 0;
  for_each_list(r.steps, [&](std::vector<Step>&) { return ++n, false; });
  return n;
}
/// The k-th list of a recipe.
inline std::vector<Step>& list_at(Recipe& r, size_t k) {
  std::vector<Step>* found = &r.steps;
  for_each_list(r.steps, [&](std::vector<Step>& list) {
    if (k-- > 0) return false;
    found = &list;
    return true;
  });
  return *found;
}
}  // namespace detail

/// Recipes that are a little simpler, those with a smaller mesh first, then those with fewer statements,
/// then those of smaller choices (shapes, values). Each differs from `r`.
inline std::vector<Recipe> simpler(const Recipe& r) {
  std::vector<Recipe> all;
  auto add = [&](Recipe s) {
    if (!(s == r)) all.push_back(std::move(s));
  };
  auto changed = [&](auto&& change) {
    Recipe s = r;
    change(s);
    add(std::move(s));
  };
  for (size_t i = 0; i < r.sizes.size(); ++i) {
    changed([&](Recipe& s) { s.sizes.erase(s.sizes.begin() + static_cast<int64_t>(i)); });
    for (int64_t smaller : {int64_t{1}, int64_t{2}, r.sizes[i] - 1})
      if (smaller >= 1 && smaller < r.sizes[i]) changed([&](Recipe& s) { s.sizes[i] = smaller; });
  }
  Recipe copy = r;
  const size_t lists = detail::list_count(copy);
  for (size_t k = 0; k < lists; ++k) {
    const size_t n = detail::list_at(copy, k).size();
    for (size_t length = n; length >= 1; length /= 2)
      for (size_t at = 0; at + length <= n; at += length)
        changed([&](Recipe& s) {
          std::vector<Step>& list = detail::list_at(s, k);
          list.erase(list.begin() + static_cast<int64_t>(at),
                     list.begin() + static_cast<int64_t>(at + length));
        });
    // a loop's body instead of the loop
    for (size_t at = 0; at < n; ++at)
      if (!detail::list_at(copy, k)[at].body.empty())
        changed([&](Recipe& s) {
          std::vector<Step>& list = detail::list_at(s, k);
          std::vector<Step> body = std::move(list[at].body);
          list.erase(list.begin() + static_cast<int64_t>(at));
          list.insert(list.begin() + static_cast<int64_t>(at), body.begin(), body.end());
        });
  }
  changed([](Recipe& s) { s.results.clear(); });
  for (size_t k = 0; k < lists; ++k)
    for (size_t at = 0; at < detail::list_at(copy, k).size(); ++at) {
      const size_t n = detail::list_at(copy, k)[at].numbers.size();
      for (size_t keep : {size_t{0}, n / 2, n - 1})
        if (keep < n) changed([&](Recipe& s) { detail::list_at(s, k)[at].numbers.resize(keep); });
      for (size_t i = 0; i < n; ++i)
        for (uint32_t smaller : {0u, detail::list_at(copy, k)[at].numbers[i] % 64})
          changed([&](Recipe& s) { detail::list_at(s, k)[at].numbers[i] = smaller; });
    }
  return all;
}

/// The simplest recipe, or other thing that `simpler` knows of, that `fails` and that one gets to from `r`, which fails,
/// by simpler ones that fail; at most `most` are tried.
template <class Subject, class Fails>
Subject shrunk(Subject r, Fails&& fails, int64_t most = 20'000) {
  for (bool progress = true; progress;) {
    progress = false;
    for (Subject& s : simpler(r)) {
      if (most-- <= 0) return r;
      if (!fails(s)) continue;
      r = std::move(s);
      progress = true;
      break;
    }
  }
  return r;
}

}  // namespace partir::generate
