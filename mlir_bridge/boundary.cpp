#include "mlir_bridge/boundary.h"

#include <map>

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir_bridge/sdy_sharding.h"
#include "mlir_bridge/text_guard.h"
#include "semantics/gspmd_sharding.h"

namespace partir {

namespace {

using bridge::Source;
namespace sdy = dialects::sdy;

/// The parameters' and results' types: those of the text, or those that are given. Throws BadInput where there are
/// others in number.
Signature signature(const Source& source, mlir::func::FuncOp function, const Signature* global) {
  const Location place = source.location(function);
  if (global) {
    const auto count = [&](const char* what, size_t found, size_t expected) {
      if (found != expected)
        throw BadInput("@" + function.getName().str() + " has " + std::to_string(found) + " " + what + ", expected " +
                           std::to_string(expected), place);
    };
    count("parameters", function.getNumArguments(), global->params.size());
    count("results", function.getNumResults(), global->results.size());
    return *global;
  }
  Signature s;
  for (mlir::BlockArgument a : function.getArguments())
    s.params.push_back(bridge::tensor_type(a.getType(), source.location(a)));
  for (mlir::Type t : function.getResultTypes()) s.results.push_back(bridge::tensor_type(t, place));
  return s;
}

/// The attributes of one notation: of a parameter or of a result; null where there is none.
template <class Attribute>
struct Notation {
  std::vector<Attribute> params, results;

  Notation(mlir::func::FuncOp function, llvm::function_ref<Attribute(bool is_param, unsigned i)> read) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i) params.push_back(read(true, i));
    for (unsigned i = 0; i < function.getNumResults(); ++i) results.push_back(read(false, i));
  }
  /// Whether anything is said in it.
  bool is_used() const {
    const auto said = [](const Attribute& a) { return static_cast<bool>(a); };
    return llvm::any_of(params, said) || llvm::any_of(results, said);
  }
  /// Calls `visit(attribute, type, where, is_param)` for every tensor.
  template <class Visit>
  void for_each(const Source& source, mlir::func::FuncOp function, const Signature& types, Visit&& visit) const {
    for (unsigned i = 0; i < params.size(); ++i)
      visit(params[i], types.params[i], source.location(function.getArgument(i)), true);
    for (unsigned i = 0; i < results.size(); ++i)
      visit(results[i], types.results[i], source.location(function), false);
  }
};
using SdyNotation = Notation<sdy::TensorShardingAttr>;
using GspmdNotation = Notation<mlir::StringAttr>;

SdyNotation sdy_notation(const Source& source, mlir::func::FuncOp function) {
  return {function, [&](bool is_param, unsigned i) {
            return is_param ? bridge::argument_sharding(function, i, source.location(function.getArgument(i)))
                            : bridge::result_sharding(function, i, source.location(function));
          }};
}

Boundary sdy_boundary(const Source& source, mlir::func::FuncOp function, const Signature& types,
                      const SdyNotation& notation) {
  const Location place = source.location(function);
  bridge::SdyMeshes meshes;
  notation.for_each(source, function, types, [&](auto sharding, const TensorType&, const Location& where, bool) {
    meshes.use(sharding, function, where);
  });

  Boundary b;
  std::optional<size_t> used;
  notation.for_each(source, function, types,
                    [&](auto sharding, const TensorType& type, const Location& where, bool is_param) {
    bridge::SdySharding s = meshes.read(sharding, type, function, where);
    // a tensor that is whole everywhere is so on any mesh of these devices
    const bool whole = !s.mesh || (flatten(s.dist.dims).empty() && s.dist.partial.empty());
    if (!whole && used && *used != *s.mesh)
      throw Unsupported("a boundary on two meshes, " + bridge::text_of(meshes.meshes()[*used].attr) + " and " +
                            bridge::text_of(meshes.meshes()[*s.mesh].attr), where);
    if (!whole) used = s.mesh;
    (is_param ? b.params : b.results).push_back(std::move(s.dist));
  });
  if (!used && !meshes.meshes().empty()) used = 0;
  if (!used) return b;
  const bridge::SdyMesh& m = meshes.meshes()[*used];
  b.mesh = m.refinement.refined();
  b.partition_of = m.partition_of;
  for (const bridge::SdyMesh& other : meshes.meshes())
    if (other.refinement.mesh().devices() != b.mesh.devices())
      throw Unsupported("a boundary on meshes of different sizes, " + bridge::text_of(m.attr) + " and " +
                            bridge::text_of(other.attr), place);
  return b;
}

std::optional<Boundary> sdy_boundary(const Source& source) {
  mlir::func::FuncOp function = bridge::find_function(source);
  const SdyNotation notation = sdy_notation(source, function);
  if (!notation.is_used()) return std::nullopt;
  return sdy_boundary(source, function, signature(source, function, nullptr), notation);
}

/// What the module says of the number of its devices; nothing where it does not.
std::optional<int64_t> stated_devices(const Source& source) {
  std::optional<int64_t> devices;
  for (const char* key : {"mhlo.num_partitions", "mhlo.num_replicas"})
    if (const auto n = bridge::stated_count(source, key)) devices = devices.value_or(1) * *n;
  return devices;
}

Boundary gspmd_boundary(const Source& source, mlir::func::FuncOp function, const Signature& types,
                        const GspmdNotation& notation) {
  std::optional<int64_t> devices = stated_devices(source);
  std::vector<GspmdTensor> tensors;
  notation.for_each(source, function, types,
                    [&](mlir::StringAttr text, const TensorType& type, const Location& where, bool) {
    GspmdTensor t{{}, type, where};
    if (text) {
      t.sharding = read_gspmd_sharding(text.getValue().str(), where);
      if (!t.sharding.grid.empty() && !devices) devices = static_cast<int64_t>(t.sharding.devices.size());
    }
    tensors.push_back(std::move(t));
  });
  GspmdLayout layout = gspmd_layout(tensors, devices.value_or(1));
  for (size_t i = 0; i < tensors.size(); ++i)
    if (const std::string why = ill_formed(layout.mesh, layout.tensors[i]); !why.empty())
      throw BadInput("a sharding that does not fit " + to_string(tensors[i].global) + ": " + why, tensors[i].where);
  Boundary b{std::move(layout.mesh), {}, {}, {}};
  const auto middle = layout.tensors.begin() + static_cast<std::ptrdiff_t>(types.params.size());
  b.params.assign(layout.tensors.begin(), middle);
  b.results.assign(middle, layout.tensors.end());
  return b;
}

/// What each attribute of a notation means by itself; `placement` reads one, and throws Unsupported.
template <class Attribute, class Read>
StatedBoundary statements(const Source& source, mlir::func::FuncOp function, const Signature& types,
                          const Notation<Attribute>& notation, Read&& placement) {
  StatedBoundary said;
  // many tensors have the same sharding
  std::map<std::pair<const void*, size_t>, std::shared_ptr<const Placement>> known;
  notation.for_each(source, function, types,
                    [&](Attribute attr, const TensorType& type, const Location& where, bool is_param) {
    std::optional<Statement>& s = (is_param ? said.params : said.results).emplace_back();
    if (!attr) return;
    s = Statement{bridge::text_of(attr), where, nullptr, ""};
    std::shared_ptr<const Placement>& p = known[{attr.getAsOpaquePointer(), type.shape.size()}];
    try {
      if (!p) p = std::make_shared<const Placement>(placement(attr, type, where));
      s->placement = p;
    } catch (const Unsupported& e) {
      s->unread = e.what();
    }
  });
  return said;
}

/// With the whole boundary, where it can be read as one.
template <class Read>
StatedBoundary with_boundary(StatedBoundary said, Read&& read) {
  try {
    said.boundary = read();
  } catch (const Error&) {
    said.why_not = std::current_exception();
  }
  return said;
}

StatedBoundary stated(const Source& source, mlir::func::FuncOp function, const Signature& types,
                      const SdyNotation& notation) {
  StatedBoundary said = statements(source, function, types, notation,
                                   [&](sdy::TensorShardingAttr attr, const TensorType& type, const Location& where) {
    return bridge::placement_of(attr, type, function, where);
  });
  // the same text on another mesh is another statement
  const auto name_meshes = [&](std::vector<std::optional<Statement>>& list, llvm::ArrayRef<sdy::TensorShardingAttr> attrs) {
    for (size_t i = 0; i < list.size(); ++i)
      if (list[i] && llvm::isa<mlir::FlatSymbolRefAttr>(attrs[i].getMeshOrRef()))
        if (const sdy::MeshAttr mesh = sdy::mesh_of(attrs[i], function))
          list[i]->text += " over " + bridge::text_of(mesh);
  };
  name_meshes(said.params, notation.params);
  name_meshes(said.results, notation.results);
  return with_boundary(std::move(said), [&] { return sdy_boundary(source, function, types, notation); });
}

StatedBoundary stated(const Source& source, mlir::func::FuncOp function, const Signature& types,
                      const GspmdNotation& notation) {
  StatedBoundary said = statements(source, function, types, notation,
                                   [&](mlir::StringAttr attr, const TensorType& type, const Location& where) {
    if (!attr.getValue().contains('{')) throw Unsupported("a sharding that is no text", where);  // a serialized one
    const GspmdSharding s = read_gspmd_sharding(attr.getValue().str(), where);
    check_rank(s, type, where);
    return placement_of(s, type.shape.size());
  });
  return with_boundary(std::move(said), [&] { return gspmd_boundary(source, function, types, notation); });
}

mlir::StringAttr string_or_null(mlir::Attribute attr, const char* key, const Location& where) {
  if (!attr) return {};
  const auto text = llvm::dyn_cast<mlir::StringAttr>(attr);
  if (!text) throw BadInput(std::string(key) + " is not a string", where);
  return text;
}

/// `mhlo.sharding`.
GspmdNotation gspmd_notation(const Source& source, mlir::func::FuncOp function) {
  constexpr const char* key = "mhlo.sharding";
  return {function, [&](bool is_param, unsigned i) {
            return is_param ? string_or_null(function.getArgAttr(i, key), key, source.location(function.getArgument(i)))
                            : string_or_null(function.getResultAttr(i, key), key, source.location(function));
          }};
}

/// `{a, {b}}` at its outermost commas.
std::vector<std::string> tuple_parts(llvm::StringRef text) {
  text = text.trim();
  if (!text.consume_front("{") || !text.consume_back("}") || !text.trim().starts_with("{")) return {};
  std::vector<std::string> parts(1);
  int depth = 0;
  for (char c : text) {
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (c == ',' && depth == 0) parts.emplace_back();
    else parts.back() += c;
  }
  return parts;
}

/// What XLA's partitioner writes onto the module that it has made.
GspmdNotation module_notation(const Source& source, mlir::func::FuncOp function) {
  const Location place = source.location(source.module());
  const char* const for_params = "mhlo.spmd_parameters_shardings";
  const char* const for_results = "mhlo.spmd_output_sharding";
  std::vector<mlir::StringAttr> params(function.getNumArguments()), results(function.getNumResults());
  const auto count = [&](const char* key, size_t found, size_t expected) {
    if (found != expected)
      throw BadInput(std::string(key) + " has " + std::to_string(found) + " shardings, expected " + std::to_string(expected), place);
  };
  if (mlir::Attribute attr = source.module()->getAttr(for_params)) {
    const auto list = llvm::dyn_cast<mlir::ArrayAttr>(attr);
    if (!list) throw BadInput(std::string(for_params) + " is not a list", place);
    count(for_params, list.size(), params.size());
    for (size_t i = 0; i < params.size(); ++i) params[i] = string_or_null(list[i], for_params, place);
  }
  if (const mlir::StringAttr text = string_or_null(source.module()->getAttr(for_results), for_results, place)) {
    std::vector<std::string> parts = tuple_parts(text.getValue());
    if (parts.empty()) parts.push_back(text.getValue().str());
    count(for_results, parts.size(), results.size());
    for (size_t i = 0; i < results.size(); ++i) results[i] = mlir::StringAttr::get(text.getContext(), parts[i]);
  }
  return {function, [&](bool is_param, unsigned i) { return (is_param ? params : results)[i]; }};
}

/// `mhlo.frontend_attributes = {xla.sdy.sharding = ".."}`, the text of an sdy.sharding whose mesh is among the
/// module's `xla.sdy.meshes`.
SdyNotation frontend_notation(const Source& source, mlir::func::FuncOp function) {
  const auto entry = [](mlir::Attribute attributes, const char* key) {
    const auto all = llvm::dyn_cast_or_null<mlir::DictionaryAttr>(attributes);
    return all ? llvm::dyn_cast_or_null<mlir::StringAttr>(all.get(key)) : mlir::StringAttr();
  };
  constexpr const char* frontend = "mhlo.frontend_attributes";
  const auto parsed = [&](mlir::StringAttr text, const Location& where) {
    if (const auto hostile = bridge::find_hostile(text.getValue()))
      throw BadInput("xla.sdy of " + std::string(frontend) + ": " + hostile->what, where);
    mlir::ScopedDiagnosticHandler quiet(text.getContext(), [](mlir::Diagnostic&) { return mlir::success(); });
    const mlir::Attribute attr = mlir::parseAttribute(text.getValue(), text.getContext());
    if (!attr) throw BadInput("xla.sdy of " + std::string(frontend) + " is malformed: " + text.getValue().str(), where);
    return attr;
  };
  mlir::DictionaryAttr meshes;
  if (const mlir::StringAttr text = entry(source.module()->getAttr(frontend), "xla.sdy.meshes"))
    meshes = llvm::dyn_cast<mlir::DictionaryAttr>(parsed(text, source.location(source.module())));
  return {function, [&](bool is_param, unsigned i) -> sdy::TensorShardingAttr {
            const Location where = is_param ? source.location(function.getArgument(i)) : source.location(function);
            const mlir::StringAttr text = entry(is_param ? function.getArgAttr(i, frontend) : function.getResultAttr(i, frontend),
                                                "xla.sdy.sharding");
            if (!text) return {};
            const auto sharding = llvm::dyn_cast<sdy::TensorShardingAttr>(parsed(text, where));
            if (!sharding) throw BadInput("xla.sdy.sharding is not a #sdy.sharding<..>", where);
            const auto symbol = llvm::dyn_cast<mlir::FlatSymbolRefAttr>(sharding.getMeshOrRef());
            const auto mesh = symbol && meshes ? llvm::dyn_cast_or_null<sdy::MeshAttr>(meshes.get(symbol.getValue()))
                                               : sdy::MeshAttr();
            if (!mesh) return sharding;  // a mesh in place, or one that the text has itself
            return sdy::TensorShardingAttr::get(sharding.getContext(), mesh, sharding.getDimShardings(),
                                                sharding.getReplicatedAxes(), sharding.getUnreducedAxes(),
                                                sharding.getUnreducedKind());
          }};
}

/// A result is written in place of one parameter at most: `tf.aliasing_output`, as JAX says it, or `mhlo.input_output_alias` of the module, as
/// XLA does. Throws BadInput where two of them name one result, and where there is no such result or one of another size.
void check_aliases(const Source& source, mlir::func::FuncOp function) {
  std::map<int64_t, unsigned> parameter_of;
  const auto add = [&](int64_t result, int64_t parameter) {
    if (parameter < 0 || parameter >= function.getNumArguments()) return;
    const auto at = static_cast<unsigned>(parameter);
    const auto called = [&](unsigned i) {
      const std::string name = source.name(function.getArgument(i));
      return "parameter " + std::to_string(i) + (name.empty() ? "" : " (%" + name + ")");
    };
    const auto aliases = called(at) + " aliases result " + std::to_string(result);
    const Location where = source.location(function.getArgument(at));
    if (result < 0 || result >= static_cast<int64_t>(function.getNumResults()))
      throw BadInput(aliases + ", but there are only " + std::to_string(function.getNumResults()), where);
    const int64_t size = bridge::tensor_type(function.getArgument(at).getType(), where).bytes();
    const int64_t of_result = bridge::tensor_type(function.getResultTypes()[static_cast<unsigned>(result)], where).bytes();
    if (size != of_result)
      throw BadInput(aliases + ", which has " + std::to_string(of_result) + " bytes where the parameter has " + std::to_string(size), where);
    const auto [before, is_new] = parameter_of.emplace(result, at);
    if (is_new || before->second == at) return;
    throw BadInput(aliases + ", as " + called(before->second) + " does: a result is written in place of one parameter only", where);
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (const auto result = llvm::dyn_cast_or_null<mlir::IntegerAttr>(function.getArgAttr(i, "tf.aliasing_output")))
      add(result.getValue().trySExtValue().value_or(-1), i);
  const auto list = llvm::dyn_cast_or_null<mlir::ArrayAttr>(source.module()->getAttr("mhlo.input_output_alias"));
  if (!list) return;
  for (mlir::Attribute entry : list) {
    const auto pair = llvm::dyn_cast<mlir::DictionaryAttr>(entry);
    const auto alias = pair ? pair.getAs<mlir::DictionaryAttr>("alias") : mlir::DictionaryAttr();
    const auto parameter = alias ? alias.getAs<mlir::IntegerAttr>("parameter_number") : mlir::IntegerAttr();
    const auto result = pair ? pair.getAs<mlir::DenseI64ArrayAttr>("output_index") : mlir::DenseI64ArrayAttr();
    if (!parameter || !result || result.size() > 1 || (result.empty() && function.getNumResults() != 1)) continue;
    add(result.empty() ? 0 : result[0], parameter.getValue().trySExtValue().value_or(-1));
  }
}

/// Everything that is said, in the order of precedence.
std::vector<StatedBoundary> all_stated(const Source& source, mlir::func::FuncOp function, const Signature& types) {
  std::vector<StatedBoundary> all;
  const auto add = [&](const auto& notation) {
    if (notation.is_used()) all.push_back(stated(source, function, types, notation));
  };
  add(sdy_notation(source, function));
  add(frontend_notation(source, function));
  add(gspmd_notation(source, function));
  add(module_notation(source, function));
  return all;
}

}  // namespace

std::optional<Boundary> read_sdy_boundary(const std::string& path) { return sdy_boundary(Source::read(path)); }
std::optional<Boundary> read_sdy_boundary_text(const std::string& text, const std::string& name) {
  return sdy_boundary(Source::parse(text, name));
}
Statement statement(const Boundary& boundary, const DistType& dist, const Location& where) {
  std::string text = to_string(dist.dims);
  if (!dist.partial.empty()) text += ", partial<" + std::string(name(dist.monoid)) + "> " + to_string(dist.partial);
  text += " over " + to_string(boundary.mesh);
  for (size_t i = 0; i < boundary.partition_of.size(); ++i)
    text += (i ? ", " : ", devices [") + std::to_string(boundary.partition_of[i]);
  if (!boundary.partition_of.empty()) text += "]";
  return {std::move(text), where,
          std::make_shared<const Placement>(placement_of(boundary.mesh, boundary.partition_of, dist)), ""};
}
std::optional<int64_t> bridge::stated_count(const Source& source, const char* key) {
  const auto n = llvm::dyn_cast_or_null<mlir::IntegerAttr>(source.module()->getAttr(key));
  if (!n) return std::nullopt;
  if (n.getValue().getSignificantBits() > 32 || n.getValue().isNonPositive())
    throw BadInput(std::string(key) + " is no number of devices", source.location(source.module()));
  return n.getValue().getSExtValue();
}

BoundaryText bridge::read_boundary(const Source& source, const Signature& global) {
  mlir::func::FuncOp function = bridge::find_function(source);
  check_aliases(source, function);
  BoundaryText text;
  text.stated = all_stated(source, function, signature(source, function, &global));
  text.devices = stated_devices(source);
  const auto info = [](mlir::Attribute attr) {
    const auto name = llvm::dyn_cast_or_null<mlir::StringAttr>(attr);
    return name ? name.str() : std::string();
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    text.param_places.push_back(source.location(function.getArgument(i)));
    text.params.push_back({source.name(function.getArgument(i)), text.param_places.back().name(),
                           info(function.getArgAttr(i, "jax.arg_info"))});
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    text.result_places.push_back(source.location(function));
    text.results.push_back({"", "", info(function.getResultAttr(i, "jax.result_info"))});
  }
  return text;
}
BoundaryText read_boundary_text(const std::string& text, const std::string& name, const Signature& global) {
  return bridge::read_boundary(Source::parse(text, name), global);
}

}  // namespace partir
