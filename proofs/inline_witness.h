// Wrong entries of ops that are written in a file (inline_op.h): values that tell, and a program
// that shows it, in which StableHLO's own ops make up the comprehension.
#pragma once

#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "proofs/inline_op.h"
#include "proofs/witness_program.h"

namespace partir::detail {

/// Writes a comprehension over f32, without guards and dynamic reads, as statements over tensors of
/// all its places.
class ComprehensionWriter {
 public:
  ComprehensionWriter(WitnessWriter& w, const Comprehension& c)
      : w_(w), c_(c), space_(c.result.shape) {
    space_.insert(space_.end(), c.reduction.begin(), c.reduction.end());
  }
  std::vector<ValueId> write(const std::vector<ValueId>& x) {
    std::vector<ValueId> nodes;
    for (const Node& n : c_.body) {
      if (const auto* r = std::get_if<ReadNode>(&n.expr)) {
        nodes.push_back(read(x[static_cast<size_t>(r->operand)], r->index));
      } else if (const auto* a = std::get_if<ApplyNode>(&n.expr)) {
        std::vector<ValueId> args;
        for (int i : a->args) args.push_back(nodes[static_cast<size_t>(i)]);
        nodes.push_back(w_.op(op_of(a->fn), std::move(args), ""));
      } else {
        const Literal& l = *std::get<LiteralNode>(n.expr).literal;
        nodes.push_back(
            w_.op(Constant{Literal::splat_bits({space_, n.element}, l.bits(0))}, {}, ""));
      }
    }
    if (!c_.reducer) return {nodes.back()};
    Reduce reduce{{}, *c_.reducer};
    for (size_t d = c_.result.shape.size(); d < space_.size(); ++d)
      reduce.dims.push_back(static_cast<int64_t>(d));
    const ElementType e = c_.result.element;
    const ValueId init =
        w_.op(Constant{Literal::splat_bits({{}, e}, identity_bits(*c_.reducer, e))}, {}, "");
    return {w_.op(reduce, {nodes.back(), init}, "")};
  }

 private:
  static Op op_of(ScalarFn fn) {
    std::optional<Op> op;
    for_each_op([&](const auto& o) {
      using T = std::decay_t<decltype(o)>;
      if constexpr (requires { T::fn; T::arity; })
        if (!op && T::fn == fn && T::arity == arity(fn)) op = o;
    });
    if (!op) throw Crash("no op applies " + std::string(name(fn)));
    return *op;
  }
  /// An operand at all places: repeated along other indices, or, where it is read at sums of them,
  /// gathered.
  ValueId read(ValueId x, const std::vector<IndexExpr>& index) {
    const Shape shape = w_.type(x).shape;
    std::vector<int64_t> dims;
    bool plain = true;
    for (size_t d = 0; d < index.size(); ++d) {
      plain = plain && index[d].is_variable() && !is_in(dims, index[d].terms[0].variable) &&
              shape[d] == space_[static_cast<size_t>(index[d].terms[0].variable)];
      if (plain) dims.push_back(index[d].terms[0].variable);
    }
    if (plain) return w_.op(BroadcastInDim{dims, space_}, {x}, "");
    Literal at{{space_, ElementType::I64}, false, {}};
    at.type.shape.push_back(1);
    std::vector<int64_t> v(space_.size(), 0);
    do {
      int64_t place = 0;
      for (size_t d = 0; d < index.size(); ++d) place = place * shape[d] + index[d](v.data());
      const auto* bytes = reinterpret_cast<const std::byte*>(&place);
      at.data.insert(at.data.end(), bytes, bytes + sizeof place);
    } while (next_index(v, space_));
    const ValueId row = w_.op(Reshape{{num_elements(shape)}}, {x}, "");
    const ValueId places = w_.op(Constant{std::move(at)}, {}, "");
    return w_.op(Gather{{}, {0}, {}, {}, {0}, static_cast<int64_t>(space_.size()), {1}},
                 {row, places}, "");
  }

  WitnessWriter& w_;
  const Comprehension& c_;
  Shape space_;
};

/// What shows that an entry is wrong, where anything was found.
struct InlineWitness {
  std::optional<WitnessValues> values;
  std::optional<core::Program> program;
};
/// Of the op on the whole and on a part, and their operands.
inline InlineWitness inline_witness(const Operands& operands, const Entry& entry, int64_t n,
                                    const Comprehension& whole, const Comprehension& part) {
  InlineWitness w;
  const auto applied = [](const Comprehension& c) {
    return [&c](const std::vector<Tensor<Native>>& x) {
      return std::vector{evaluate<Native>(c, x)};
    };
  };
  w.values = find_witness_values({operands, entry, n, applied(whole), applied(part)});
  if (!w.values) return w;
  const auto written = [](const Comprehension& c) {
    return [&c](WitnessWriter& to, const std::vector<ValueId>& x) {
      return ComprehensionWriter(to, c).write(x);
    };
  };
  w.program = witness_program(entry, n, *w.values, written(whole), written(part));
  return w;
}

}  // namespace partir::detail
