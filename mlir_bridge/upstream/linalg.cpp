// linalg's structured ops, named and generic: each is a comprehension over its loops, with index maps of
// the operands, a scalar body, and the outs as what the folds begin with.
#include <algorithm>

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir_bridge/upstream/translator.h"

namespace partir::bridge {

namespace {

/// Statements that a fold which is no reduction by a monoid may take, one after another.
constexpr int64_t max_unrolled = 1 << 16;

/// A yielded value that is `acc ⊕ value`: a reduction by ⊕ of `value`.
struct Fold {
  Monoid monoid;
  int value;            ///< node that is folded
  ElementType element;  ///< in which it is: unsigned where the text reduces the bits as such
};

/// One structured op.
class Structured {
 public:
  Structured(const Reading& r, mlir::linalg::LinalgOp op)
      : r_(r), op_(op), maps_(op.getIndexingMapsArray()), inputs_(op.getNumDpsInputs()) {
    for (int64_t n : op.getStaticLoopRanges()) extents_.push_back(n);
    for (unsigned i = 0; i < r.op->getNumOperands(); ++i) operands_.push_back(r.x(i));
    if (extents_.size() != op.getIteratorTypesArray().size()) throw Crash("loops without extents");
    for (int64_t n : extents_)
      if (mlir::ShapedType::isDynamic(n)) r.unsupported("a loop of unknown extent");
  }

  std::vector<ValueId> operator()() {
    read_body();
    std::vector<ValueId> results;
    bool unroll = false;
    for (size_t j = 0; j < yields_.size(); ++j) check_result_map(j);
    for (size_t j = 0; j < yields_.size(); ++j)
      unroll = unroll || (reduced(j).empty() ? reads_fold(j) : !fold_of(j));
    if (unroll) return unrolled();
    for (size_t j = 0; j < yields_.size(); ++j) {
      if (reduced(j).empty()) {
        const ValueId whole = evaluate(r_.b, graph_, yields_[j], space(), r_.where);
        results.push_back(r_.b.transpose(whole, result_dims(j), r_.where));
      } else {
        results.push_back(reduction(j, *fold_of(j)));
      }
    }
    return results;
  }

 private:
  //===------------------------------------------------------------------------------------------===
  // The body
  //===------------------------------------------------------------------------------------------===

  void read_body() {
    mlir::Block& body = *op_.getBlock();
    llvm::DenseMap<mlir::Value, int> nodes;
    for (mlir::BlockArgument a : body.getArguments())
      nodes[a] = graph_.add(value_type(a.getType(), r_.where).element,
                            ElementGraph::Argument{static_cast<int>(a.getArgNumber())});
    const auto node = [&](mlir::Value v, const Location& where) {
      const auto found = nodes.find(v);
      if (found != nodes.end()) return found->second;
      const ValueId captured = r_.t.value(v, where);
      if (!r_.type(captured).shape.empty()) throw Unsupported("a tensor inside of a linalg body", where);
      return graph_.add(r_.type(captured).element, ElementGraph::Captured{captured});
    };
    for (mlir::Operation& op : body.without_terminator()) {
      const Location where = r_.t.source().location(&op);
      std::vector<int> args;
      for (mlir::Value v : op.getOperands()) args.push_back(node(v, where));
      std::optional<int> result;
      if (auto index = llvm::dyn_cast<mlir::linalg::IndexOp>(op))
        result = graph_.add(ElementType::I64, ElementGraph::LoopIndex{static_cast<int>(index.getDim())});
      else if (op.getNumRegions() == 0 && op.getNumResults() == 1)
        result = add_scalar_op(graph_, &op, args, where);
      if (!result)
        throw Unsupported("op '" + op.getName().getStringRef().str() + "' inside of " + r_.name(), where);
      nodes[op.getResult(0)] = *result;
    }
    for (mlir::Value v : body.getTerminator()->getOperands()) yields_.push_back(node(v, r_.where));
  }

  bool is_out(int argument) const { return argument >= inputs_; }
  /// Whether a node reads what is folded.
  bool reads_out(int root) const {
    const std::vector<char> needed = graph_.needed(root);
    for (int n = 0; n <= root; ++n)
      if (needed[n] && is_out(graph_.argument(n))) return true;
    return false;
  }
  /// Whether an elementwise result reads what another result folds.
  bool reads_fold(size_t j) const {
    const std::vector<char> needed = graph_.needed(yields_[j]);
    for (int n = 0; n <= yields_[j]; ++n)
      if (const int a = graph_.argument(n); needed[n] && is_out(a))
        if (!reduced(static_cast<size_t>(a - inputs_)).empty()) return true;
    return false;
  }

  /// `acc ⊕ value`, in either order, also of the bits as unsigned numbers.
  std::optional<Fold> fold_of(size_t j) const {
    int n = yields_[j];
    const ElementGraph::Apply* apply = graph_.applied(n);
    const bool as_bits = apply && apply->fn == ScalarFn::Bitcast;
    if (as_bits) apply = graph_.applied(n = apply->args[0]);
    if (!apply || apply->args.size() != 2) return std::nullopt;
    const auto is_acc = [&](int x) {
      if (as_bits) {
        const ElementGraph::Apply* bits = graph_.applied(x);
        if (!bits || bits->fn != ScalarFn::Bitcast) return false;
        x = bits->args[0];
      }
      return graph_.argument(x) == inputs_ + static_cast<int>(j);
    };
    const int a = apply->args[0], b = apply->args[1];
    const int value = is_acc(a) ? b : a;
    if (!is_acc(a == value ? b : a) || reads_out(value)) return std::nullopt;
    for (Monoid m : all_monoids)
      if (scalar_fn(m) == apply->fn && defined_on(m, graph_.element(n)))
        return Fold{m, value, graph_.element(n)};
    return std::nullopt;
  }

  //===------------------------------------------------------------------------------------------===
  // Index maps
  //===------------------------------------------------------------------------------------------===

  mlir::AffineMap result_map(size_t j) const { return maps_[inputs_ + j]; }
  /// What result j begins with.
  ValueId out(size_t j) const { return operands_[inputs_ + j]; }
  static std::vector<int64_t> inverse(const std::vector<int64_t>& permutation) {
    std::vector<int64_t> back(permutation.size());
    for (size_t k = 0; k < back.size(); ++k) back[permutation[k]] = static_cast<int64_t>(k);
    return back;
  }
  /// The loops that index result j, in the order of its dimensions.
  std::vector<int64_t> loops_of(size_t j) const {
    std::vector<int64_t> dims;
    for (mlir::AffineExpr e : result_map(j).getResults())
      dims.push_back(static_cast<int64_t>(llvm::cast<mlir::AffineDimExpr>(e).getPosition()));
    return dims;
  }
  /// The same, counted among the loops of result j alone.
  std::vector<int64_t> result_dims(size_t j) const {
    std::vector<int64_t> dims = loops_of(j), sorted = dims;
    std::sort(sorted.begin(), sorted.end());
    for (int64_t& d : dims) d = position(sorted, d);
    return dims;
  }
  /// The loops that do not index result j: those that fold.
  std::vector<int64_t> reduced(size_t j) const {
    return dims_outside(static_cast<int64_t>(extents_.size()), loops_of(j));
  }
  void check_result_map(size_t j) const {
    const auto refuse = [&](const char* why) {
      r_.unsupported(std::string("its result's indexing map ") + why);
    };
    std::vector<int64_t> seen;
    for (mlir::AffineExpr e : result_map(j).getResults()) {
      auto dim = llvm::dyn_cast<mlir::AffineDimExpr>(e);
      if (!dim) refuse("has an index that is not one loop");
      if (is_in(seen, dim.getPosition())) refuse("has a loop twice");
      seen.push_back(dim.getPosition());
    }
    const auto iterators = op_.getIteratorTypesArray();
    for (int64_t d : reduced(j))
      if (iterators[d] == mlir::utils::IteratorType::parallel && extents_[d] != 1)
        refuse("leaves out a parallel loop: several iterations write one element");
  }

  /// Operand i with constants in its map taken, and the loops that index what is left.
  struct Indexed {
    ValueId value;
    std::vector<int64_t> loops;
  };
  std::optional<Indexed> indexed(size_t i) const {
    Indexed x{operands_[i], {}};
    std::vector<int64_t> start, limit;
    Shape rest;
    const Shape shape = r_.type(x.value).shape;
    const mlir::AffineMap map = maps_[i];
    for (unsigned k = 0; k < map.getNumResults(); ++k) {
      start.push_back(0);
      limit.push_back(shape[k]);
      if (auto constant = llvm::dyn_cast<mlir::AffineConstantExpr>(map.getResult(k))) {
        start[k] = constant.getValue();
        limit[k] = start[k] + 1;
        continue;
      }
      auto dim = llvm::dyn_cast<mlir::AffineDimExpr>(map.getResult(k));
      if (!dim || is_in(x.loops, dim.getPosition())) return std::nullopt;
      x.loops.push_back(dim.getPosition());
      rest.push_back(shape[k]);
    }
    x.value = r_.b.reshape(r_.b.slice(x.value, start, limit, r_.where), rest, r_.where);
    return x;
  }
  /// Operand i at each iteration.
  ValueId throughout(size_t i) const {
    const auto x = indexed(i);
    if (!x) return looked_up(i);
    if (x->loops.size() == extents_.size())
      return r_.b.transpose(x->value, inverse(x->loops), r_.where);
    return r_.emit(BroadcastInDim{x->loops, extents_}, {x->value});
  }
  /// The same by a table of places, for any affine map (`i + j` of a convolution).
  ValueId looked_up(size_t i) const {
    const Shape shape = r_.type(operands_[i]).shape;
    ElementGraph places;
    std::vector<int> loops;
    for (size_t d = 0; d < extents_.size(); ++d)
      loops.push_back(places.add(ElementType::I64, ElementGraph::LoopIndex{static_cast<int>(d)}));
    int place = places.constant(ElementType::I64, 0);
    for (unsigned k = 0; k < maps_[i].getNumResults(); ++k) {
      const int row = places.apply(ScalarFn::Multiply, ElementType::I64,
                                   {place, places.constant(ElementType::I64, static_cast<double>(shape[k]))});
      place = places.apply(ScalarFn::Add, ElementType::I64,
                           {row, add_affine(places, maps_[i].getResult(k), loops, {}, r_.where)});
    }
    const ValueId at = evaluate(r_.b, places, place, space(), r_.where);
    const ValueId flat = r_.b.reshape(operands_[i], {num_elements(shape)}, r_.where);
    Gather gather;
    gather.collapsed = gather.start_index_map = {0};
    gather.slice_sizes = {1};
    gather.index_vector_dim = static_cast<int64_t>(extents_.size());
    return r_.emit(std::move(gather), {flat, at});
  }

  /// All iterations.
  ElementSpace space() const {
    return {extents_, [this](int i) { return throughout(static_cast<size_t>(i)); },
            [this](int d) { return r_.emit(Iota{d, extents_, ElementType::I64}, {}); }};
  }

  //===------------------------------------------------------------------------------------------===
  // Reductions
  //===------------------------------------------------------------------------------------------===

  /// outs ⊕ the reduction of the folded value, of result j.
  ValueId reduction(size_t j, const Fold& fold) const {
    const Location& where = r_.where;
    std::optional<ValueId> folded = product(j, fold);
    if (!folded) {
      const ValueId whole = evaluate(r_.b, graph_, fold.value, space(), where);
      const ValueId identity = r_.b.constant(
          Literal::splat_bits({{}, fold.element}, identity_bits(fold.monoid, fold.element)), where);
      folded = r_.b.transpose(r_.emit(Reduce{reduced(j), fold.monoid}, {whole, identity}),
                              result_dims(j), where);
    }
    const ElementType element = r_.type(out(j)).element;
    const auto bits = [&](ValueId x, ElementType e) {
      return r_.type(x).element == e ? x : r_.emit(BitcastConvert{e}, {x});
    };
    const Op combine = elementwise_op(scalar_fn(fold.monoid), fold.element, where);
    return bits(r_.emit(combine, {bits(out(j), fold.element), *folded}), element);
  }

  /// A factor of a product: a function of one input alone.
  struct Factor {
    size_t input = 0;
    int root = 0;
  };
  std::optional<Factor> factor(int root) const {
    std::optional<Factor> f;
    const std::vector<char> needed = graph_.needed(root);
    for (int n = 0; n <= root; ++n) {
      if (!needed[n]) continue;
      if (std::holds_alternative<ElementGraph::LoopIndex>(graph_.nodes[n].expr))
        return std::nullopt;
      const int a = graph_.argument(n);
      if (a < 0) continue;
      if (f && f->input != static_cast<size_t>(a)) return std::nullopt;
      f = Factor{static_cast<size_t>(a), root};
    }
    return f;
  }
  /// A sum of products of two inputs is a dot_general where every folded loop indexes both of them.
  std::optional<ValueId> product(size_t j, const Fold& fold) const {
    const ElementGraph::Apply* times = graph_.applied(fold.value);
    if (fold.monoid != Monoid::Add || !times || times->fn != ScalarFn::Multiply) return std::nullopt;
    const auto l = factor(times->args[0]), r = factor(times->args[1]);
    if (!l || !r || l->input == r->input) return std::nullopt;
    const auto x = indexed(l->input), y = indexed(r->input);
    if (!x || !y) return std::nullopt;
    const std::vector<int64_t> kept = loops_of(j);
    DotGeneral dot;
    dot.element = fold.element;
    std::vector<int64_t> order;  // the loops of dot_general's result
    for (size_t d = 0; d < extents_.size(); ++d) {
      const auto loop = static_cast<int64_t>(d);
      const int64_t p = position(x->loops, loop), q = position(y->loops, loop);
      if (is_in(kept, loop) ? p < 0 && q < 0 : p < 0 || q < 0) return std::nullopt;
      if (p < 0 || q < 0) continue;
      (is_in(kept, loop) ? dot.lhs_batch : dot.lhs_contract).push_back(p);
      (is_in(kept, loop) ? dot.rhs_batch : dot.rhs_contract).push_back(q);
      if (is_in(kept, loop)) order.push_back(loop);
    }
    for (const auto* side : {&*x, &*y})
      for (int64_t loop : side->loops)
        if (position(x->loops, loop) < 0 || position(y->loops, loop) < 0) order.push_back(loop);
    const auto own = [&](const Factor& f, const Indexed& from) {
      return evaluate(r_.b, graph_, f.root, {r_.type(from.value).shape, [&](int) { return from.value; }, {}},
                      r_.where);
    };
    const ValueId whole = r_.emit(std::move(dot), {own(*l, *x), own(*r, *y)});
    std::vector<int64_t> permutation;
    for (int64_t loop : kept) permutation.push_back(position(order, loop));
    return r_.b.transpose(whole, permutation, r_.where);
  }

  //===------------------------------------------------------------------------------------------===
  // Folds by other bodies
  //===------------------------------------------------------------------------------------------===

  /// The folding iterations one after another, in the loops' order, each on all kept ones at once.
  std::vector<ValueId> unrolled() const {
    const std::vector<int64_t> fold_loops = reduced(0);
    const std::vector<int64_t> kept =
        dims_outside(static_cast<int64_t>(extents_.size()), fold_loops);
    Shape inner, steps;
    for (int64_t d : kept) inner.push_back(extents_[d]);
    for (int64_t d : fold_loops) steps.push_back(extents_[d]);
    for (size_t j = 1; j < yields_.size(); ++j)
      if (reduced(j) != fold_loops) r_.unsupported("results that fold over different loops");
    const int64_t count = num_elements(steps);
    if (count * static_cast<int64_t>(graph_.nodes.size()) > max_unrolled)
      r_.unsupported("a fold by no monoid of more than 65536 steps");

    std::vector<ValueId> acc;
    std::vector<std::optional<ValueId>> inputs(static_cast<size_t>(inputs_));
    for (size_t j = 0; j < yields_.size(); ++j)
      acc.push_back(r_.b.transpose(out(j), inverse(result_dims(j)), r_.where));
    for (int64_t step = 0; step < count; ++step) {
      std::vector<int64_t> at(extents_.size(), 0);
      for (int64_t k = static_cast<int64_t>(steps.size()) - 1, rest = step; k >= 0; --k) {
        at[fold_loops[static_cast<size_t>(k)]] = rest % steps[k];
        rest /= steps[k];
      }
      const auto argument = [&](int i) -> ValueId {
        if (is_out(i)) return acc[i - inputs_];
        std::optional<ValueId>& whole = inputs[i];
        if (!whole) whole = throughout(static_cast<size_t>(i));
        std::vector<int64_t> limit = extents_;
        for (int64_t d : fold_loops) limit[d] = at[d] + 1;
        return r_.b.reshape(r_.b.slice(*whole, at, limit, r_.where), inner, r_.where);
      };
      const auto loop_index = [&](int d) -> ValueId {
        const int64_t p = position(kept, d);
        if (p >= 0) return r_.emit(Iota{p, inner, ElementType::I64}, {});
        return r_.b.spread(r_.b.index(at[d], r_.where), inner, r_.where);
      };
      std::vector<ValueId> next;
      for (int y : yields_)
        next.push_back(evaluate(r_.b, graph_, y, {inner, argument, loop_index}, r_.where));
      acc = std::move(next);
    }
    std::vector<ValueId> results;
    for (size_t j = 0; j < yields_.size(); ++j)
      results.push_back(r_.b.transpose(acc[j], result_dims(j), r_.where));
    return results;
  }

  const Reading& r_;
  mutable mlir::linalg::LinalgOp op_;
  std::vector<ValueId> operands_;
  llvm::SmallVector<mlir::AffineMap> maps_;
  int inputs_;
  Shape extents_;
  ElementGraph graph_;
  std::vector<int> yields_;
};

}  // namespace

std::optional<std::vector<ValueId>> structured_op(const Reading& r) {
  auto op = llvm::dyn_cast<mlir::linalg::LinalgOp>(r.op);
  if (!op) return std::nullopt;
  if (!op.hasPureTensorSemantics()) r.unsupported("operands that are not tensors");
  return Structured(r, op)();
}

}  // namespace partir::bridge
