// The half of R-Fuse that moves a loop into the loop over another axis where its target stands.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "semantics/core.h"

namespace partir::detail {

/// Tables over all values of a function, shared by the blocks that are fused one after another.
struct FuseScratch {
  explicit FuseScratch(const core::Function& f)
      : def(f.values.size(), -1), uses(f.values.size(), 0), removed(f.values.size(), 0),
        inner(f.values.size(), 0), name(f.values.size()), reader(f.values.size()) {
    for (ValueId x = 0; x < name.size(); ++x) name[x] = x;
  }
  std::vector<int> def;        ///< statement of the current block that binds a value, or -1
  std::vector<int> uses;       ///< reads of it in the current block
  std::vector<int> removed;    ///< those that were slices and are gone
  std::vector<ValueId> inner;  ///< of a result of a merged loop: what its body yields for it
  std::vector<ValueId> name;   ///< of a slice that is gone: what stands for it
  struct Reader {
    int stmt = none;
    int32_t dim = -1;  ///< if all reads are slices: on this dimension
    Axis axis;         ///< and by a range over this axis
    static constexpr int none = -1, several = -2;
  };
  std::vector<Reader> reader;  ///< of a value of the current block: the one statement that reads it
};

/// R-Fuse where the target stands deeper, in loops over other axes: a tile loop that is read by one
/// statement alone, a loop over another axis, and only in slices by ranges over its own axis, moves to
/// the front of that body. There its free variables are in scope (premise 1); premise 2, none of its
/// own loop axes is in scope there, is checked.
class Sinker {
 public:
  Sinker(const core::Function& f, core::Block& block, FuseScratch& scratch)
      : f_(f), block_(block), s_(scratch) {}
  ~Sinker() {
    for (ValueId x : touched_) s_.reader[x] = {};
  }
  Sinker(const Sinker&) = delete;
  Sinker& operator=(const Sinker&) = delete;

  /// Moves every loop that `may` let move; whether it moved one.
  template <class May>
  bool run(May&& may) {
    const int n = static_cast<int>(block_.stmts.size());
    std::vector<std::pair<int, int>> moves;  // to which statement, which one
    for (ValueId x : block_.results) read(FuseScratch::Reader::several, x, nullptr);
    for (int i = n; i-- > 0;) {
      const int target = may(i) ? target_of(block_.stmts[i]) : FuseScratch::Reader::none;
      read(target >= 0 ? target : i, block_.stmts[i]);
      if (target >= 0) moves.push_back({target, i});
    }
    if (moves.empty()) return false;
    std::sort(moves.begin(), moves.end());
    std::vector<char> gone(n, 0);
    for (auto m = moves.begin(); m != moves.end();) {
      const int target = m->first;  // which moves itself nowhere: what a moving statement reads counts as read by its target
      const auto end = std::find_if(m, moves.end(), [&](const auto& other) { return other.first != target; });
      core::Block& body = *std::get<core::LoopExpr>(block_.stmts[target].expr).body;
      std::vector<core::Stmt> stmts;
      stmts.reserve(static_cast<size_t>(end - m) + body.stmts.size());
      for (; m != end; ++m) {
        stmts.push_back(std::move(block_.stmts[m->second]));
        gone[m->second] = true;
      }
      for (core::Stmt& s : body.stmts) stmts.push_back(std::move(s));
      body.stmts = std::move(stmts);
    }
    size_t kept = 0;
    for (int i = 0; i < n; ++i)
      if (!gone[i] && kept++ != static_cast<size_t>(i)) block_.stmts[kept - 1] = std::move(block_.stmts[i]);
    block_.stmts.erase(block_.stmts.begin() + static_cast<ptrdiff_t>(kept), block_.stmts.end());
    return true;
  }

 private:
  static bool loops_over(const core::Stmt& s, const Axis& a) {
    const auto* loop = std::get_if<core::LoopExpr>(&s.expr);
    if (!loop) return false;
    if (loop->axis == a) return true;
    for (const core::Stmt& inner : loop->body->stmts)
      if (loops_over(inner, a)) return true;
    return false;
  }
  int target_of(const core::Stmt& s) const {
    const auto* loop = std::get_if<core::LoopExpr>(&s.expr);
    if (!loop) return FuseScratch::Reader::none;
    int target = FuseScratch::Reader::none;
    for (size_t k = 0; k < s.results.size(); ++k) {
      const auto& r = s_.reader[s.results[k]];
      if (r.stmt < 0 || (target >= 0 && target != r.stmt) || r.dim < 0 || r.axis != loop->axis ||
          !(loop->attrs[k] == core::LoopAttr::tile(r.dim)))
        return FuseScratch::Reader::none;
      target = r.stmt;
    }
    if (target < 0) return target;
    const auto* into = std::get_if<core::LoopExpr>(&block_.stmts[target].expr);
    return into && !loops_over(s, into->axis) ? target : FuseScratch::Reader::none;
  }
  void read(int stmt, ValueId x, const core::SliceExpr* slice) {
    auto& r = s_.reader[x];
    const FuseScratch::Reader one =
        slice ? FuseScratch::Reader{stmt, dimension(slice->dim), f_.ranges[slice->range].axis} : FuseScratch::Reader{stmt, -1, {}};
    if (r.stmt == FuseScratch::Reader::none) {
      touched_.push_back(x);
      r = one;
      return;
    }
    if (r.stmt != stmt) r.stmt = FuseScratch::Reader::several;
    if (r.dim != one.dim || r.axis != one.axis) r.dim = -1;
  }
  void read(int stmt, const core::Stmt& s) {
    if (const auto* loop = std::get_if<core::LoopExpr>(&s.expr)) {
      for (const core::Stmt& inner : loop->body->stmts) read(stmt, inner);
      for (ValueId x : loop->body->results) read(stmt, x, nullptr);
    } else {
      for (ValueId x : core::operands(s.expr)) read(stmt, x, std::get_if<core::SliceExpr>(&s.expr));
    }
  }

  const core::Function& f_;
  core::Block& block_;
  FuseScratch& s_;
  std::vector<ValueId> touched_;
};

}  // namespace partir::detail
