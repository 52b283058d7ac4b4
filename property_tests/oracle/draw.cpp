#include "property_tests/oracle/draw.h"

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "interp/random.h"
#include "lowering/lower.h"
#include "property_tests/generate/hlo_program.h"
#include "property_tests/generate/ill_typed.h"
#include "property_tests/generate/ill_typed_hlo.h"
#include "property_tests/generate/program.h"
#include "property_tests/oracle/mutations.h"
#include "property_tests/oracle/split.h"
#include "property_tests/oracle/text.h"
#include "semantics/core_typing.h"

namespace partir::oracle {

namespace {

/// Small meshes: the oracle computes each device's tensors. Sizes are 1 to 7.
generate::Limits limits() {
  generate::Limits l;
  l.axis_size = 7;
  l.devices = 16;
  l.steps = 9;
  return l;
}

/// The ops whose definitions the mechanisation has. What is made often stands twice.
const std::vector<generate::InstanceFn>& makers() {
  static const std::vector<generate::InstanceFn> all =
      generate::makers_of<Add, Subtract, Multiply, Maximum, Minimum, Negate, And, Or, Xor, Not, Abs, Sign,
                          Square, DotGeneral, DotGeneral, Transpose, Transpose, Reduce, Reduce,
                          BroadcastInDim, Reshape, SliceOp, Pad, Reverse, Concatenate, DynamicSlice, Constant,
                          Iota, Select, Compare, Clamp>();
  return all;
}

/// Element types of 64 bits do not fit the oracle's integers, and it has no complex numbers.
ElementType known(ElementType e) {
  if (is_complex(e)) return ElementType::F32;
  return e == ElementType::I64 ? ElementType::I32 : e == ElementType::UI64 ? ElementType::UI32 : e;
}
Literal known(const Literal& l) {
  const TensorType t{l.type.shape, known(l.type.element)};
  if (t == l.type) return l;
  if (l.splat) return Literal::splat_value(t, l.as_double(0));
  Literal same{t, false, {}};
  for (int64_t i = 0; i < t.elements(); ++i) {
    const ElementBits bits = Literal::encode(t.element, l.as_double(i));
    const auto* bytes = reinterpret_cast<const std::byte*>(&bits);
    same.data.insert(same.data.end(), bytes, bytes + byte_width(t.element));
  }
  return same;
}
/// An op on what `known` makes of its operands.
Op known(const Op& op) {
  return op.visit([](const auto& o) -> Op {
    auto same = o;
    boost::hana::for_each(std::decay_t<decltype(o)>::attributes(), [&](auto a) {
      auto& value = same.*(a.member);
      using T = std::decay_t<decltype(value)>;
      if constexpr (std::is_same_v<T, ElementType> || std::is_same_v<T, Literal>) value = known(value);
    });
    return same;
  });
}

/// Calls `f` on each block, a loop's body after the block that it stands in.
template <class F>
void each_block(core::Block& b, F&& f) {
  f(b);
  for (core::Stmt& s : b.stmts)
    if (auto* loop = std::get_if<core::LoopExpr>(&s.expr)) each_block(*loop->body, f);
}

/// The program of a recipe, with other element types for those that the oracle does not know: what the
/// generator makes of these ops stays well typed.
core::Program known_program(const Recipe& recipe) {
  core::Program p = generate::Decoder::program(recipe, makers());
  each_block(p.main.body, [](core::Block& b) {
    for (core::Stmt& s : b.stmts)
      if (auto* e = std::get_if<OpExpr>(&s.expr)) e->op = known(e->op);
  });
  for (Value& v : p.main.values) v.type.change([](TensorType& t) { t.element = known(t.element); });
  for (TensorType& t : p.main.result_types) t.element = known(t.element);
  return p;
}

}  // namespace

Draw draw(uint64_t seed) {
  Draw d;
  d.recipe = generate::draw(seed, limits());
  d.seed = seed;
  Source s(seed);
  const auto all = static_cast<int64_t>(mutations().size() + generate::breakages().size());
  if (s.below(2) == 0) d.mutation = static_cast<int>(s.below(all));
  return d;
}

namespace {

/// Whether a dot product converts floats to integers, which the oracle does not.
bool rounds_floats(const core::Program& p) {
  bool found = false;
  core::walk(p.main.body, [&](const core::Stmt& s, int) {
    const auto* e = std::get_if<OpExpr>(&s.expr);
    const auto* dot = e ? e->op.get_if<DotGeneral>() : nullptr;
    if (!dot || is_float(dot->element)) return;
    for (ValueId x : e->operands)
      found = found || (x < p.main.values.size() && is_float(p.main.type(x).element));
  });
  return found;
}

/// Nothing where the mutation has no place in `p`, or makes what the oracle does not know.
std::optional<core::Program> mutated(core::Program p, const Draw& d) {
  Source s(mix64(d.seed ^ 0x6d75746174696f6e));  // not the numbers that chose the mutation
  const auto n = static_cast<size_t>(d.mutation);
  if (n < mutations().size()) {
    if (!mutations()[n].apply(p, s)) return std::nullopt;
    p = redeclared(std::move(p));
  } else if (!generate::breakages()[n - mutations().size()].apply(p, s)) {
    return std::nullopt;
  }
  if (rounds_floats(p)) return std::nullopt;
  return p;
}

/// A device-local program on the mesh of a well-typed one: its lowering, or another; of each, some that are
/// simplified.
hlo::Program spmd_program(const core::Program& p, uint64_t seed) {
  if (seed % 4 == 0) return lower(p);
  Source s(mix64(seed));
  hlo::Program h = generate::HloMaker::program(p.mesh, s);
  return seed % 4 == 1 ? simplify(h) : h;
}
/// The first `most` statements of a device-local program; its results are then the last one's.
void shorten(hlo::Program& h, int64_t most) {
  hlo::Function& f = h.main;
  if (most >= static_cast<int64_t>(f.body.stmts.size()) || most == 0) return;
  f.body.stmts.erase(f.body.stmts.begin() + most, f.body.stmts.end());
  f.body.results = f.body.stmts.back().results;
  f.result_dists.clear();
  for (ValueId x : f.body.results) f.result_dists.push_back(DistType::replicated(f.type(x)));
}
/// Whether the oracle's grammar has what the breakage is about: its collectives have a dimension instead of
/// lists, its functions no distributed types.
bool has_words(const generate::HloBreakage& b) {
  if (b.rule == Rule::H_Func) return b.premise != 4;
  const bool lists = b.rule == Rule::H_Slice || b.rule == Rule::H_Gather || b.rule == Rule::H_Scatter;
  return !lists || b.premise != 2;
}
/// Moves the axes of some collective to a dimension that its operand does not have: H-Slice 2, H-Gather 2,
/// H-Scatter 2, in the words of a grammar that has a dimension instead of lists.
bool beyond_rank(hlo::Program& h, Source& s) {
  std::vector<AxisLists*> all;
  for (hlo::Stmt& stmt : h.main.body.stmts)
    std::visit(
        [&]<class E>(E& e) {
          if constexpr (requires { requires std::is_same_v<decltype(E::axes), AxisLists>; })
            all.push_back(&e.axes);
        },
        stmt.expr);
  if (all.empty()) return false;
  AxisLists& lists = *all[static_cast<size_t>(s.below(static_cast<int64_t>(all.size())))];
  const AxisList axes = flatten(lists);
  lists.assign(lists.size() + static_cast<size_t>(s.below(2)), {});
  lists.push_back(axes);
  return true;
}
/// `h` with a premise broken; as it is where that is not possible.
hlo::Program broken(const hlo::Program& h, Source& s) {
  hlo::Program b = h;
  const auto& all = generate::hlo_breakages();
  const generate::HloBreakage& some = all[static_cast<size_t>(s.below(static_cast<int64_t>(all.size())))];
  try {
    if (s.below(16) == 0 ? !beyond_rank(b, s) : !has_words(some) || !some.apply(b, s)) return h;
    text(b, {});
  } catch (const std::exception&) {
    return h;
  }
  return b;
}
/// Arguments for a device-local program: chunks of global tensors, or other tensors on each device.
std::vector<Family<Field>> families(const hlo::Program& h, uint64_t seed) {
  std::vector<Family<Field>> all;
  const auto mesh = std::make_shared<const Mesh>(h.mesh);
  for (size_t i = 0; i < h.main.params.size(); ++i) {
    const DistType& dist = h.main.param_dists[i];
    if ((seed + i) % 2 == 0) {
      all.push_back(distribute(h.mesh, dist, random_tensor<Field>(dist.global, argument_seed(seed, i))));
      continue;
    }
    std::vector<Tensor<Field>> each;
    for (int64_t id = 0; id < h.mesh.devices(); ++id)
      each.push_back(
          random_tensor<Field>(local(h.mesh, dist), argument_seed(seed + 1 + static_cast<uint64_t>(id), i)));
    all.push_back(Family<Field>::per_device(mesh, std::move(each)));
  }
  return all;
}

}  // namespace

Question question(const Draw& d) {
  Question q{known_program(d.recipe), {}, {}, {}, {}};
  if (d.mutation >= 0) {
    std::optional<core::Program> changed = mutated(q.program, d);
    q.unchanged = !changed;
    if (changed) q.program = std::move(*changed);
  }
  const std::vector<ValueId>& params = q.program.main.params;
  for (size_t i = 0; i < params.size(); ++i)
    if (params[i] < q.program.main.values.size())
      q.args.push_back(random_tensor<Field>(q.program.main.type(params[i]), argument_seed(d.seed, i)));
  try {
    check(q.program);
  } catch (const std::exception&) {
    return q;
  }
  if (d.statements < 0) return q;
  q.spmd = spmd_program(q.program, d.seed);
  shorten(*q.spmd, d.statements);
  q.families = families(*q.spmd, d.seed);
  q.as_split = split(*q.spmd);
  Source s(mix64(~d.seed));
  if (d.seed % 4 == 2) q.spmd = q.as_split = broken(*q.as_split, s);
  if (q.spmd->main.params.size() != q.families.size()) q.families.clear();
  return q;
}

std::vector<Draw> simpler(const Draw& d) {
  std::vector<Draw> all;
  const auto add = [&](Draw other) { all.push_back(std::move(other)); };
  if (d.statements >= 0) {
    for (int64_t n : std::vector<int64_t>{-1, 1, 2, 4, 8, 16, d.statements - 1}) {
      if (n >= d.statements || n == 0) continue;
      Draw other = d;
      other.statements = n;
      add(std::move(other));
    }
  }
  for (Recipe& r : generate::simpler(d.recipe)) {
    Draw other = d;
    other.recipe = std::move(r);
    add(std::move(other));
  }
  return all;
}

std::string describe(const Draw& d) {
  const auto n = static_cast<size_t>(d.mutation);
  if (d.mutation < 0) return "well typed";
  if (n < mutations().size()) return mutations()[n].name;
  const generate::Breakage& b = generate::breakages()[n - mutations().size()];
  return std::string(name(b.rule)) + " premise " + std::to_string(b.premise) + " broken";
}

}  // namespace partir::oracle
