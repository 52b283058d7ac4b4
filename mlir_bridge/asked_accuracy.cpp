#include "mlir_bridge/asked_accuracy.h"

#include <algorithm>
#include <array>

#include "llvm/Support/raw_ostream.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir_bridge/dialects.h"
#include "mlir_bridge/source.h"

namespace partir {

namespace {

namespace stablehlo = dialects::stablehlo;

std::string text_of(mlir::Attribute a) {
  std::string text;
  llvm::raw_string_ostream out(text);
  a.print(out);
  return text;
}
constexpr std::array precisions = {"DEFAULT", "HIGH", "HIGHEST"};
constexpr int highest = 2;

}  // namespace

AskedAccuracy read_asked_accuracy_text(const std::string& text, const std::string& name) {
  const bridge::Source source = bridge::Source::parse(text, name);
  AskedAccuracy asked;
  source.module()->walk([&](mlir::Operation* op) {
    const std::string kind = op->getName().getStringRef().str();
    if (auto accuracy = op->getAttrOfType<stablehlo::ResultAccuracyAttr>("result_accuracy")) {
      const auto mode = accuracy.getMode().getValue();
      if (mode == stablehlo::ResultAccuracyMode::TOLERANCE) asked.tolerances.push_back({kind, text_of(accuracy), source.location(op)});
      if (mode == stablehlo::ResultAccuracyMode::HIGHEST) asked.most_exact.push_back({kind, text_of(accuracy), source.location(op)});
    }
    if (kind != "stablehlo.dot_general" && kind != "stablehlo.dot" && kind != "stablehlo.convolution") return;
    const mlir::Type e = mlir::getElementTypeOrSelf(op->getResult(0));
    if (!llvm::isa<mlir::FloatType>(e) && !llvm::isa<mlir::ComplexType>(e)) return;
    // an algorithm that is read calculates in the operands' and the result's types, which is what HIGHEST asks for
    const bool has_algorithm = op->hasAttr("algorithm");
    int precision = has_algorithm ? highest : 0;
    if (const auto config = op->getAttrOfType<mlir::ArrayAttr>("precision_config"); config && !config.empty() && !has_algorithm) {
      precision = highest;
      for (mlir::Attribute a : config)
        if (const auto p = llvm::dyn_cast<stablehlo::PrecisionAttr>(a)) precision = std::min(precision, static_cast<int>(p.getValue()));
    }
    asked.products.push_back({kind, has_algorithm ? "HIGHEST, by an algorithm" : precisions[static_cast<size_t>(precision)], source.location(op), precision});
  });
  return asked;
}

void check_asked_accuracy(const std::string& spec, const std::string& spec_name, const std::string& impl, const std::string& impl_name,
                          const FindSameProducts& find_same) {
  // most texts ask for nothing, and are not to be parsed once more
  const auto says = [](const std::string& text, const char* word) { return text.find(word) != std::string::npos; };
  const bool is_precise = says(spec, "HIGH") || says(spec, "accumulation_type"), is_loose = says(impl, "TOLERANCE");
  if (!is_precise && !is_loose) return;
  const AskedAccuracy of_spec = read_asked_accuracy_text(spec, spec_name), of_impl = read_asked_accuracy_text(impl, impl_name);
  using Asked = AskedAccuracy::Asked;
  const auto less = [](const Asked& x, const Asked& y) { return x.precision < y.precision; };
  const auto [least, most] = std::minmax_element(of_spec.products.begin(), of_spec.products.end(), less);
  for (const Asked& x : of_impl.products) {
    if (least == of_spec.products.end() || x.precision >= most->precision) continue;
    auto asked = least;
    if (least->precision < most->precision) {
      // Several that are made of the same may ask for different things, of different elements: if there are as many in both, the first is the first,
      // and so on; else the most that one of them asks for counts.
      const SameProducts same = find_same(x.where);
      const auto at = std::find(same.impl.begin(), same.impl.end(), x.where);
      const auto is_same = [&](const Asked& y) {
        if (same.impl.size() == same.spec.size() && at != same.impl.end()) return y.where == same.spec[static_cast<size_t>(at - same.impl.begin())];
        return std::find(same.spec.begin(), same.spec.end(), y.where) != same.spec.end();
      };
      asked = of_spec.products.end();
      for (auto y = of_spec.products.begin(); y != of_spec.products.end(); ++y)
        if (is_same(*y) && (asked == of_spec.products.end() || less(*asked, *y))) asked = y;
      if (asked == of_spec.products.end()) asked = most;
    }
    if (x.precision < asked->precision)
      throw Unsupported("op '" + x.op + "' asks for precision " + x.what + ", where SPEC asks for " + asked->what + " (" + to_string(asked->where) +
                            "): what hardware makes of that is not judged",
                        x.where);
  }
  for (const Asked& exact : of_spec.most_exact) {
    const auto is_one = [&](const Asked& x) { return x.op == exact.op; };
    if (std::count_if(of_impl.most_exact.begin(), of_impl.most_exact.end(), is_one) < std::count_if(of_spec.most_exact.begin(), of_spec.most_exact.end(), is_one))
      throw Unsupported("op '" + exact.op + "' asks for the accuracy HIGHEST in SPEC, and in IMPL fewer of them do: what hardware makes of that is not judged", exact.where);
  }
  for (const Asked& loose : of_impl.tolerances) {
    // an op that SPEC has must be one that may be off there; one that it has nowhere, as some op of the kind
    const std::vector<Location> there = find_same(loose.where).spec;
    if (std::none_of(of_spec.tolerances.begin(), of_spec.tolerances.end(), [&](const Asked& s) {
          return s.op == loose.op && s.what == loose.what && (there.empty() || std::find(there.begin(), there.end(), s.where) != there.end());
        }))
      throw Unsupported("op '" + loose.op + "' may be off by " + loose.what + ", as no such op of SPEC may: tolerances are not judged", loose.where);
  }
}

}  // namespace partir
