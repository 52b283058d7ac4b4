// R-Fuse: a tile loop whose result another loop over the same axis slices back joins that loop
// (calculus.md section 7). Materialised programs become readable by it; their meaning stays.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "partition/fuse_sink.h"
#include "semantics/instances.h"

namespace partir {

namespace detail {

/// The statements of one block as an acyclic graph of dependences. Loops merge as long as it stays
/// acyclic; `order` is a topological order throughout: a list with labels that grow along it.
class BlockFuser {
 public:
  BlockFuser(core::Block& block, FuseScratch& scratch) : block_(block), s_(scratch) {
    const int n = static_cast<int>(block.stmts.size());
    nodes_.resize(n);
    first_edge_.assign(n + 1, 0);
    head_ = n;
    order_.resize(n + 1);
    for (int i = 0; i <= n; ++i) order_[i] = {(i + n) % (n + 1), (i + 1) % (n + 1), 0};
    relabel();
    for (int i = 0; i < n; ++i) {
      nodes_[i] = {i, i, i, 1};
      read(i, block.stmts[i]);
      first_edge_[i + 1] = static_cast<int>(edges_.size());
      for (ValueId x : block.stmts[i].results) {
        s_.def[x] = i;
        bound_.push_back(x);
      }
    }
    for (ValueId x : block.results) use(x);
  }
  ~BlockFuser() {
    for (ValueId x : touched_) s_.uses[x] = s_.removed[x] = 0;
    for (ValueId x : bound_) s_.def[x] = -1;
  }
  BlockFuser(const BlockFuser&) = delete;
  BlockFuser& operator=(const BlockFuser&) = delete;

  /// Merges the loops of statements `producer` and `consumer` if the premises of R-Fuse hold.
  bool merge(int producer, int consumer) {
    const int p = find(producer), c = find(consumer);
    if (p == c) return false;
    bool reads = false, whole = false;
    each_edge(c, [&](const Edge& e) {
      if (find(e.node) != p) return true;
      reads = true;
      whole |= !e.slices;
      return !whole;
    });
    // premise 1, e's free variables are in scope at the target: what else the target depends on must
    // come before e, so it must not depend on e. Premise 2 holds as both stand in one block.
    std::vector<int> before;
    if (!reads || whole || !ancestors_after(p, c, before)) return false;
    std::sort(before.begin(), before.end(),
              [&](int l, int r) { return order_[l].label < order_[r].label; });
    for (int q : before) {
      unlink(q);
      link_before(q, p);
    }
    unlink(c);
    absorb(p, c);
    return true;
  }

  /// Merges to a fixed point. Small groups first: they are the nests through which an op reads its
  /// tiled operands, and what is in one group is looked through no more. One pass is enough: a
  /// refused pair stays refused, as merging others takes no path away.
  void merge_all() {
    std::vector<int> producers;
    for (int c = 0; c < static_cast<int>(nodes_.size()); ++c) {
      producers.clear();
      for (int e = first_edge_[c]; e < first_edge_[c + 1]; ++e)
        if (edges_[e].slices) producers.push_back(edges_[e].node);
      std::stable_sort(producers.begin(), producers.end(),
                       [&](int l, int r) { return nodes_[find(l)].size < nodes_[find(r)].size; });
      for (int p : producers) merge(p, c);
    }
  }

  /// Writes the block anew.
  void rebuild() {
    std::vector<core::Stmt> stmts;
    stmts.reserve(nodes_.size());
    std::vector<int> members;
    for (int i = order_[head_].next; i != head_; i = order_[i].next) {
      if (nodes_[i].size == 1) {
        stmts.push_back(std::move(block_.stmts[i]));
        continue;
      }
      members.clear();
      for (int m = i; members.empty() || m != i; m = nodes_[m].next) members.push_back(m);
      std::sort(members.begin(), members.end());  // program order respects what they read
      stmts.push_back(joined(members, i));
    }
    block_.stmts = std::move(stmts);
  }

 private:
  /// A dependence on another statement; `slices` if it is through `slice d x[r]` of tile<d> results.
  struct Edge {
    int node;
    bool slices;
  };
  struct Node {
    int group;
    int next;  ///< in the ring of the group's members
    int last;  ///< of a group, at its representative: the member before it in the ring
    int size;  ///< likewise: how many there are
  };
  struct Place {
    int prev, next;
    uint64_t label;
  };

  core::LoopExpr* loop_of(int i) { return std::get_if<core::LoopExpr>(&block_.stmts[i].expr); }

  int find(int i) {
    while (nodes_[i].group != i) i = nodes_[i].group = nodes_[nodes_[i].group].group;
    return i;
  }

  void use(ValueId x) {
    if (s_.uses[x]++ == 0) touched_.push_back(x);
  }
  void depend(int i, ValueId x, const core::SliceExpr* slice) {
    use(x);
    const int p = s_.def[x];
    if (p < 0) return;
    bool slices = false;
    core::LoopExpr* target = loop_of(i);
    core::LoopExpr* source = loop_of(p);
    if (slice && target && source && target->axis == source->axis && slice->range == target->range) {
      const auto& results = block_.stmts[p].results;
      const size_t k = std::find(results.begin(), results.end(), x) - results.begin();
      slices = source->attrs[k] == core::LoopAttr::tile(slice->dim);
    }
    for (size_t e = static_cast<size_t>(first_edge_[i]); e < edges_.size(); ++e)
      if (edges_[e].node == p) {
        edges_[e].slices &= slices;
        return;
      }
    edges_.push_back({p, slices});
  }
  /// Calls `f` with what the members of group `g` depend on, until it returns false.
  template <class F>
  void each_edge(int g, F&& f) {
    int m = g;
    do {
      for (int e = first_edge_[m]; e < first_edge_[m + 1]; ++e)
        if (!f(edges_[e])) return;
      m = nodes_[m].next;
    } while (m != g);
  }
  void read(int i, const core::Stmt& stmt) {
    if (const auto* loop = std::get_if<core::LoopExpr>(&stmt.expr)) {
      for (const core::Stmt& s : loop->body->stmts) read(i, s);
      for (ValueId x : loop->body->results) depend(i, x, nullptr);
    } else {
      for (ValueId x : core::operands(stmt.expr))
        depend(i, x, std::get_if<core::SliceExpr>(&stmt.expr));
    }
  }

  /// The ancestors of `c` that stand after `p` in the order; false if `p` is an ancestor of one.
  bool ancestors_after(int p, int c, std::vector<int>& found) {
    mark_.resize(nodes_.size(), 0);
    ++stamp_;
    auto push = [&](int q) {
      if (q == c || order_[q].label < order_[p].label || mark_[q] == stamp_) return;
      mark_[q] = stamp_;
      found.push_back(q);
    };
    each_edge(c, [&](const Edge& e) {
      if (find(e.node) != p) push(find(e.node));
      return true;
    });
    bool below = false;
    for (size_t i = 0; i < found.size() && !below; ++i)
      each_edge(found[i], [&, at = found[i]](const Edge& e) {
        const int q = find(e.node);
        below = q == p;
        if (!below && q != at) push(q);
        return !below;
      });
    return !below;
  }
  void absorb(int p, int c) {
    nodes_[c].group = p;
    std::swap(nodes_[nodes_[p].last].next, nodes_[nodes_[c].last].next);  // two rings become one
    std::swap(nodes_[p].last, nodes_[c].last);
    nodes_[p].size += nodes_[c].size;
  }

  void relabel() {
    uint64_t label = 0;
    for (int i = order_[head_].next; i != head_; i = order_[i].next)
      order_[i].label = label += uint64_t{1} << 32;
  }
  void unlink(int i) {
    order_[order_[i].prev].next = order_[i].next;
    order_[order_[i].next].prev = order_[i].prev;
  }
  void link_before(int i, int at) {
    const int prev = order_[at].prev;
    order_[i].prev = prev;
    order_[i].next = at;
    order_[prev].next = order_[at].prev = i;
    const uint64_t low = prev == head_ ? 0 : order_[prev].label;
    order_[i].label = low + (order_[at].label - low) / 2;
    if (order_[i].label == low) relabel();
  }

  /// One loop for all members: their bodies in turn over one range, slices of one another replaced by
  /// what they slice; a result stays unless all that read it were such slices.
  core::Stmt joined(const std::vector<int>& members, int group) {
    ValueIds results;
    core::LoopExpr all;
    core::LoopExpr& first = *loop_of(members[0]);
    all.axis = first.axis;
    all.range = first.range;
    size_t stmts = 0;
    for (int m : members) stmts += loop_of(m)->body->stmts.size();
    all.body->stmts.reserve(stmts);
    for (int m : members) {
      core::LoopExpr& loop = *loop_of(m);
      rename(*loop.body, loop.range, all.range, group);
      for (core::Stmt& s : loop.body->stmts) all.body->stmts.push_back(std::move(s));
      std::vector<core::Stmt>().swap(loop.body->stmts);  // freed now, while the caches hold it
      for (size_t k = 0; k < loop.attrs.size(); ++k)
        s_.inner[block_.stmts[m].results[k]] = loop.body->results[k];
    }
    for (int m : members)
      for (size_t k = 0; k < loop_of(m)->attrs.size(); ++k) {
        const ValueId x = block_.stmts[m].results[k];
        if (s_.removed[x] > 0 && s_.removed[x] == s_.uses[x]) continue;
        results.push_back(x);
        all.attrs.push_back(loop_of(m)->attrs[k]);
        all.body->results.push_back(s_.inner[x]);
      }
    return {std::move(results), std::move(all), block_.stmts[members[0]].location};
  }
  void rename(core::Block& block, RangeId from, RangeId to, int group) {
    auto gone = [&](core::Stmt& s) {
      if (auto* slice = std::get_if<core::SliceExpr>(&s.expr)) {
        const ValueId x = slice->operand;
        if (s_.def[x] >= 0 && find(s_.def[x]) == group) {
          s_.name[s.results[0]] = s_.inner[x];
          ++s_.removed[x];
          return true;
        }
        slice->operand = s_.name[x];
        if (slice->range == from) slice->range = to;
      } else if (auto* op = std::get_if<OpExpr>(&s.expr)) {
        for (ValueId& x : op->operands) x = s_.name[x];
      } else {
        rename(*std::get<core::LoopExpr>(s.expr).body, from, to, group);
      }
      return false;
    };
    auto kept = block.stmts.begin();
    for (core::Stmt& s : block.stmts) {
      if (gone(s)) continue;
      if (&*kept != &s) *kept = std::move(s);
      ++kept;
    }
    block.stmts.erase(kept, block.stmts.end());
    for (ValueId& x : block.results) x = s_.name[x];
  }

  core::Block& block_;
  FuseScratch& s_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;      ///< of statement i from first_edge_[i] to first_edge_[i + 1]
  std::vector<int> first_edge_;
  std::vector<Place> order_;
  int head_ = 0;
  std::vector<int> mark_;
  int stamp_ = 0;
  std::vector<ValueId> touched_, bound_;
};

inline void fuse_block(const core::Function& f, core::Block& block, FuseScratch& scratch) {
  const auto is_loop = [](const core::Stmt& s) { return std::holds_alternative<core::LoopExpr>(s.expr); };
  const auto producer = std::find_if(block.stmts.begin(), block.stmts.end(), is_loop);
  if (producer != block.stmts.end() && std::any_of(producer + 1, block.stmts.end(), is_loop)) {
    {
      BlockFuser fuser(block, scratch);
      fuser.merge_all();
      fuser.rebuild();
    }
    Sinker(f, block, scratch).run([](int) { return true; });
  }
  for (core::Stmt& s : block.stmts)
    if (auto* loop = std::get_if<core::LoopExpr>(&s.expr)) fuse_block(f, *loop->body, scratch);
}
}  // namespace detail

/// R-Fuse on one redex of a well-typed program: `block` (of `f`) binds x by the tile loop
/// `stmts[producer]`, and `stmts[consumer]` reads it only through `slice d x[r]`: it is a loop over the
/// same axis, or such a loop stands in it and nothing else reads x. The loops become one, which keeps
/// x as a result where others read it; statements that the consumer needs move before it. False, and
/// nothing changed, where a premise fails.
inline bool R_Fuse(core::Function& f, core::Block& block, size_t producer, size_t consumer) {
  if (producer >= block.stmts.size() || consumer >= block.stmts.size()) return false;
  detail::FuseScratch scratch(f);
  const int p = static_cast<int>(producer);
  {
    detail::BlockFuser fuser(block, scratch);
    if (fuser.merge(p, static_cast<int>(consumer))) {
      fuser.rebuild();
      return true;
    }
  }
  core::Block moved = block;
  if (producer >= consumer ||
      !detail::Sinker(f, moved, scratch).run([&](int i) { return i == p; }))
    return false;
  core::Block& body = *std::get<core::LoopExpr>(moved.stmts[consumer - 1].expr).body;
  for (size_t i = 1; i < body.stmts.size(); ++i)
    if (R_Fuse(f, body, 0, i)) {
      block = std::move(moved);
      return true;
    }
  return false;
}

/// R-Fuse to a fixed point, in every block, the outer ones first. The program stays well-typed and
/// means the same (Theorem 4); values that are still bound keep their ids.
PARTIR_INLINE core::Program fuse(core::Program program)
#if PARTIR_PARTITION_BODIES
{
  detail::FuseScratch scratch(program.main);
  detail::fuse_block(program.main, program.main.body, scratch);
  return program;
}
#else
    ;
#endif

}  // namespace partir
