#include "mlir_bridge/dialects/stablehlo_window.h"

#include "mlir/IR/Builders.h"

#include "mlir_bridge/dialects/assembly.h"

using namespace mlir;

namespace partir::dialects::stablehlo {

//===--------------------------------------------------------------------------------------------===
// Dimension numbers of a convolution
//===--------------------------------------------------------------------------------------------===

namespace {

/// Where one of the three tensors of a convolution has its dimensions: two that a letter names, and
/// the spatial ones in order.
struct Layout {
  char first_letter = 'b', second_letter = 'f';
  int64_t first = 0, second = 0;
  SmallVector<int64_t> spatial = {};
};

Layout input_of(ConvDimensionNumbersAttr n) {
  return {'b', 'f', n.getInputBatchDimension(), n.getInputFeatureDimension(),
          llvm::to_vector(n.getInputSpatialDimensions())};
}
Layout kernel_of(ConvDimensionNumbersAttr n) {
  return {'i', 'o', n.getKernelInputFeatureDimension(), n.getKernelOutputFeatureDimension(),
          llvm::to_vector(n.getKernelSpatialDimensions())};
}
Layout output_of(ConvDimensionNumbersAttr n) {
  return {'b', 'f', n.getOutputBatchDimension(), n.getOutputFeatureDimension(),
          llvm::to_vector(n.getOutputSpatialDimensions())};
}

/// `[b, 0, 1, f]`
ParseResult parse_layout(AsmParser &parser, Layout &layout) {
  SMLoc location = parser.getCurrentLocation();
  int64_t position = 0;
  SmallVector<std::pair<int64_t, int64_t>> spatial;
  std::optional<int64_t> first, second;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
        SMLoc at = parser.getCurrentLocation();
        int64_t number = 0;
        OptionalParseResult parsed = parser.parseOptionalInteger(number);
        if (parsed.has_value()) {
          if (failed(*parsed))
            return failure();
          spatial.emplace_back(number, position++);
          return success();
        }
        StringRef letter;
        if (parser.parseKeyword(&letter))
          return failure();
        bool is_first = letter == StringRef(&layout.first_letter, 1);
        if (!is_first && letter != StringRef(&layout.second_letter, 1))
          return parser.emitError(at) << "expected " << layout.first_letter << ", "
                                      << layout.second_letter << " or a spatial dimension";
        std::optional<int64_t> &place = is_first ? first : second;
        if (place)
          return parser.emitError(at) << letter << " is given twice";
        place = position++;
        return success();
      }))
    return failure();
  if (!first || !second)
    return parser.emitError(location)
           << "expected " << layout.first_letter << " and " << layout.second_letter;
  llvm::sort(spatial);
  for (auto [i, dim] : llvm::enumerate(spatial)) {
    if (dim.first != static_cast<int64_t>(i))
      return parser.emitError(location)
             << "expected the spatial dimensions 0 to " << spatial.size() - 1 << ", each once";
    layout.spatial.push_back(dim.second);
  }
  layout.first = *first;
  layout.second = *second;
  return success();
}

/// Whether the dimensions are 0 to their number, each once: only then has each place a name.
bool is_permutation(const Layout &layout) {
  SmallVector<int64_t> dims(layout.spatial);
  dims.append({layout.first, layout.second});
  llvm::sort(dims);
  return llvm::all_of(llvm::enumerate(dims),
                      [](auto dim) { return dim.value() == static_cast<int64_t>(dim.index()); });
}

void print_layout(AsmPrinter &printer, const Layout &layout) {
  int64_t rank = static_cast<int64_t>(layout.spatial.size()) + 2;
  printer << '[';
  llvm::interleaveComma(llvm::seq<int64_t>(0, rank), printer, [&](int64_t dim) {
    if (dim == layout.first)
      printer << layout.first_letter;
    else if (dim == layout.second)
      printer << layout.second_letter;
    else
      printer << llvm::find(layout.spatial, dim) - layout.spatial.begin();
  });
  printer << ']';
}

ParseResult parse_layouts(AsmParser &parser, ConvDimensionNumbersAttr &numbers) {
  Layout input, kernel{'i', 'o'}, output;
  if (parse_layout(parser, input) || parser.parseKeyword("x") || parse_layout(parser, kernel) ||
      parser.parseArrow() || parse_layout(parser, output))
    return failure();
  numbers = ConvDimensionNumbersAttr::get(
      parser.getContext(), input.first, input.second, input.spatial, kernel.first, kernel.second,
      kernel.spatial, output.first, output.second, output.spatial);
  return success();
}

bool has_letters(ConvDimensionNumbersAttr numbers) {
  return is_permutation(input_of(numbers)) && is_permutation(kernel_of(numbers)) &&
         is_permutation(output_of(numbers));
}

void print_layouts(AsmPrinter &printer, ConvDimensionNumbersAttr numbers) {
  print_layout(printer, input_of(numbers));
  printer << 'x';
  print_layout(printer, kernel_of(numbers));
  printer << "->";
  print_layout(printer, output_of(numbers));
}

/// `input_batch_dimension = 0, ..`: a field that is left out is 0, or empty.
ParseResult parse_raw(AsmParser &parser, ConvDimensionNumbersAttr &numbers) {
  Layout input, kernel, output;
  const std::pair<StringRef, int64_t *> scalars[] = {
      {"input_batch_dimension", &input.first},
      {"input_feature_dimension", &input.second},
      {"kernel_input_feature_dimension", &kernel.first},
      {"kernel_output_feature_dimension", &kernel.second},
      {"output_batch_dimension", &output.first},
      {"output_feature_dimension", &output.second}};
  const std::pair<StringRef, SmallVector<int64_t> *> lists[] = {
      {"input_spatial_dimensions", &input.spatial},
      {"kernel_spatial_dimensions", &kernel.spatial},
      {"output_spatial_dimensions", &output.spatial}};
  SmallVector<StringRef> seen;
  do {
    SMLoc location = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    if (llvm::is_contained(seen, name))
      return parser.emitError(location) << name << " is given twice";
    seen.push_back(name);
    auto is_name = [&](const auto &field) { return field.first == name; };
    if (const auto *scalar = llvm::find_if(scalars, is_name); scalar != std::end(scalars)) {
      if (parser.parseInteger(*scalar->second))
        return failure();
    } else if (const auto *list = llvm::find_if(lists, is_name); list != std::end(lists)) {
      FailureOr<SmallVector<int64_t>> values = parse_int64_list(parser);
      if (failed(values))
        return failure();
      *list->second = *values;
    } else {
      return parser.emitError(location) << "no field " << name << " of a convolution's dimensions";
    }
  } while (succeeded(parser.parseOptionalComma()));
  numbers = ConvDimensionNumbersAttr::get(
      parser.getContext(), input.first, input.second, input.spatial, kernel.first, kernel.second,
      kernel.spatial, output.first, output.second, output.spatial);
  return success();
}

void print_raw(AsmPrinter &printer, ConvDimensionNumbersAttr n) {
  auto list = [&](StringRef name, ArrayRef<int64_t> dims) {
    printer << ", " << name << "_spatial_dimensions = ";
    print_int64_list(printer, dims);
  };
  printer << "raw input_batch_dimension = " << n.getInputBatchDimension()
          << ", input_feature_dimension = " << n.getInputFeatureDimension();
  list("input", n.getInputSpatialDimensions());
  printer << ", kernel_input_feature_dimension = " << n.getKernelInputFeatureDimension()
          << ", kernel_output_feature_dimension = " << n.getKernelOutputFeatureDimension();
  list("kernel", n.getKernelSpatialDimensions());
  printer << ", output_batch_dimension = " << n.getOutputBatchDimension()
          << ", output_feature_dimension = " << n.getOutputFeatureDimension();
  list("output", n.getOutputSpatialDimensions());
}

} // namespace

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  ConvDimensionNumbersAttr numbers;
  if (parser.parseLess())
    return {};
  bool is_raw = succeeded(parser.parseOptionalKeyword("raw"));
  if ((is_raw ? parse_raw(parser, numbers) : parse_layouts(parser, numbers)) ||
      parser.parseGreater())
    return {};
  return numbers;
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (has_letters(*this))
    print_layouts(printer, *this);
  else
    print_raw(printer, *this);
  printer << '>';
}

ParseResult parseConvDimensions(OpAsmParser &parser, ConvDimensionNumbersAttr &numbers) {
  if (failed(parser.parseOptionalLess()))
    return parse_layouts(parser, numbers);
  return failure(parser.parseKeyword("raw") || parse_raw(parser, numbers) ||
                 parser.parseGreater());
}

void printConvDimensions(OpAsmPrinter &printer, Operation *, ConvDimensionNumbersAttr numbers) {
  if (has_letters(numbers))
    print_layouts(printer, numbers);
  else
    numbers.print(printer);
}

//===--------------------------------------------------------------------------------------------===
// Window of a convolution
//===--------------------------------------------------------------------------------------------===

namespace {

/// `[[0, 1], [0, 1]]`
ParseResult parse_padding(OpAsmParser &parser, DenseIntElementsAttr &padding) {
  SmallVector<int64_t> values;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
        return failure(parser.parseLSquare() || parser.parseInteger(values.emplace_back()) ||
                       parser.parseComma() || parser.parseInteger(values.emplace_back()) ||
                       parser.parseRSquare());
      }))
    return failure();
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size() / 2), 2},
                                    parser.getBuilder().getI64Type());
  padding = DenseIntElementsAttr::get(type, values);
  return success();
}

void print_padding(OpAsmPrinter &printer, DenseIntElementsAttr padding) {
  SmallVector<int64_t> values = int64s(padding);
  printer << '[';
  llvm::interleaveComma(llvm::seq<size_t>(0, values.size() / 2), printer, [&](size_t i) {
    print_int64_list(printer, ArrayRef(values).slice(2 * i, 2));
  });
  printer << ']';
}

/// `[true, false]`, or `[1, 0]`
ParseResult parse_flags(OpAsmParser &parser, Attribute &attr) {
  SmallVector<bool> values;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
        SMLoc location = parser.getCurrentLocation();
        int64_t number = 0;
        // First the words, which MLIR would take for the integers -1 and 0.
        if (succeeded(parser.parseOptionalKeyword("true")))
          number = 1;
        else if (failed(parser.parseOptionalKeyword("false")) && parser.parseInteger(number))
          return failure();
        if (number != 0 && number != 1)
          return parser.emitError(location) << "expected true or false";
        values.push_back(number == 1);
        return success();
      }))
    return failure();
  attr = parser.getBuilder().getDenseBoolArrayAttr(values);
  return success();
}

} // namespace

ParseResult parseConvWindow(OpAsmParser &parser, Attribute &strides, DenseIntElementsAttr &padding,
                            Attribute &lhs_dilation, Attribute &rhs_dilation,
                            Attribute &reversal) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&]() -> ParseResult {
    SMLoc location = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    auto twice = [&] { return parser.emitError(location) << name << " is given twice"; };
    if (name == "pad")
      return padding ? twice() : parse_padding(parser, padding);
    if (name == "reverse")
      return reversal ? twice() : parse_flags(parser, reversal);
    Attribute *dims = name == "stride"       ? &strides
                      : name == "lhs_dilate" ? &lhs_dilation
                      : name == "rhs_dilate" ? &rhs_dilation
                                             : nullptr;
    if (!dims)
      return parser.emitError(location)
             << "expected stride, pad, lhs_dilate, rhs_dilate or reverse, found " << name;
    return *dims ? twice() : parseDims(parser, *dims);
  });
}

void printConvWindow(OpAsmPrinter &printer, Operation *op, Attribute strides,
                     DenseIntElementsAttr padding, Attribute lhs_dilation, Attribute rhs_dilation,
                     Attribute reversal) {
  StringRef separator = "";
  auto start = [&](StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  };
  auto dims = [&](StringRef name, Attribute attr) {
    if (!attr)
      return;
    start(name);
    printDims(printer, op, attr);
  };
  printer << '{';
  dims("stride", strides);
  if (padding) {
    start("pad");
    print_padding(printer, padding);
  }
  dims("lhs_dilate", lhs_dilation);
  dims("rhs_dilate", rhs_dilation);
  if (reversal) {
    start("reverse");
    printer << '[';
    llvm::interleaveComma(flags(reversal), printer);
    printer << ']';
  }
  printer << '}';
}

} // namespace partir::dialects::stablehlo
