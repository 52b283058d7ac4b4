#include "mlir_bridge/asked_accuracy.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "mlir/IR/TypeUtilities.h"
#include "mlir_bridge/convert.h"
#include "mlir_bridge/dialects.h"
#include "mlir_bridge/source.h"

namespace partir {

namespace {

namespace stablehlo = dialects::stablehlo;

constexpr std::array precisions = {"DEFAULT", "HIGH", "HIGHEST"};
constexpr int highest = 2;

}  // namespace

AskedAccuracy read_asked_accuracy_text(const std::string& text, const std::string& name) {
  const bridge::Source source = bridge::Source::parse(text, name);
  AskedAccuracy asked;
  source.module()->walk([&](mlir::Operation* op) {
    const std::string kind = op->getName().getStringRef().str();
    const auto attributes = op->getName().getAttributeNames();
    if (std::any_of(attributes.begin(), attributes.end(), [](mlir::StringAttr a) { return a.getValue() == "result_accuracy"; })) {
      AskedAccuracy::Asked f{kind, source.location(op), {0}};
      if (auto accuracy = op->getAttrOfType<stablehlo::ResultAccuracyAttr>("result_accuracy")) {
        const auto mode = accuracy.getMode().getValue();
        if (mode == stablehlo::ResultAccuracyMode::TOLERANCE) f.tolerance = bridge::text_of(accuracy);
        if (mode == stablehlo::ResultAccuracyMode::HIGHEST) f.precision = {highest};
      }
      asked.functions.push_back(std::move(f));
    }
    if (kind != "stablehlo.dot_general" && kind != "stablehlo.dot" && kind != "stablehlo.convolution") return;
    const mlir::Type e = mlir::getElementTypeOrSelf(op->getResult(0));
    if (!llvm::isa<mlir::FloatType>(e) && !llvm::isa<mlir::ComplexType>(e)) return;
    AskedAccuracy::Asked product{kind, source.location(op), {0, 0}};
    // an algorithm that is read calculates in the operands' and the result's types, which is what HIGHEST asks for
    product.algorithm = op->hasAttr("algorithm");
    if (product.algorithm) product.precision = {highest, highest};
    else if (const auto config = op->getAttrOfType<mlir::ArrayAttr>("precision_config"))
      for (size_t i = 0; i < std::min<size_t>(config.size(), 2); ++i)
        if (const auto p = llvm::dyn_cast<stablehlo::PrecisionAttr>(config[i])) product.precision[i] = static_cast<int>(p.getValue());
    asked.products.push_back(std::move(product));
  });
  return asked;
}

void check_asked_accuracy(const std::string& spec, const std::string& spec_name, const std::string& impl, const std::string& impl_name,
                          const FindSameOps& find_same) {
  // most texts ask for nothing, and are not to be parsed once more
  const auto says = [](const std::string& text, const char* word) { return text.find(word) != std::string::npos; };
  const bool is_precise = says(spec, "HIGH") || says(spec, "accumulation_type"), is_loose = says(impl, "TOLERANCE");
  if (!is_precise && !is_loose) return;
  const AskedAccuracy of_spec = read_asked_accuracy_text(spec, spec_name), of_impl = read_asked_accuracy_text(impl, impl_name);
  using Asked = AskedAccuracy::Asked;
  using Several = std::vector<const Asked*>;
  // for each value that an op of IMPL makes those of `all` that are made as it is; all of them where there are none
  const auto counterparts = [&](const Asked& x, const Several& all) {
    std::vector<Several> each;
    for (const std::vector<Location>& there : find_same(x.where)) {
      each.emplace_back();
      std::copy_if(all.begin(), all.end(), std::back_inserter(each.back()), [&](const Asked* y) { return std::find(there.begin(), there.end(), y->where) != there.end(); });
      if (each.back().empty()) each.back() = all;
    }
    if (each.empty()) each.push_back(all);
    return each;
  };
  // one of `all` that asks for more than `x` does, and of which operand
  const auto more = [](const Asked& x, const Several& all) -> std::optional<std::pair<const Asked*, size_t>> {
    for (const Asked* y : all)
      for (size_t i = 0; i < y->precision.size(); ++i)
        if (x.precision[i] < y->precision[i]) return std::pair{y, i};
    return std::nullopt;
  };
  Several products;
  for (const Asked& y : of_spec.products) products.push_back(&y);
  std::map<std::string, Several> functions;  // by op
  for (const Asked& y : of_spec.functions) functions[y.op].push_back(&y);
  for (const Asked& x : of_impl.products) {
    if (!more(x, products)) continue;
    for (const Several& there : counterparts(x, products))
      if (const auto found = more(x, there)) {
        const auto& [y, operand] = *found;
        throw Unsupported("op '" + x.op + "' asks for precision " + precisions[static_cast<size_t>(x.precision[operand])] + ", where SPEC asks for " +
                              (y->algorithm ? "HIGHEST, by an algorithm" : precisions[static_cast<size_t>(y->precision[operand])]) + " (" + to_string(y->where) +
                              "): what hardware makes of that is not judged",
                          x.where);
      }
  }
  for (const Asked& x : of_impl.functions) {
    const Several& of_kind = functions[x.op];
    const auto other = [&](const Asked* y) { return y->tolerance != x.tolerance; };
    const auto is_off = [&](const Several& all) { return !x.tolerance.empty() && (all.empty() || std::any_of(all.begin(), all.end(), other)); };
    if (!more(x, of_kind) && !is_off(of_kind)) continue;
    for (const Several& there : counterparts(x, of_kind)) {
      if (const auto y = more(x, there))
        throw Unsupported("op '" + x.op + "' asks for the accuracy HIGHEST in SPEC, and in IMPL (" + to_string(x.where) + ") it does not: what hardware makes of that is not judged",
                          y->first->where);
      if (is_off(there))
        throw Unsupported("op '" + x.op + "' may be off by " + x.tolerance + ", as some such op of SPEC may not, or SPEC has none: tolerances are not judged", x.where);
    }
  }
}

}  // namespace partir
