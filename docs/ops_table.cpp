// Prints what docs/generate_ops.py cannot read off the headers' text: for each op, in the order of
// AllOps, a line `op NAME OPERAND-TYPES` and one line `entry ENTRY` per registry entry
// of its first sample.
#include <cstdio>

#include "semantics/op.h"

int main() {
  partir::for_each_op([](const auto& instance) {
    using O = std::decay_t<decltype(instance)>;
    const auto samples = O::samples();
    const auto* best = &samples.front();
    std::string types;
    for (const partir::TensorType& t : best->operands)
      types += (types.empty() ? "" : ", ") + partir::to_string(t);
    std::printf("op\t%s\t%s\n", std::string(O::name).c_str(), types.c_str());
    for (const partir::Entry& e : best->op.entries(partir::without_values(best->operands)))
      std::printf("entry\t%s\n", partir::to_string(e).c_str());
  });
}
