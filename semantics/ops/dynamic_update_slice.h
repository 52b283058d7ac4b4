#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = update[ī - s̄]` where `s_d <= i_d < s_d + m_d` along every dimension, else `x[ī]`, with
/// `s_d = clamp(0, start_d, n_d - m_d)` and `m̄` the shape of the update.
/// Example: dynamic_update_slice [1, 2, 3], [9, 9] at 5 = [1, 9, 9].
/// Dimensions that the update covers have entries: their start is 0 whatever it is.
///   C1 operand, update and one start per dimension; C2 starts are scalars of one integer type; C3 the
///   update has the operand's rank and element type; C4 no extent of it exceeds the operand's.
struct DynamicUpdateSlice {
  static constexpr std::string_view name = "dynamic_update_slice";
  static constexpr auto attributes() { return boost::hana::make_tuple(); }

  std::vector<TensorType> infer(const Types& x) const {
    constraint(x.size() >= 2 && static_cast<int64_t>(x.size()) == 2 + x[0].rank(), "C1",
               "operand, update and one start per dimension", [&] { return to_string(x); });
    for (size_t i = 2; i < x.size(); ++i)
      constraint(x[i].rank() == 0 && is_integer(x[i].element) && x[i] == x[2], "C2",
                 "starts are scalars of one integer type", [&] { return to_string(x); });
    constraint(x[1].rank() == x[0].rank() && x[1].element == x[0].element, "C3",
               "the update has the operand's rank and element type", [&] { return to_string(x[1]); });
    for (size_t d = 0; d < x[0].shape.size(); ++d)
      constraint(x[1].shape[d] <= x[0].shape[d], "C4", "no extent of the update exceeds the operand's",
                 [&] { return to_string(x[1]) + " into " + to_string(x[0]); });
    return {x[0]};
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    const ElementType e = x[0].element, i64 = ElementType::I64, i1 = ElementType::I1;
    auto constant = [&](int64_t value) {
      return c.add(i64, IndexNode{constant_index(value)});
    };
    const int old = c.add(e, ReadNode{0, identity_index(x[0].rank())});
    DynamicReadNode read{1, identity_index(x[0].rank()), {}, {}, -1};
    int inside = -1;
    for (size_t d = 0; d < x[0].shape.size(); ++d) {
      const int64_t m = x[1].shape[d], limit = x[0].shape[d] - m;
      read.limit.push_back(limit);
      if (limit == 0) {  // the update fills it, wherever it should start
        read.at.push_back(-1);
        continue;
      }
      const int start = c.add(x[2 + d].element, ReadNode{static_cast<int>(2 + d), {}});
      read.at.push_back(start);
      const int wide = c.add(i64, ApplyNode{ScalarFn::Convert, {start}});
      int s = c.add(i64, ApplyNode{ScalarFn::Max, {wide, constant(0)}});
      // compared in the starts' own type, as a ui64 may be too large for i64
      if (static_cast<uint64_t>(limit) <= largest(x[2 + d].element)) {
        const int most = c.add(x[2 + d].element, IndexNode{constant_index(limit)});
        const int too_far = c.add(i1, ApplyNode{ScalarFn::Ge, {start, most}});
        s = c.add(i64, ApplyNode{ScalarFn::Select, {too_far, constant(limit), s}});
      }
      const int i = c.add(i64, IndexNode{variable(static_cast<int>(d))});
      const int from = c.add(i1, ApplyNode{ScalarFn::Ge, {i, s}});
      const int end = c.add(i64, ApplyNode{ScalarFn::Add, {s, constant(m)}});
      const int to = c.add(i1, ApplyNode{ScalarFn::Lt, {i, end}});
      const int both = c.add(i1, ApplyNode{ScalarFn::And, {from, to}});
      inside = inside < 0 ? both : c.add(i1, ApplyNode{ScalarFn::And, {inside, both}});
    }
    const int update = c.add(e, std::move(read));
    if (inside >= 0) c.add(e, ChooseNode{inside, update, old});
    return c;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    auto with = [&](EntryAttr operand, EntryAttr update) {
      EntryAttrs attrs(x.size(), any);
      attrs[0] = operand;
      attrs[1] = update;
      return operands(attrs);
    };
    for (int64_t d = 0; d < x[0].type.rank(); ++d)
      if (x[1].type.shape[d] == x[0].type.shape[d]) e.push_back(with(tile(d), tile(d)) >> tile(d));
    for (Monoid m : all_monoids) {
      if (!defined_on(m, x[0].type.element)) continue;
      e.push_back(with(partial(m), partial(m)) >> partial(m));
      if (is_idempotent(m) || is_known_identity(m, x[1]))
        e.push_back(with(partial(m), any) >> partial(m));
      if (is_idempotent(m) || is_known_identity(m, x[0]))
        e.push_back(with(any, partial(m)) >> partial(m));
    }
    return e;
  }
  std::optional<std::string_view> declines(const Entry& e, const Operands& x) const {
    bool fills = true;
    for (size_t d = 0; d < x[0].type.shape.size(); ++d) {
      const bool filled = x[0].type.shape[d] == x[1].type.shape[d];
      fills = fills && filled;
      if (filled && !e.operands[2 + d].is_any())
        return "the update fills the dimension, wherever it should start: that is not read and may "
               "be in any parts";
    }
    if (fills && e.operands[0] != e.operands[1])
      return "the update fills the operand, which is not read and may be in any parts";
    return std::nullopt;
  }
  DynamicUpdateSlice localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types&) const { return 0; }
  static std::vector<Sample<DynamicUpdateSlice>> samples() {
    const TensorType i{{}, ElementType::I32}, u{{}, ElementType::UI8};
    return {{{}, {{{6, 4}, ElementType::F32}, {{6, 2}, ElementType::F32}, i, i}},
            {{}, {{{12}, ElementType::I32}, {{5}, ElementType::I32}, u}}};
  }
  friend bool operator==(const DynamicUpdateSlice&, const DynamicUpdateSlice&) { return true; }

 private:
  static uint64_t largest(ElementType e) {
    const int bits = bit_width(e) - (is_signed_int(e) ? 1 : 0);
    return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  }
};

}  // namespace partir
