// bitcast_convert to a type of another width.
#pragma once

#include <algorithm>
#include <vector>

#include "interp/tensor.h"
#include "semantics/op.h"

namespace partir {

/// BitcastConvert, but where its comprehension says it all.
template <class D>
std::vector<Tensor<D>> procedure(const BitcastConvert& op, const std::vector<Tensor<D>>& operands) {
  const ElementType from = operands[0].element(), to = op.element;
  const int in = bit_width(from), out = bit_width(to);
  if (in == out) return {};
  const Tensor<D> x = operands[0].contiguous();
  const TensorType result = op.infer({x.type()})[0];
  // so many that whole elements of the result come of them
  constexpr int64_t block = 1024;
  return {Tensor<D>::build_raw(result, [&](void* p) {
    std::vector<ElementBits> bits;
    int64_t written = 0;
    for (int64_t start = 0; start < x.elements(); start += block) {
      bits.clear();
      with_scalar<D>(from, [&]<class T>() {
        for (int64_t i = start; i < std::min(start + block, x.elements()); ++i)
          bits.push_back(D::template to_bits<T>(x.template data<T>()[i]));
      });
      with_scalar<D>(to, [&]<class T>() {
        T* o = static_cast<T*>(p) + written;
        for (size_t i = 0; i < bits.size();) {
          ElementBits b = 0;
          int at = 0;
          do b |= bits[i++] << at, at += in;
          while (at < out);
          for (at = 0; at < std::max(in, out); at += out, ++written)
            *o++ = D::template of_bits<T>(b >> at);
        }
      });
    }
  })};
}

}  // namespace partir
