// What a device runs for an op whose operands and results lie in parts on the devices.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "semantics/sharded_program.h"

namespace partir {

/// What becomes of an op that is another one on each part, such as a slice or a pad of a divided dimension.
enum class Indivisible : uint8_t {
  Refuse,  ///< it is unsupported: no device runs it as it stands
  Gather   ///< its operands are put together and the results cut, which is what it means before it is lowered
};

/// An op on parts. Where it has no operands (iota, a dense constant), its first result is still to be cut along
/// `sliced`: which part is the device's depends on the device.
struct OpOnParts {
  Op op;
  Types results;
  AxisLists sliced;
};

namespace detail {

/// How an op reads one dimension of an operand.
struct DimensionUse {
  enum class Kind : uint8_t {
    Other,
    Fold,  ///< all of it, for one element of the results
    Pass   ///< as dimension `result` of the results, maybe backwards
  } kind = Kind::Other;
  int64_t result = -1;
  bool backwards = false;
  friend bool operator==(const DimensionUse&, const DimensionUse&) = default;
};

inline DimensionUse use_of(const IndexExpr& index, int64_t extent, const TensorType& result) {
  using Kind = DimensionUse::Kind;
  if (index.terms.size() != 1 || !index.is_affine() || std::abs(index.terms[0].coefficient) != 1) return {};
  const int64_t v = index.terms[0].variable;
  if (v >= result.rank()) return {index.is_variable() ? Kind::Fold : Kind::Other, -1, false};
  const bool backwards = index.terms[0].coefficient == -1;
  const bool all = result.shape[static_cast<size_t>(v)] == extent && index.offset == (backwards ? extent - 1 : 0);
  return all ? DimensionUse{Kind::Pass, v, backwards} : DimensionUse{};
}

/// How `op` on whole operands reads dimension `d` of operand `i`.
inline DimensionUse dimension_use(const Op& op, const Types& x, size_t i, int64_t d) {
  using Kind = DimensionUse::Kind;
  const std::optional<Comprehension> c = op.comprehension(x);
  // a fold that is a procedure says itself over what
  if (!c)
    return op.visit([&](const auto& o) {
      if constexpr (requires { o.dims, o.body.params; })
        return is_in(o.dims, d) && x[i].rank() > 0 ? DimensionUse{Kind::Fold, -1, false} : DimensionUse{};
      else return DimensionUse{};
    });
  std::optional<DimensionUse> use;
  const auto join = [&](const DimensionUse& u) { use = !use || *use == u ? u : DimensionUse{}; };
  const int64_t extent = x[i].shape[static_cast<size_t>(d)];
  for (const Node& n : c->body) {
    if (const auto* read = std::get_if<ReadNode>(&n.expr)) {
      if (read->operand == static_cast<int>(i)) join(use_of(read->index[static_cast<size_t>(d)], extent, c->result));
    } else if (const auto* at = std::get_if<DynamicReadNode>(&n.expr)) {
      if (at->operand != static_cast<int>(i)) continue;
      const bool moved = at->at[static_cast<size_t>(d)] >= 0;
      join(moved ? DimensionUse{} : use_of(at->index[static_cast<size_t>(d)], extent, c->result));
    } else if (std::holds_alternative<IndexNode>(n.expr) || std::holds_alternative<GuardNode>(n.expr)) {
      // what depends on the place does not depend on the place in a part
      join({});
    }
  }
  return use.value_or(DimensionUse{});
}

/// Finds the op on parts.
class PartsOfOp {
 public:
  PartsOfOp(const Op& op, Operands x, const std::vector<sharded::Layout>& operands,
            const std::vector<sharded::Layout>& results, const std::vector<sharded::DeviceMesh>& meshes,
            Indivisible indivisible, const Location& where)
      : global_(op), op_(op), whole_(types_of(x)), x_(std::move(x)), operands_(operands), indivisible_(indivisible),
        where_(where) {
    const auto add = [&](std::vector<AxisLists>& lists, const sharded::Layout& layout) {
      const Mesh& mesh = meshes[layout.mesh].mesh;
      AxisLists dims = layout.dist.dims;
      for (AxisList& axes : dims) erase_if(axes, [&](const Axis& a) { return mesh.size(a) == 1; });
      std::vector<int64_t>& parts = (&lists == &in_ ? in_parts_ : out_parts_).emplace_back();
      for (const AxisList& axes : dims) parts.push_back(mesh.size(axes));
      if (!flatten(dims).empty()) {
        one_mesh_ = one_mesh_ && (!mesh_ || mesh_ == &mesh);
        mesh_ = &mesh;
      }
      lists.push_back(std::move(dims));
    };
    for (const sharded::Layout& l : operands) add(in_, l);
    for (const sharded::Layout& l : results) add(out_, l);
    for (const sharded::Layout& l : results) declared_.push_back(l.dist.global);
    for (size_t r = 0; r < declared_.size(); ++r)
      for (size_t d = 0; d < out_parts_[r].size(); ++d) declared_[r].shape[d] /= out_parts_[r][d];
  }

  OpOnParts operator()() && {
    try {
      // axes of different meshes say nothing of one another
      if (mesh_ && one_mesh_) by_entries();
      if (x_.empty()) return without_operands();
      as_it_is();
      Types results = op_.infer(types_of(x_));
      if (results != declared_)
        unsupported("gives " + to_string(results) + ", where the results' shards are " + to_string(declared_));
      return {std::move(op_), std::move(results), {}};
    } catch (const ConstraintViolation& v) {
      unsupported(v.label + ": " + v.text + ", found " + v.found);
    }
  }

 private:
  [[noreturn]] void unsupported(const std::string& why) const {
    throw Unsupported(global_.full_name() + " on shards " + to_string(types_of(x_)) + " of " + to_string(whole_) +
                          ": " + why, where_);
  }

  /// Goes from the whole op to that on parts axis by axis, each by an entry of the registry; on every dimension
  /// major axes first, as parts lie in parts.
  void by_entries() {
    for (bool again = true; again;) {
      again = false;
      for (const auto& [a, n] : mesh_->axes()) {
        if (!is_next(a)) continue;
        const std::optional<Entry> entry = entry_for(a, n);
        if (!entry) continue;
        op_ = op_.localise(*entry, n, types_of(x_));
        for (size_t i = 0; i < in_.size(); ++i)
          for (size_t d = 0; d < in_[i].size(); ++d)
            if (!in_[i][d].empty() && in_[i][d][0] == a) {
              x_[i].type.shape[d] /= n;
              in_[i][d].erase(in_[i][d].begin());
              in_parts_[i][d] /= n;
            }
        for (size_t r = 0; r < out_.size(); ++r)
          for (size_t d = 0; d < out_[r].size(); ++d)
            if (!out_[r][d].empty() && out_[r][d][0] == a) {
              out_[r][d].erase(out_[r][d].begin());
              out_parts_[r][d] /= n;
            }
        again = true;
      }
    }
  }
  /// Whether `a` is in use and the major axis wherever it is.
  bool is_next(const Axis& a) const {
    bool used = false;
    for (const auto* side : {&in_, &out_})
      for (const AxisLists& dims : *side)
        for (const AxisList& axes : dims) {
          if (!contains(axes, a)) continue;
          if (axes[0] != a) return false;
          used = true;
        }
    return used;
  }
  std::optional<Entry> entry_for(const Axis& a, int64_t n) const {
    const auto tiles = [&](const EntryAttrs& attrs, const std::vector<AxisLists>& lists) {
      for (size_t i = 0; i < lists.size(); ++i) {
        int64_t dim = -1;
        for (size_t d = 0; d < lists[i].size(); ++d)
          if (contains(lists[i][d], a)) dim = static_cast<int64_t>(d);
        if (i >= attrs.size() || (attrs[i].is_tile() ? attrs[i].dim : -1) != dim) return false;
      }
      return true;
    };
    // of a result nothing need say that it is in parts; of an operand that the entry wants in parts its layout does
    const auto parts = [&](const EntryAttrs& attrs) {
      for (size_t i = 0; i < operands_.size(); ++i)
        if (const DistType& d = operands_[i].dist;
            attrs[i].is_partial() && !(contains(d.partial, a) && d.monoid == attrs[i].monoid))
          return false;
      return true;
    };
    for (Entry& e : valid_entries(op_, x_, n))
      if (tiles(e.operands, in_) && tiles(e.results, out_) && parts(e.operands)) return e;
    return std::nullopt;
  }

  OpOnParts without_operands() {
    Types whole = op_.infer({});
    AxisLists sliced(out_[0].size());
    for (size_t r = 0; r < out_.size(); ++r) {
      if (r > 0 && !flatten(out_[r]).empty()) unsupported("has several results");
      if (r == 0) sliced = out_[0];
    }
    return {std::move(op_), std::move(whole), std::move(sliced)};
  }

  /// What no entry covers runs on the shards as it is: along a dimension that is folded, as devices do who leave
  /// the rest to a collective (rightly or not), or along one that is a dimension of the results.
  void as_it_is() {
    std::vector<std::vector<int64_t>> missing = out_parts_;
    for (size_t i = 0; i < in_parts_.size(); ++i)
      for (size_t d = 0; d < in_parts_[i].size(); ++d) {
        const int64_t n = in_parts_[i][d];
        if (n == 1) continue;
        const auto dim = static_cast<int64_t>(d);
        const DimensionUse use = dimension_use(global_, whole_, i, dim);
        if (use.kind == DimensionUse::Kind::Other)
          unsupported("dimension " + std::to_string(d) + " of operand " + std::to_string(i) +
                      " is divided, and the op is not the same on each part");
        // turned around on every device, the parts are still in order: right only where the devices are not
        if (use.backwards && one_mesh_ && indivisible_ == Indivisible::Gather)
          unsupported("dimension " + std::to_string(d) + " is turned around across devices");
        if (use.kind == DimensionUse::Kind::Pass) {
          int64_t& parts = missing[0].at(static_cast<size_t>(use.result));
          if (parts == n) parts = 1;
          if (out_parts_[0][static_cast<size_t>(use.result)] != n)
            unsupported("dimension " + std::to_string(d) + " of operand " + std::to_string(i) +
                        " is divided otherwise than that of the result");
        }
        x_[i].type.shape[d] /= n;
      }
    for (const std::vector<int64_t>& parts : missing)
      for (size_t d = 0; d < parts.size(); ++d)
        if (parts[d] != 1)
          unsupported("dimension " + std::to_string(d) + " of the result is divided, and that of no operand");
  }

  const Op& global_;
  Op op_;
  Types whole_;
  Operands x_;
  const std::vector<sharded::Layout>& operands_;
  Indivisible indivisible_;
  const Location& where_;
  const Mesh* mesh_ = nullptr;
  bool one_mesh_ = true;
  std::vector<AxisLists> in_, out_;                         ///< axes still to be accounted for
  std::vector<std::vector<int64_t>> in_parts_, out_parts_;  ///< and how many parts they make
  Types declared_;
};

}  // namespace detail

/// What each device runs for `op` on the parts of operands that lie as `operands` to get the results' parts. Axis by
/// axis that is the op that a Tile Mapping Registry entry gives, whether its result is a whole or a part of a
/// sum; where no entry says it, the op itself, as far as it is the same on each part. Throws Unsupported,
/// naming the op, for what is neither: it would take halo exchange, masks, or another program on each device.
inline OpOnParts op_on_parts(const Op& op, Operands x, const std::vector<sharded::Layout>& operands,
                             const std::vector<sharded::Layout>& results,
                             const std::vector<sharded::DeviceMesh>& meshes, Indivisible indivisible,
                             const Location& where) {
  return detail::PartsOfOp(op, std::move(x), operands, results, meshes, indivisible, where)();
}

/// Whether each element of the op's result is a function of elements at places that types decide.
inline bool reads_fixed_places(const Op& op, const Types& x) {
  const std::optional<Comprehension> c = op.comprehension(x);
  return c && !c->reducer && std::none_of(c->body.begin(), c->body.end(), [](const Node& n) {
    return std::holds_alternative<DynamicReadNode>(n.expr);
  });
}

}  // namespace partir
