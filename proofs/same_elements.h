// Which floats and complex numbers of two programs are the same elements, as one run of both in a free reading shows. A number of MadeOf tells by which ops a value is
// made, not of which elements: where a program does to one row what another program does to another row, numbers are the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "interp/field.h"
#include "proofs/core_sites.h"
#include "proofs/mesh_body.h"
#include "proofs/relate.h"
#include "proofs/subject.h"
#include "proofs/tables.h"

namespace partir {

/// Pairs of a float, or a complex number, of the Core program's body that arguments decide and one of the other program's body, which has all of its elements. Values in loops
/// are left out, and those that each device has only a part of a sum of.
class SameElements {
 public:
  struct There {
    ValueId value;   ///< of the Core program
    DistType dist;   ///< how it lies on the mesh
    bool same_type;  ///< else it is another float type, whose numbers are those of the field, too
  };

  /// `core_values` and `families`: of the run.
  SameElements(const core::Program& core, const Subject& subject, const CoreTable<Field>& core_values, const FamilyTable<Field>& families) {
    const MeshBody body = subject.body();
    Relation<Field> relation(core, core_values, body, families);
    const std::vector<char> depends = argument_dependent(core);
    // by the first element, which the first device has
    std::map<uint64_t, std::vector<ValueId>> by_first;
    const auto see = [&](ValueId y) {
      if (!is_float(real_part(core.main.type(y).element)) || !depends[y] || !core_values.axes(y).empty() || core_values.at(y).empty() || core.main.type(y).elements() == 0) return;
      by_first[first(core_values.at(y)[0])].push_back(y);
    };
    std::for_each(core.main.params.begin(), core.main.params.end(), see);
    for (const core::Stmt& s : core.main.body.stmts) std::for_each(s.results.begin(), s.results.end(), see);
    // of a large program the first ones
    int64_t left = 200'000;
    const auto find = [&](ValueId x) {
      const auto& type = body.values[x].type;
      if (!type || !is_float(real_part(type->element)) || !families[x] || type->elements() == 0) return;
      const auto found = by_first.find(first(families[x]->at(Device(body.mesh.rank(), 0))));
      if (found == by_first.end()) return;
      for (ValueId y : found->second) {
        if (--left < 0) return;
        if (const auto d = relation.in_whole(x, y, true)) of_subject_[x].push_back({y, *d, core.main.type(y).element == type->element});
      }
    };
    for (const MeshBody::Stmt& s : body.stmts) std::for_each(s.results.begin(), s.results.end(), find);
  }

  /// Those of the Core program, in its order, that a value of the other program is.
  const std::vector<There>& in_core(ValueId x) const {
    static const std::vector<There> none;
    const auto at = of_subject_.find(x);
    return at == of_subject_.end() ? none : at->second;
  }

 private:
  static uint64_t first(const Tensor<Field>& t) {
    return with_scalar<Field>(t.element(), [&]<class T>() -> uint64_t {
      if constexpr (is_discrete<T>) return 0;
      else return Field::hash<T>(t.template at<T>(std::vector<int64_t>(t.shape().size(), 0)));
    });
  }

  std::map<ValueId, std::vector<There>> of_subject_;
};

}  // namespace partir
