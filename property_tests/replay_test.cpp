// Proofs of registry entries as data: each replays, none that is forged does.
#include "proofs/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <set>

#include "proofs/entry_proof.h"
#include "proofs/statement_check.h"
#include "proofs/theorem3.h"
#include "property_tests/build.h"
#include "property_tests/part.h"
#include "property_tests/registry_cases.h"

namespace partir::replay_test {
namespace {
using namespace build;

std::string describe(const Op& op, const Operands& x, const Entry& e) {
  return std::string(op.name()) + " of " + to_string(types_of(x)) + ": " + to_string(e);
}

/// What an entry's base form says, for comparison.
std::string form_text(const detail::EntryProblem& p) {
  std::string s = to_string(p.entry);
  for (size_t o = 0; o < p.extents.size(); ++o) {
    s += " x" + std::to_string(o) + (p.neutral[o] ? " identity" : "");
    for (const Polynomial& e : p.local_extents[o]) s += " " + to_string(e, p.names);
  }
  const size_t rank = p.global.shape.size();
  for (const symbolic::Comprehension* c : {&p.global, &p.local}) {
    s += "; " + std::string(name(c->element)) + (c->reducer ? std::string(name(*c->reducer)) : "");
    s += (c->init ? " from x" + std::to_string(*c->init) : "") + " rank " + std::to_string(rank);
    for (const symbolic::Node& n : c->body) {
      s += " " + std::string(name(n.element)) + std::to_string(n.expr.index());
      if (const auto* r = std::get_if<symbolic::Read>(&n.expr))
        s += " x" + std::to_string(r->operand);
      if (const auto* r = std::get_if<symbolic::DynamicRead>(&n.expr)) {
        s += " x" + std::to_string(r->operand);
        for (int at : r->at) s += "@" + std::to_string(at);
      }
      if (const auto* k = std::get_if<symbolic::Constant>(&n.expr))
        s += k->literal->splat
                 ? " splat" + std::to_string(static_cast<uint64_t>(k->literal->bits(0)))
                 : " dense";
      if (const auto* a = std::get_if<ApplyNode>(&n.expr)) {
        s += " " + std::string(name(a->fn));
        for (int i : a->args) s += "," + std::to_string(i);
      }
      if (const auto* g = std::get_if<symbolic::Guard>(&n.expr))
        s += "?" + std::to_string(g->then_node) + ":" + std::to_string(g->else_node);
      if (const auto* k = std::get_if<ChooseNode>(&n.expr))
        s += "?" + std::to_string(k->condition) + "," + std::to_string(k->then_node) + ":" +
             std::to_string(k->else_node);
    }
    symbolic::for_polynomials(*c, [&](const Polynomial& q) { s += " " + to_string(q, p.names); });
    for (const symbolic::Node& n : c->body) {
      const auto terms = [&](const std::vector<symbolic::Index>& index) {
        for (const symbolic::Index& e : index) s += " " + symbolic::to_string(e, p.names, rank);
      };
      if (const auto* r = std::get_if<symbolic::Read>(&n.expr)) terms(r->index);
      if (const auto* r = std::get_if<symbolic::DynamicRead>(&n.expr)) terms(r->index);
      if (const auto* k = std::get_if<symbolic::Constant>(&n.expr)) terms(k->index);
      if (const auto* i = std::get_if<symbolic::IndexValue>(&n.expr)) terms({i->value});
      if (const auto* g = std::get_if<symbolic::Guard>(&n.expr)) terms({g->condition});
    }
  }
  return s;
}

/// A proof of a listed entry.
struct Sampled {
  Op op;
  Operands operands;
  Entry entry;
  Certificate certificate;
};
std::string describe(const Sampled& s) { return describe(s.op, s.operands, s.entry); }
/// What a walk over all listed entries finds.
struct Walk {
  int64_t replayed = 0, stated = 0;
  std::vector<std::string> wrong;
  std::set<std::string> forms;   ///< base forms, of each tenth proof
  std::vector<Sampled> samples;  ///< no two of one op tell the same steps
  double seconds = 0;            ///< to replay
};
const Walk& walk() {
  static const Walk all = [] {
    Walk w;
    std::set<std::string> kinds;
    int64_t instances = 0;
    for_each_instance([&](const Op& op, const Operands& x) {
      if (++instances % part != 0) return;
      for (const Entry& e : op.entries(x)) {
        EntryProof proof = prove_entry({op, x}, e);
        if (!proof.proved) continue;
        const auto note = [&](const std::optional<std::string>& gap) {
          if (gap) w.wrong.push_back(describe(op, x, e) + ": " + *gap);
        };
        const auto begin = std::chrono::steady_clock::now();
        note(replay(proof.certificate));
        w.seconds +=
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        std::string kind(op.name());
        for (const std::string& s : proof.steps) kind += s;
        const bool another = kinds.insert(kind).second;
        if (++w.replayed % 10 == 0) {
          ++w.stated;
          note(statement_gap({op, x}, e, proof.certificate.statement));
          const detail::EntryProblem base = detail::with_canonical_unknowns(
              detail::base_form(*SplitFamily({op, x}, e).problem()));
          if (w.forms.insert(form_text(base)).second) {
            const EntryProof of_base = detail::EntryProver(base).prove();
            note(of_base.proved ? replay(of_base.certificate) : of_base.why_not);
          }
        }
        if (another) w.samples.push_back({op, x, e, std::move(proof.certificate)});
      }
    });
    return w;
  }();
  return all;
}
const std::vector<Sampled>& samples() { return walk().samples; }

TEST(Replay, every_proof_of_a_listed_entry_replays) {
  const Walk& w = walk();
  EXPECT_THAT(w.wrong, testing::IsEmpty());
  EXPECT_GT(w.replayed, 30000 / part);
  std::printf(
      "%lld proofs replayed in %.2f s; of %lld the statement is the op's at numbers, and %zu base "
      "forms are proved\n",
      static_cast<long long>(w.replayed), w.seconds, static_cast<long long>(w.stated),
      w.forms.size());
}
TEST(Statement, of_another_entry_or_op_is_told_apart) {
  const OpInstance x{matmul(), without_values({f32(6, 4), f32(4, 8)})};
  const Entry e = operands(tile(1), tile(0)) >> partial(Monoid::Add);
  const certificate::Statement s = prove_entry(x, e).certificate.statement;
  EXPECT_EQ(statement_gap(x, e, s), std::nullopt);
  EXPECT_NE(statement_gap(x, operands(tile(0), any) >> tile(0), s), std::nullopt);
  EXPECT_NE(statement_gap({Transpose{{1, 0}}, without_values({f32(6, 4)})},
                          operands(tile(0)) >> tile(1), s),
            std::nullopt);
  const auto changed = [&](auto&& change) {
    certificate::Statement t = s;
    change(t);
    return statement_gap(x, e, t);
  };
  EXPECT_NE(changed([](auto& t) { t.whole.reduction[0][0].coefficient = 2; }), std::nullopt);
  EXPECT_NE(changed([](auto& t) { t.part.body[0].element = ElementType::F64; }), std::nullopt);
  EXPECT_NE(changed([](auto& t) { t.operands[1].part[1][0].coefficient = 3; }), std::nullopt);
  EXPECT_NE(changed([](auto& t) { t.operands[0].identity = true; }), std::nullopt);
  EXPECT_NE(changed([](auto& t) { t.whole.reducer = Monoid::Mul; }), std::nullopt);
}

// ---- forgeries

/// Calls f on each polynomial of a statement and of a step; with what it is, for messages.
template <class F>
void for_polynomials(certificate::Statement& s, F&& f) {
  for (auto* c : {&s.whole, &s.part}) {
    const auto index = [&](certificate::Index& e, const char* what) {
      for (certificate::Term& t : e.terms) f(t.coefficient, what), f(t.div, what);
      f(e.offset, what), f(e.div, what), f(e.mod, what);
    };
    const auto list = [&](std::vector<certificate::Index>& all, const char* what) {
      for (certificate::Index& e : all) index(e, what);
    };
    for (auto& p : c->shape) f(p, "shape");
    for (auto& p : c->reduction) f(p, "reduction");
    for (certificate::Node& n : c->body) {
      if (auto* r = std::get_if<certificate::Read>(&n.expr)) list(r->index, "read");
      if (auto* r = std::get_if<certificate::DynamicRead>(&n.expr)) {
        list(r->index, "dynamic read"), f(r->scale, "scale");
        for (size_t d = 0; d < r->limit.size(); ++d)
          f(r->limit[d], r->at[d] < 0 ? "limit of nothing" : "limit");
      }
      if (auto* k = std::get_if<certificate::Constant>(&n.expr))
        list(k->index, k->splat ? "place of a splat" : "constant");
      if (auto* i = std::get_if<certificate::IndexValue>(&n.expr)) index(i->value, "value");
      if (auto* g = std::get_if<certificate::Guard>(&n.expr))
        index(g->condition, "guard"), f(g->least, "guard");
    }
  }
  for (certificate::Operand& o : s.operands) {
    for (auto& p : o.whole) f(p, "operand");
    for (auto& p : o.part) f(p, "operand");
  }
}
template <class F>
void for_polynomials(certificate::Step& s, F&& f) {
  if (auto* m = std::get_if<certificate::VariableMoves>(&s)) f(m->by, "step");
  if (auto* m = std::get_if<certificate::IndexMoves>(&s)) {
    for (auto& p : m->terms) f(p, "step");
    f(m->quotient, "step"), f(m->wraps, "step");
  }
}
TEST(Forgery, without_a_step_or_with_one_twice_there_is_a_gap) {
  int64_t n = 0;
  for (const Sampled& s : samples())
    for (size_t i = 0; i < s.certificate.steps.size(); ++i, ++n) {
      Certificate without = s.certificate, twice = s.certificate;
      without.steps.erase(without.steps.begin() + static_cast<int64_t>(i));
      twice.steps.push_back(twice.steps[i]);
      EXPECT_NE(replay(without), std::nullopt) << describe(s) << " without step " << i;
      EXPECT_NE(replay(twice), std::nullopt) << describe(s) << " with step " << i << " twice";
    }
  std::printf("%zu proofs, %lld steps\n", samples().size(), static_cast<long long>(n));
  EXPECT_GT(n, 1000 / part);
}
TEST(Forgery, another_coefficient_leaves_a_gap) {
  int64_t n = 0;
  for (const Sampled& s : samples()) {
    Certificate c = s.certificate;
    const auto changed = [&](certificate::Polynomial& p, const std::string& what) {
      // nobody looks at these
      if (what == "limit of nothing" || what == "place of a splat") return;
      for (size_t m = 0; m <= p.size(); ++m, ++n) {
        const certificate::Polynomial was = p;
        if (m < p.size())
          ++p[m].coefficient;
        else
          p.push_back({1, {}});
        EXPECT_NE(replay(c), std::nullopt) << describe(s) << ": " << what;
        p = was;
      }
    };
    for_polynomials(c.statement, changed);
    for (certificate::Step& step : c.steps) for_polynomials(step, changed);
  }
  std::printf("%lld coefficients\n", static_cast<long long>(n));
}
TEST(Forgery, another_law_or_monoid_leaves_a_gap_unless_it_is_right_too) {
  using certificate::Law;
  std::map<std::pair<Law, Law>, int> both;
  int64_t n = 0;
  for (const Sampled& s : samples()) {
    Certificate c = s.certificate;
    for (certificate::Step& step : c.steps) {
      if (auto* l = std::get_if<certificate::NodeLaw>(&step)) {
        const certificate::NodeLaw was = *l;
        for (int law = 0; law <= static_cast<int>(Law::Identity); ++law) {
          l->law = static_cast<Law>(law);
          ++n;
          if (l->law != was.law && !replay(c)) ++both[{was.law, l->law}];
        }
        *l = was;
        for (Monoid m : all_monoids) {
          l->monoid = m;
          EXPECT_TRUE(m == was.monoid || replay(c)) << describe(s);
        }
        *l = was;
      }
      if (auto* v = std::get_if<certificate::VariableMoves>(&step)) {
        const auto was = v->variable;
        for (v->variable = -1; v->variable < 9; ++v->variable)
          EXPECT_TRUE(v->variable == was || replay(c)) << describe(s);
        v->variable = was;
      }
      if (auto* v = std::get_if<certificate::InitialValue>(&step)) {
        using certificate::Initial;
        const Initial was = v->why;
        for (Initial why :
             {Initial::OfParts, Initial::OfPartsChosen, Initial::Idempotent, Initial::Identity}) {
          v->why = why;
          const bool known = s.certificate.statement
                                 .operands[static_cast<size_t>(*s.certificate.statement.whole.init)]
                                 .identity;
          const bool idempotent = is_idempotent(*s.certificate.statement.whole.reducer);
          const bool own = was == Initial::OfParts || was == Initial::OfPartsChosen;
          const bool may =
              own ? idempotent && (why == Initial::OfParts || why == Initial::OfPartsChosen)
                  : (why == Initial::Identity && known) ||
                        (why == Initial::Idempotent && idempotent);
          EXPECT_TRUE(why == was || may || replay(c)) << describe(s);
        }
        v->why = was;
      }
    }
  }
  // an identity of what is idempotent; and or max in an argument that alone is of parts, with what
  // is alike in all; a conversion to the same type
  const std::set<Law> lattice{Law::Reassociation, Law::BitwiseLattice, Law::OrderLattice};
  const std::set<Law> conversion{Law::SameType, Law::RealConversion, Law::ModularConversion,
                                 Law::BitConversion, Law::OrderedConversion};
  for (const auto& [laws, times] : both) {
    const bool free = laws.first >= Law::Idempotent && laws.second >= Law::Idempotent;
    EXPECT_TRUE(free || (lattice.count(laws.first) && lattice.count(laws.second)) ||
                (conversion.count(laws.first) && conversion.count(laws.second)))
        << static_cast<int>(laws.first) << " for " << static_cast<int>(laws.second);
  }
  std::printf("%lld laws, %zu pairs are both right\n", static_cast<long long>(n), both.size());
}
/// The statement of an entry, whether or not it is right, with the map variables that steps tell
/// of.
Certificate with_steps(const detail::EntryProblem& p, const std::vector<certificate::Step>& steps) {
  Certificate c{detail::statement_of(p), steps};
  for (const certificate::Step& s : steps)
    if (const auto* m = std::get_if<certificate::MapVariables>(&s)) c.statement.maps = m->variables;
  return c;
}
TEST(Forgery, steps_of_right_entries_prove_no_planted_wrong_one) {
  std::map<std::string, std::vector<std::vector<certificate::Step>>> steps;
  for (const Sampled& s : samples()) steps[std::string(s.op.name())].push_back(s.certificate.steps);
  int64_t stated = 0, n = 0;
  for (const Planted& p : planted()) {
    const SplitFamily family({p.op, p.operands}, p.entry);
    if (!family.problem()) continue;
    ++stated;
    for (const auto& [op, all] : steps)
      for (const auto& of : all) {
        ++n;
        EXPECT_NE(replay(with_steps(*family.problem(), of)), std::nullopt)
            << p.what << ", by the steps for " << op;
      }
  }
  std::printf("%lld of %zu planted entries have a statement; %lld forgeries\n",
              static_cast<long long>(stated), planted().size(), static_cast<long long>(n));
  EXPECT_GT(stated, 20);
}
/// Entries that differ from one in an operand or two, or in the result.
std::vector<Entry> others(const Sampled& s) {
  std::vector<Entry> all;
  const auto add = [&](Entry e) {
    for (size_t i = 0; i < e.operands.size(); ++i)
      if (e.operands[i].is_tile() && e.operands[i].dim >= s.operands[i].type.rank()) return;
    if (!(e == s.entry)) all.push_back(std::move(e));
  };
  for (size_t i = 0; i < s.entry.operands.size(); ++i) {
    Entry e = s.entry;
    for (size_t j = 0; j < i; ++j) {
      e = s.entry;
      std::swap(e.operands[i], e.operands[j]);
      add(e);
    }
    e = s.entry;
    for (int64_t d = 0; d < s.operands[i].type.rank(); ++d) e.operands[i] = tile(d), add(e);
    e.operands[i] = any, add(e);
    for (Monoid m : all_monoids) e.operands[i] = partial(m), add(e);
  }
  Entry e = s.entry;
  for (Monoid m : all_monoids) e.results[0] = partial(m), add(e);
  const int64_t rank = static_cast<int64_t>(s.certificate.statement.whole.shape.size());
  for (int64_t d = 0; d < rank; ++d) e.results[0] = tile(d), add(e);
  e.results[0] = any, add(e);
  return all;
}
TEST(Forgery, steps_prove_another_entry_only_if_it_is_right) {
  int64_t n = 0, right = 0, stated = 0, stated_right = 0;
  for (const Sampled& s : samples()) {
    detail::EntryProblem p = *SplitFamily({s.op, s.operands}, s.entry).problem();
    for (const Entry& other : others(s)) {
      // the comprehensions as they are: the search is another judge
      p.entry = other;
      if (!replay(with_steps(p, s.certificate.steps))) {
        ++right;
        EXPECT_TRUE(detail::EntryProver(p).prove().proved)
            << describe(s) << " for " << to_string(other);
      }
      // as the other entry has them, for each 16th: the law is the judge
      if (++n % 16 != 0) continue;
      const SplitFamily family({s.op, s.operands}, other);
      if (!family.problem()) continue;
      ++stated;
      if (replay(with_steps(*family.problem(), s.certificate.steps))) continue;
      ++stated_right;
      for (int64_t size : {1, 2, 3}) {
        if (!extents_divide(other.operands, types_of(s.operands), size) ||
            !s.op.allows(other, size))
          continue;
        EXPECT_EQ(theorem3_violation(s.op, s.operands, other, size, 7), "")
            << describe(s) << " for " << to_string(other);
      }
    }
  }
  std::printf("%lld other entries, %lld by the same steps; %lld with their own parts, %lld\n",
              static_cast<long long>(n), static_cast<long long>(right),
              static_cast<long long>(stated), static_cast<long long>(stated_right));
}
TEST(Forgery, padding_by_an_initial_value_in_parts_needs_an_idempotent_reduction) {
  const ReduceWindow w{{{6, 1}, {1, 1}, {0, 1}, {0, 0}, {1, 1}, {1, 1}},
                       monoid_body(Monoid::Max, ElementType::F32)};
  const Entry e = operands(tile(0), partial(Monoid::Max)) >> partial(Monoid::Max);
  detail::EntryProblem p = *SplitFamily({w, without_values({f32(6, 6), f32()})}, e).problem();
  const EntryProof proof = detail::EntryProver(p).prove();
  ASSERT_TRUE(proof.proved);
  EXPECT_EQ(replay(proof.certificate), std::nullopt);
  // each part would have its own initial value in the padding, once per place that it has there
  p.entry = operands(tile(0), partial(Monoid::Add)) >> partial(Monoid::Add);
  p.global.reducer = p.local.reducer = Monoid::Add;
  EXPECT_EQ(detail::EntryProver(p).prove().why_not,
            "the body reads the initial value, of which each part has but a part");
  using certificate::Initial;
  for (Initial why :
       {Initial::OfParts, Initial::OfPartsChosen, Initial::Idempotent, Initial::Identity}) {
    std::vector<certificate::Step> steps = proof.certificate.steps;
    for (certificate::Step& s : steps)
      if (auto* v = std::get_if<certificate::InitialValue>(&s)) v->why = why;
    EXPECT_NE(replay(with_steps(p, steps)), std::nullopt);
  }
}

TEST(Forgery, of_two_divided_reductions_the_pairs_from_different_chunks_are_missed) {
  // out = sum(k0, k1) x0[k0] * x1[k1]
  const Polynomial a = Polynomial::unknown(0), b = Polynomial::unknown(1),
                   n = Polynomial::unknown(2);
  const auto read = [](int operand, int variable) {
    return symbolic::Node{ElementType::F32,
                          symbolic::Read{operand, {{{{variable, 1, 1}}, 0, 1, 0}}}};
  };
  detail::EntryProblem p;
  p.local = {ElementType::F32, {}, {a, b}, {read(0, 0), read(1, 1)}, Monoid::Add, {}};
  p.local.body.push_back({ElementType::F32, ApplyNode{ScalarFn::Multiply, {0, 1}}});
  p.global = p.local;
  p.entry = operands(tile(0), any) >> partial(Monoid::Add);
  p.local_extents = {{a}, {b}};
  p.neutral = {0, 0};
  p.names = {"a", "b", "n"};
  const auto divided = [&](Polynomial k0, Polynomial k1) {
    p.global.reduction = {k0, k1}, p.extents = {{k0}, {k1}};
  };
  divided(n * a, b);
  const EntryProof one = detail::EntryProver(p).prove();
  EXPECT_TRUE(one.proved) << one.why_not;
  EXPECT_EQ(replay(one.certificate), std::nullopt);
  divided(n * a, n * b);
  p.entry = operands(tile(0), tile(0)) >> partial(Monoid::Add);
  EXPECT_EQ(detail::EntryProver(p).prove().why_not,
            "k0 and k1 are both divided: no part has one of a chunk and the other of another");
  using namespace certificate;
  const auto plain_b = plain(b);
  std::vector<Step> steps = one.certificate.steps;
  std::erase_if(steps, [](const Step& s) { return std::holds_alternative<MapVariables>(s); });
  steps.push_back(VariableMoves{1, plain_b});
  steps.push_back(IndexMoves{1, 0, {plain_b}, plain_b, {}});
  EXPECT_EQ(replay(with_steps(p, steps)), "more than one variable moves");
}

TEST(Forgery, a_quotient_by_what_may_be_nothing_is_none) {
  // out[i] = x0[i div (a - 2)], where a may be 2
  const Polynomial a = Polynomial::unknown(0), n = Polynomial::unknown(1);
  const auto of = [&](const Polynomial& by) {
    detail::EntryProblem p;
    const symbolic::Index place{{{0, 1, by}}, 0, 1, 0};
    p.local = {
        ElementType::F32, {by}, {}, {{ElementType::F32, symbolic::Read{0, {place}}}}, {}, {}};
    p.global = p.local;
    p.global.shape = {n * by};
    p.entry = operands(tile(0)) >> tile(0);
    p.extents = {{n}}, p.local_extents = {{1}};
    p.neutral = {0};
    p.names = {"a", "n"};
    return detail::EntryProver(p).prove();
  };
  const EntryProof right = of(a + 2);
  ASSERT_TRUE(right.proved) << right.why_not;
  EXPECT_EQ(replay(right.certificate), std::nullopt);
  EXPECT_EQ(of(a - 2).why_not, "(i0 div a - 2) does not move evenly: a - 2 does not divide a - 2");
  Certificate forged = right.certificate;
  for_polynomials(forged.statement, [](certificate::Polynomial& p, const char*) {
    for (certificate::Monomial& m : p)
      if (m.coefficient == 2) m.coefficient = -2;
  });
  for (certificate::Step& s : forged.steps)
    if (auto* m = std::get_if<certificate::VariableMoves>(&s))
      for (certificate::Monomial& t : m->by)
        if (t.coefficient == 2) t.coefficient = -2;
  EXPECT_EQ(replay(forged), "an index of node 0 has another quotient");
}

// ---- ranks

/// Instances of a kind of op at a rank.
using AtRank = std::function<void(int64_t rank, const std::function<void(Op, Types)>& f)>;
Shape extents(int64_t rank, int64_t from = 0) {
  const int64_t all[] = {6, 4, 12, 8, 10, 14, 18, 20, 16, 22};
  Shape s;
  for (int64_t d = 0; d < rank; ++d) s.push_back(all[from + d]);
  return s;
}
std::vector<std::vector<int64_t>> subsets(int64_t of) {
  std::vector<std::vector<int64_t>> all;
  for (int64_t bits = 0; bits < int64_t{1} << of; ++bits) {
    all.emplace_back();
    for (int64_t d = 0; d < of; ++d)
      if (bits >> d & 1) all.back().push_back(d);
  }
  return all;
}
std::vector<int64_t> list(int64_t rank, int64_t value) {
  return std::vector<int64_t>(static_cast<size_t>(rank), value);
}
struct RankCase {
  const char* what;
  AtRank at;
  const char* grows;  ///< why forms are new at each rank; empty: from rank 3 on none is
};
std::vector<RankCase> rank_cases() {
  using enum ElementType;
  const auto f = [](Shape s) { return TensorType{std::move(s), F32}; };
  const auto elementwise = [=](int64_t r, const auto& give) {
    const TensorType x = f(extents(r)), p{x.shape, I1};
    give(Op(Add{}), Types{x, x}), give(Op(Multiply{}), Types{x, x}),
        give(Op(Exponential{}), Types{x});
    give(Op(Negate{}), Types{x}), give(Op(Select{}), Types{p, x, x}),
        give(Op(Convert{F64}), Types{x});
    give(Op(Maximum{}), Types{x, x}), give(Op(Clamp{}), Types{f({}), x, x}),
        give(Op(Abs{}), Types{x});
  };
  const auto reduce = [=](int64_t r, const auto& give) {
    for (const auto& dims : subsets(r))
      for (Monoid m : {Monoid::Add, Monoid::Max})
        give(Op(Reduce{dims, m}), Types{f(extents(r)), f({})});
  };
  const auto transpose = [=](int64_t r, const auto& give) {
    std::vector<int64_t> p;
    for (int64_t d = 0; d < r; ++d) p.push_back(d);
    do give(Op(Transpose{p}), Types{f(extents(r))});
    while (std::next_permutation(p.begin(), p.end()));
  };
  const auto dot = [=](int64_t r, const auto& give) {
    // batch and contracted dimensions lead on the left, trail on the right
    for (int64_t batch = 0; batch <= r; ++batch)
      for (int64_t k = 0; batch + k <= r; ++k) {
        const int64_t left = std::min<int64_t>(r - batch - k, 2),
                      right = std::min<int64_t>(r - batch - k, 1);
        Shape a = extents(batch + k), b = extents(right, 7);
        const Shape free = extents(left, 5);
        b.insert(b.end(), a.begin(), a.end());
        a.insert(a.end(), free.begin(), free.end());
        std::vector<int64_t> lb, rb, lk, rk;
        for (int64_t d = 0; d < batch; ++d) lb.push_back(d), rb.push_back(right + d);
        for (int64_t d = batch; d < batch + k; ++d) lk.push_back(d), rk.push_back(right + d);
        give(Op(DotGeneral{lb, rb, lk, rk, F32}), Types{f(a), f(b)});
      }
  };
  const auto broadcast = [=](int64_t r, const auto& give) {
    for (const auto& dims : subsets(r)) {
      Shape in;
      for (int64_t d : dims) in.push_back(extents(r)[static_cast<size_t>(d)]);
      give(Op(BroadcastInDim{dims, extents(r)}), Types{f(in)});
      if (in.empty()) continue;
      in[0] = 1;
      give(Op(BroadcastInDim{dims, extents(r)}), Types{f(in)});
    }
  };
  const auto concatenate = [=](int64_t r, const auto& give) {
    for (int64_t d = 0; d < r; ++d) {
      Shape other = extents(r);
      other[static_cast<size_t>(d)] = 26;
      give(Op(Concatenate{d}), Types{f(extents(r)), f(other)});
    }
  };
  const auto slice = [=](int64_t r, const auto& give) {
    for (const auto& cut : subsets(r)) {
      std::vector<int64_t> from = list(r, 0), to = extents(r), by = list(r, 1);
      for (int64_t d : cut) from[static_cast<size_t>(d)] = 1, by[static_cast<size_t>(d)] = 2;
      give(Op(SliceOp{from, to, by}), Types{f(extents(r))});
    }
  };
  const auto reverse = [=](int64_t r, const auto& give) {
    for (const auto& dims : subsets(r)) give(Op(Reverse{dims}), Types{f(extents(r))});
  };
  const auto iota = [=](int64_t r, const auto& give) {
    for (int64_t d = 0; d < r; ++d) give(Op(Iota{d, extents(r), F32}), Types{});
  };
  const auto pad = [=](int64_t most) -> AtRank {
    return [=](int64_t r, const auto& give) {
      for (const auto& padded : subsets(r)) {
        if (static_cast<int64_t>(padded.size()) > most) continue;
        std::vector<int64_t> low = list(r, 0);
        for (int64_t d : padded) low[static_cast<size_t>(d)] = 1;
        give(Op(Pad{low, list(r, 0), list(r, 0)}), Types{f(extents(r)), f({})});
      }
    };
  };
  const auto gather = [=](int64_t most) -> AtRank {
    return [=](int64_t r, const auto& give) {
      // one batch dimension; the dimensions that are asked for are collapsed
      for (const auto& asked : subsets(r)) {
        if (static_cast<int64_t>(asked.size()) > most) continue;
        std::vector<int64_t> sizes = extents(r), offsets;
        for (int64_t d : asked) sizes[static_cast<size_t>(d)] = 1;
        for (int64_t d = 0; d < r - static_cast<int64_t>(asked.size()); ++d)
          offsets.push_back(1 + d);
        const TensorType places{{26, static_cast<int64_t>(asked.size())}, I32};
        give(Op(Gather{offsets, asked, {}, {}, asked, 1, sizes}), Types{f(extents(r)), places});
      }
    };
  };
  return {
      {"elementwise", elementwise, ""},
      {"reduce", reduce, ""},
      {"transpose", transpose, ""},
      {"dot_general", dot, ""},
      {"broadcast_in_dim", broadcast, ""},
      {"concatenate", concatenate, ""},
      {"slice", slice, ""},
      {"reverse", reverse, ""},
      {"iota", iota, ""},
      {"pad, of two dimensions", pad(2), ""},
      {"gather, by two dimensions", gather(2), ""},
      {"pad, of all dimensions", pad(5), "each dimension that is padded has a guard of its own"},
      {"gather, by all dimensions", gather(5),
       "each dimension that is asked for has a node of its own"}};
}

TEST(Ranks, proofs_at_ranks_up_to_3_are_those_at_all) {
  for (const RankCase& c : rank_cases()) {
    std::set<std::string> seen;
    std::vector<int> fresh(6, 0);
    int64_t proved = 0;
    for (int64_t rank = 0; rank <= 5; ++rank)
      c.at(rank, [&](const Op& op, const Types& types) {
        Operands x = without_values(types);
        // with an initial value that splits sums
        if (op.get_if<Reduce>()) x[1].splat = 0;
        for (const Entry& e : op.entries(x)) {
          const SplitFamily family({op, x}, e);
          ASSERT_TRUE(family.problem()) << describe(op, x, e) << ": " << family.why_not();
          const EntryProof proof = detail::EntryProver(*family.problem()).prove();
          ASSERT_TRUE(proof.proved) << describe(op, x, e) << ": " << proof.why_not;
          ++proved;
          // the lemma: what is taken out was not needed
          const detail::EntryProblem base =
              detail::with_canonical_unknowns(detail::base_form(*family.problem()));
          const EntryProof of_base = detail::EntryProver(base).prove();
          EXPECT_TRUE(of_base.proved) << describe(op, x, e) << ": " << of_base.why_not;
          // by the same steps, but for the one that tells of what is taken out
          const bool maps = !proof.certificate.statement.maps.empty();
          EXPECT_EQ(of_base.steps.size() + (maps ? 1 : 0), proof.steps.size())
              << describe(op, x, e);
          EXPECT_EQ(of_base.certificate.statement.maps, std::vector<int>());
          EXPECT_EQ(replay(of_base.certificate), std::nullopt) << describe(op, x, e);
          if (seen.insert(std::string(op.name()) + form_text(base)).second) {
            ++fresh[static_cast<size_t>(rank)];
            if (rank > 3 && *c.grows == 0)
              ADD_FAILURE() << describe(op, x, e) << ": " << form_text(base);
          }
        }
      });
    std::printf("%-26s %5lld proofs; new base forms by rank:", c.what,
                static_cast<long long>(proved));
    for (int n : fresh) std::printf(" %d", n);
    std::printf(*c.grows ? "; %s\n" : "\n", c.grows);
    if (*c.grows) {
      EXPECT_GT(fresh[4], 0) << c.what << " no longer grows";
      EXPECT_GT(fresh[5], 0) << c.what << " no longer grows";
    }
  }
}

}  // namespace
}  // namespace partir::replay_test
