// Shape rules of the ops whose attributes are operands. What those operands hold is known when the
// op runs; here only their types are. Labels are those of the StableHLO specification.
#pragma once

#include <algorithm>
#include <string>

#include "semantics/module.h"
#include "semantics/premises.h"

namespace partir::shlo {

namespace detail {
inline bool unique(std::vector<int64_t> ids) {
  std::sort(ids.begin(), ids.end());
  return std::adjacent_find(ids.begin(), ids.end()) == ids.end();
}
inline bool within(const std::vector<int64_t>& ids, int64_t low, int64_t end) {
  return std::all_of(ids.begin(), ids.end(), [&](int64_t id) { return low <= id && id < end; });
}
/// A one-dimensional tensor of integers, `size` of them.
inline bool is_list(const TensorType& t, int64_t size) {
  return t.rank() == 1 && is_integer(t.element) && t.shape[0] == size;
}
}  // namespace detail

/// The result of a Dynamic, of which the declared type is believed where operands decide it.
inline TypeList infer(const Dynamic& e, const Function& f, const TypeList& declared) {
  const size_t count = arity(e).all;
  constraint(e.operands.size() == count, "I1", "the number of operands",
             [&] { return std::to_string(e.operands.size()); });
  Types x;
  for (ValueId id : e.operands) {
    const TensorType* t = f.type(id).tensor();
    constraint(t != nullptr, "I1", "operands are tensors", [&] { return to_string(f.type(id)); });
    x.push_back(*t);
  }
  constraint(declared.size() == 1 && declared[0].tensor(), "O1", "there is one result, a tensor",
             [&] { return to_string(declared); });
  const TensorType& result = *declared[0].tensor();
  const auto list = [&](const char* label, const char* text, const TensorType& t) {
    constraint(detail::is_list(t, result.rank()), label, text,
               [&] { return to_string(t) + " for " + to_string(result); });
  };
  return std::visit(
      Overloaded{
          [&](const GetDimensionSize& d) -> TypeList {
            constraint(d.dimension >= 0 && d.dimension < x[0].rank(), "C1",
                       "0 <= dimension < rank(operand)", [&] { return std::to_string(d.dimension); });
            return {TensorType{{}, ElementType::I32}};
          },
          [&](const DynamicIota& d) -> TypeList {
            constraint(d.dimension >= 0 && d.dimension < result.rank(), "C1",
                       "0 <= iota_dimension < size(output_shape)", [&] { return std::to_string(d.dimension); });
            list("C2", "rank(result) = size(output_shape)", x[0]);
            return declared;
          },
          [&](const DynamicReshape&) -> TypeList {
            constraint(result.element == x[0].element, "C1",
                       "element_type(result) = element_type(operand)", [&] { return to_string(result); });
            constraint(result.elements() == x[0].elements(), "C2", "size(operand) = size(result)",
                       [&] { return to_string(result); });
            list("C3", "size(output_shape) = rank(result)", x[1]);
            return declared;
          },
          [&](const DynamicBroadcastInDim& d) -> TypeList {
            constraint(result.element == x[0].element, "C1",
                       "element_type(result) = element_type(operand)", [&] { return to_string(result); });
            constraint(static_cast<int64_t>(d.dims.size()) == x[0].rank(), "C2",
                       "size(broadcast_dimensions) = rank(operand)", [&] { return to_string(d.dims); });
            constraint(detail::within(d.dims, 0, result.rank()), "C3",
                       "0 <= broadcast_dimensions < rank(result)", [&] { return to_string(d.dims); });
            constraint(detail::unique(d.dims), "C4", "is_unique(broadcast_dimensions)",
                       [&] { return to_string(d.dims); });
            for (size_t i = 0; i < d.dims.size(); ++i)
              constraint(x[0].shape[i] == 1 || x[0].shape[i] == result.shape[d.dims[i]], "C5",
                         "an extent of the operand is 1 or the result's", [&] { return to_string(x[0]); });
            list("C7", "size(output_dimensions) = rank(result)", x[1]);
            std::vector<int64_t> known = d.known_expanding;
            known.insert(known.end(), d.known_nonexpanding.begin(), d.known_nonexpanding.end());
            constraint(detail::unique(known), "C8",
                       "is_unique(known_expanding_dimensions + known_nonexpanding_dimensions)",
                       [&] { return to_string(known); });
            constraint(detail::within(d.known_expanding, 0, x[0].rank()), "C9",
                       "0 <= known_expanding_dimensions < rank(operand)",
                       [&] { return to_string(d.known_expanding); });
            constraint(detail::within(d.known_nonexpanding, 0, x[0].rank()), "C10",
                       "0 <= known_nonexpanding_dimensions < rank(operand)",
                       [&] { return to_string(d.known_nonexpanding); });
            return declared;
          },
          [&](const DynamicPad&) -> TypeList {
            constraint(x[1] == TensorType{{}, x[0].element} && result.element == x[0].element,
                       "C1", "element_type(operand) = element_type(padding_value) = "
                       "element_type(result)", [&] { return to_string(x[1]); });
            for (size_t i = 2; i < 5; ++i)
              constraint(detail::is_list(x[i], x[0].rank()) && result.rank() == x[0].rank(), "C2",
                         "size(edge_padding_low) = size(edge_padding_high) = "
                         "size(interior_padding) = rank(operand)", [&] { return to_string(x[i]); });
            return declared;
          },
          [&](const RealDynamicSlice&) -> TypeList {
            constraint(result.element == x[0].element, "C1",
                       "element_type(result) = element_type(operand)", [&] { return to_string(result); });
            for (size_t i = 1; i < 4; ++i)
              constraint(detail::is_list(x[i], x[0].rank()) && result.rank() == x[0].rank(), "C2",
                         "size(start_indices) = size(limit_indices) = size(strides) = "
                         "rank(operand)", [&] { return to_string(x[i]); });
            return declared;
          },
          [&](const DynamicGather& d) -> TypeList {
            // The result says what the slice sizes must be.
            Gather op = d.op;
            op.slice_sizes.assign(x[0].shape.size(), 1);
            const std::vector<int64_t> window = op.window_dims(x[0].rank());
            for (size_t i = 0; i < window.size() && i < op.offset_dims.size(); ++i)
              if (op.offset_dims[i] >= 0 && op.offset_dims[i] < result.rank())
                op.slice_sizes[window[i]] = result.shape[op.offset_dims[i]];
            const Types found = op.infer({x[0], x[1]});
            constraint(found[0] == result, "C12", "the result has the type of gather's",
                       [&] { return to_string(result) + " for " + to_string(found[0]); });
            constraint(detail::is_list(x[2], x[0].rank()), "C10",
                       "size(slice_sizes) = rank(operand)", [&] { return to_string(x[2]); });
            return declared;
          },
          [&](const DynamicConv& d) -> TypeList {
            constraint(x[2].rank() == 2 && is_integer(x[2].element) &&
                           x[2].shape == Shape{x[0].rank() - 2, 2},
                       "C4", "shape(padding) = [N - 2, 2]", [&] { return to_string(x[2]); });
            Convolution op = d.op;
            op.low.assign(static_cast<size_t>(x[2].shape[0]), 0);
            op.high = op.low;
            // The padding decides the spatial extents alone.
            TensorType found = op.infer({x[0], x[1]})[0];
            if (found.rank() == result.rank())
              for (int64_t s : op.output_spatial) found.shape[s] = result.shape[s];
            constraint(found == result, "C25", "the result has the type of convolution's",
                       [&] { return to_string(result) + " for " + to_string(found); });
            return declared;
          }},
      e.op);
}

}  // namespace partir::shlo
