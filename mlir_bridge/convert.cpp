#include "mlir_bridge/convert.h"

#include "semantics/mesh_limit.h"

namespace partir::bridge {

namespace core_dialect = dialects::partir_core;

namespace {

/// Products of extents and of axis sizes (mesh_limit.h) stay far from 2^63 everywhere, loops and
/// gathers included.
constexpr int64_t max_elements = int64_t{1} << 40;

template <class T>
std::string printed(T value) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  value.print(stream);
  return text;
}

}  // namespace

std::string text_of(mlir::Attribute attr) { return printed(attr); }
std::string text_of(mlir::Type type) { return printed(type); }
std::string reason_of(const Error& e) {
  const std::string_view prefix = "unsupported: ", what = e.what();
  return std::string(what.starts_with(prefix) ? what.substr(prefix.size()) : what);
}

TensorType tensor_type(mlir::Type type, const Location& where) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor) throw Unsupported("type " + text_of(type) + ", which is not a ranked tensor", where);
  if (!tensor.hasStaticShape()) throw Unsupported("dynamic shape " + text_of(type), where);
  if (tensor.getEncoding()) throw Unsupported("tensor encoding in " + text_of(type), where);
  // MLIR spells the supported element types as the toolkit does.
  const std::string spelling = text_of(tensor.getElementType());
  const std::optional<ElementType> element = element_type(spelling);
  if (!element) throw Unsupported("element type " + spelling, where);
  int64_t elements = 1;
  for (int64_t extent : tensor.getShape()) {
    if (extent != 0 && elements > max_elements / extent)
      throw Unsupported("more than 2^40 elements in " + text_of(type), where);
    elements *= extent;
    if (elements == 0) elements = 1;  // the other extents stay bounded
  }
  return {{tensor.getShape().begin(), tensor.getShape().end()}, *element};
}

mlir::Type to_mlir(mlir::MLIRContext* context, ElementType type) {
  mlir::Builder builder(context);
  switch (type) {
    case ElementType::BF16: return builder.getBF16Type();
    case ElementType::F16: return builder.getF16Type();
    case ElementType::F32: return builder.getF32Type();
    case ElementType::F64: return builder.getF64Type();
    case ElementType::C64: return mlir::ComplexType::get(builder.getF32Type());
    case ElementType::C128: return mlir::ComplexType::get(builder.getF64Type());
    default:
      return mlir::IntegerType::get(context, bit_width(type),
                                    is_unsigned_int(type) ? mlir::IntegerType::Unsigned
                                                          : mlir::IntegerType::Signless);
  }
}

mlir::RankedTensorType to_mlir(mlir::MLIRContext* context, const TensorType& type) {
  return mlir::RankedTensorType::get(llvm::ArrayRef(type.shape.data(), type.shape.size()), to_mlir(context, type.element));
}

Literal literal(mlir::Attribute value, const Location& where) {
  auto dense = llvm::dyn_cast_or_null<mlir::DenseElementsAttr>(value);
  if (!dense) throw Unsupported("constant that is not dense<..>", where);
  Literal literal{tensor_type(dense.getType(), where), dense.isSplat(), {}};
  if (is_bool(literal.type.element)) {
    // MLIR packs i1 into bits; the toolkit keeps bytes.
    if (literal.splat) {
      literal.data.push_back(std::byte{dense.getSplatValue<bool>()});
    } else {
      literal.data.reserve(dense.getNumElements());
      for (bool b : dense.getValues<bool>()) literal.data.push_back(std::byte{b});
    }
    return literal;
  }
  const llvm::ArrayRef<char> raw = dense.getRawData();
  const auto* bytes = reinterpret_cast<const std::byte*>(raw.data());
  literal.data.assign(bytes, bytes + raw.size());
  // integers of fewer than 8 bits lie in bytes, whose other bits are not theirs
  if (const int width = bit_width(literal.type.element); width < 8)
    for (std::byte& b : literal.data) b &= static_cast<std::byte>((1u << width) - 1);
  return literal;
}

mlir::DenseElementsAttr to_mlir(mlir::MLIRContext* context, const Literal& literal) {
  const mlir::RankedTensorType type = to_mlir(context, literal.type);
  if (literal.data.empty())
    return mlir::DenseElementsAttr::get(type, llvm::ArrayRef<mlir::Attribute>());
  if (is_bool(literal.type.element)) {
    llvm::SmallVector<bool> values;
    for (std::byte b : literal.data) values.push_back(b != std::byte{0});
    return mlir::DenseElementsAttr::get(type, values);
  }
  return mlir::DenseElementsAttr::getFromRawBuffer(
      type, {reinterpret_cast<const char*>(literal.data.data()), literal.data.size()});
}

Monoid monoid(core_dialect::ReduceAttr attr) {
  return *partir::monoid(core_dialect::stringifyReductionKind(attr.getKind()));
}

core_dialect::ReduceAttr to_mlir(mlir::MLIRContext* context, Monoid monoid) {
  const std::string_view spelling = name(monoid);
  return core_dialect::ReduceAttr::get(
      context, *core_dialect::symbolizeReductionKind({spelling.data(), spelling.size()}));
}

Mesh mesh(llvm::ArrayRef<mlir::StringAttr> names, llvm::ArrayRef<int64_t> sizes,
          const Location& where) {
  std::vector<std::pair<Axis, int64_t>> axes;
  int64_t devices = 1;
  for (size_t i = 0; i < names.size(); ++i) {
    if (sizes[i] > 0) {
      const std::optional<int64_t> more = with_axis(devices, sizes[i]);
      if (!more) throw BadInput(mesh_too_large, where);
      devices = *more;
    }
    axes.emplace_back(names[i].str(), sizes[i]);
  }
  try {
    return Mesh(std::move(axes));
  } catch (const std::invalid_argument& e) {
    throw BadInput(e.what(), where);
  }
}

}  // namespace partir::bridge
