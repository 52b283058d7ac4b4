// A GoogleTest matcher for lowerings of one's own:
//
//   #include "proofs/gtest.h"
//
//   TEST(MyLowering, keeps_the_meaning) {
//     partir::core::Program core = ..;          // the reference, built in C++ or imported from MLIR
//     partir::hlo::Program hlo = my_lowering(core);
//     EXPECT_THAT(hlo, partir::Implements(core));
//   }
//
// A failure prints the first divergent op, the device, the index, both values and inputs that show it.
#pragma once

#include <gmock/gmock-matchers.h>

#include <memory>
#include <ostream>
#include <string>
#include <utility>

#include "proofs/compare.h"
#include "proofs/counterexample_text.h"

namespace partir {

/// What `Implements` and `Refutes` return; matches hlo::Program.
class ImplementsMatcher {
 public:
  using is_gtest_matcher = void;
  ImplementsMatcher(core::Program core, CompareOptions options, bool refutes)
      : reference_(std::make_shared<Reference>(std::move(core), options)), refutes_(refutes) {}

  bool MatchAndExplain(const hlo::Program& hlo, std::ostream* os) const {
    try {
      const Verdict v = reference_->check(hlo);
      if (os) *os << name(v.kind) << ": " << v.detail;
      if (os && v.counterexample) *os << to_string(*v.counterexample);
      return refutes_ ? v.kind == Verdict::Kind::Refuted : v.holds();
    } catch (const Error& e) {
      if (os) *os << e.report();
      return false;
    }
  }
  void DescribeTo(std::ostream* os) const {
    *os << (refutes_ ? "is refuted by the Core program" : "means what the Core program means");
  }
  void DescribeNegationTo(std::ostream* os) const {
    *os << (refutes_ ? "is not refuted by the Core program"
                     : "does not mean what the Core program means, or is not known to");
  }

 private:
  std::shared_ptr<Reference> reference_;
  bool refutes_;
};

/// Matches an hlo::Program that means what `core` means (Reference::check). Throws Rejected if `core`
/// is ill typed; an ill-typed HLO program does not match, nor does one on which the answer is
/// undecided: where a program should be wrong, say `Refutes`, not `Not(Implements)`.
inline ImplementsMatcher Implements(core::Program core, CompareOptions options = {}) {
  return ImplementsMatcher(std::move(core), options, false);
}
/// Matches an hlo::Program for which there is a counterexample.
inline ImplementsMatcher Refutes(core::Program core, CompareOptions options = {}) {
  return ImplementsMatcher(std::move(core), options, true);
}

}  // namespace partir

namespace partir::hlo {
/// Short text for GoogleTest, which would print bytes.
inline void PrintTo(const Program& p, std::ostream* os) {
  *os << "@" << p.main.name << " over " << to_string(p.mesh);
  for (const Stmt& s : p.main.body.stmts) *os << "\n  " << phrase(p.main, s);
}
}  // namespace partir::hlo
