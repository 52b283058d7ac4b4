// What a checker answers; never a bare bool (architecture.md, "Errors").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partir {

/// A place where two meanings differ, believable at a glance.
struct Counterexample {
  std::string mesh;         ///< `["B"=2]`, as small as shrinking got it
  std::string op;           ///< first divergent op, with its operands
  std::string location;     ///< file:line:col of it
  std::string device;       ///< `(B=1, M=0)`
  std::string index;        ///< index in the device's tensor
  std::string expected;     ///< value by the reference semantics
  std::string found;        ///< value by the program under test
  std::string explanation;  ///< what the value represents instead, where known
  std::vector<std::string> inputs;  ///< `%arg0 = ..`, or how to make them again
  std::string mend{};       ///< one edit with which the program is accepted, where one was found
};

/// Verdicts, strongest first.
struct Verdict {
  enum class Kind : uint8_t { ProvedAllShapes, Proved, Verified, Tested, Refuted, Undecided };
  Kind kind = Kind::Undecided;
  std::string detail;   ///< runs and domains, error probability, or the reason
  int64_t runs = 0;     ///< for Tested
  std::optional<Counterexample> counterexample;  ///< for Refuted
  /// For Tested: both are equal whatever their comparisons, indices and other ops on integers make of their operands, so that it does not
  /// rest on what the runs met.
  bool whatever_is_decided = false;

  bool holds() const { return kind <= Kind::Tested; }
  /// 0 holds; 1 refuted; 3 undecided.
  int exit_code() const { return holds() ? 0 : kind == Kind::Refuted ? 1 : 3; }
};

/// JSON spelling: `proved_all_shapes`, `proved`, `verified`, `tested`, `refuted`, `undecided`.
constexpr std::string_view name(Verdict::Kind k) {
  constexpr std::string_view names[] = {"proved_all_shapes", "proved",  "verified",
                                        "tested",            "refuted", "undecided"};
  return names[static_cast<size_t>(k)];
}

/// `1 run`, `2 runs`.
inline std::string counted(int64_t n, const std::string& noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

}  // namespace partir
