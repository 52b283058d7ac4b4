#include "mlir_bridge/export_mesh.h"

#include <array>
#include <set>
#include <string_view>
#include <vector>

#include "semantics/diagnostics.h"
#include "semantics/phrase.h"

namespace partir {

namespace {

bool is_signless(ElementType e) { return is_integer(e) && !is_bool(e); }

/// The names that upstream has for a scalar function: in arith or math, of floats and of integers, and in
/// tosa. Empty where there is none.
struct ScalarOp {
  ScalarFn fn;
  std::string_view of_floats, of_integers, of_unsigned, of_bools, tosa;
};
constexpr std::array<ScalarOp, 18> scalar_ops = {{
    {ScalarFn::Add, "arith.addf", "arith.addi", "arith.addi", "arith.ori", "tosa.add"},
    {ScalarFn::Subtract, "arith.subf", "arith.subi", "arith.subi", "", "tosa.sub"},
    {ScalarFn::Multiply, "arith.mulf", "arith.muli", "arith.muli", "arith.andi", "tosa.mul"},
    {ScalarFn::Divide, "arith.divf", "arith.divsi", "arith.divui", "", ""},
    {ScalarFn::Max, "arith.maximumf", "arith.maxsi", "arith.maxui", "arith.ori", "tosa.maximum"},
    {ScalarFn::Min, "arith.minimumf", "arith.minsi", "arith.minui", "arith.andi", "tosa.minimum"},
    {ScalarFn::And, "", "arith.andi", "arith.andi", "arith.andi", ""},
    {ScalarFn::Or, "", "arith.ori", "arith.ori", "arith.ori", ""},
    {ScalarFn::Xor, "", "arith.xori", "arith.xori", "arith.xori", ""},
    {ScalarFn::Negate, "arith.negf", "", "", "", "tosa.negate"},
    {ScalarFn::Abs, "math.absf", "math.absi", "", "", "tosa.abs"},
    {ScalarFn::Exp, "math.exp", "", "", "", "tosa.exp"},
    {ScalarFn::Log, "math.log", "", "", "", "tosa.log"},
    {ScalarFn::Tanh, "math.tanh", "", "", "", "tosa.tanh"},
    {ScalarFn::Sine, "math.sin", "", "", "", ""},
    {ScalarFn::Cosine, "math.cos", "", "", "", ""},
    {ScalarFn::Logistic, "", "", "", "", "tosa.sigmoid"},
    {ScalarFn::Sqrt, "math.sqrt", "", "", "", ""},
}};

class MeshExporter {
 public:
  MeshExporter(const core::Program& p, const std::map<ValueId, MeshShards>& annotations)
      : p_(p), f_(p.main), annotations_(annotations) {}

  std::string print() {
    const std::set<ValueId> wanted = what_is_read();
    for (const core::Stmt& s : f_.body.stmts)
      if (s.results.empty() || wanted.count(s.results[0]) || core::operands(s.expr).size() > 0) statement(s);
    std::string returned, types;
    for (ValueId x : f_.body.results) {
      returned += (returned.empty() ? "" : ", ") + read(x);
      types += (types.empty() ? "" : ", ") + type(f_.type(x));
    }
    std::string params, first;
    for (ValueId x : f_.params) {
      if (!read_.count(x)) continue;
      params += (params.empty() ? "" : ", ") + name(x) + ": " + type(f_.type(x));
      first += annotation(x);
    }
    for (ValueId x : outs_) {
      params += (params.empty() ? "" : ", ") + out_name(x) + ": " + type(f_.type(x));
      if (const auto it = annotations_.find(x); it != annotations_.end() && it->second.into)
        first += shard(out(x), out_name(x), *it->second.into, " annotate_for_users", f_.type(x));
    }
    std::string mesh;
    for (const auto& [a, n] : p_.mesh.axes()) mesh += (mesh.empty() ? "" : "x") + std::to_string(n);
    if (mesh.empty()) throw Unsupported("a mesh without axes", f_.location);
    return "mesh.mesh @m(shape = " + mesh + ")\nfunc.func @" + f_.name + "(" + params + ") -> (" + types +
           ") {\n" + first + body_ + "  return " + returned + " : " + types + "\n}\n";
  }

 private:
  // ---- names and types

  static std::string name(ValueId x) { return "%v" + std::to_string(x); }
  static std::string out_name(ValueId x) { return "%o" + std::to_string(x); }
  /// What the op of a result accumulates into, as annotated.
  std::string out(ValueId x) const {
    const auto it = annotations_.find(x);
    return out_name(x) + (it != annotations_.end() && it->second.into ? "_read" : "");
  }
  /// The value as annotated last.
  std::string read(ValueId x) {
    read_.insert(x);
    const auto it = annotations_.find(x);
    if (it == annotations_.end()) return name(x);
    const MeshShards& a = it->second;
    return name(x) + (a.again ? "_again" : a.read ? "_read" : a.made ? "_made" : "");
  }
  static std::string element(ElementType e) {
    if (is_complex(e) || (is_float(e) && e != ElementType::F16 && e != ElementType::BF16 &&
                          e != ElementType::F32 && e != ElementType::F64))
      throw Unsupported("elements of " + std::string(partir::name(e)), {});
    const std::string text(partir::name(e));
    return text[0] == 'u' ? text.substr(1) : text;  // signless: the ops know the sign
  }
  static std::string type(const TensorType& t) {
    std::string s = "tensor<";
    for (int64_t n : t.shape) s += std::to_string(n) + "x";
    return s + element(t.element) + ">";
  }

  std::string sharding(const DistType& d) const {
    const auto axes = [&](const AxisList& list) {
      std::string s;
      for (const Axis& a : list) s += (s.empty() ? "" : ", ") + std::to_string(p_.mesh.index(a));
      return "[" + s + "]";
    };
    std::string s;
    for (const AxisList& list : d.dims) s += (s.empty() ? "" : ", ") + axes(list);
    s = "<@m, [" + (s.empty() ? "[]" : s) + "]";
    if (!d.partial.empty()) {
      constexpr std::string_view kinds[] = {"sum", "product", "max", "min", "bitwise_and", "bitwise_or"};
      s += ", partial = " + std::string(kinds[static_cast<size_t>(d.monoid)]) + axes(d.partial);
    }
    return s + ">";
  }
  std::string shard(const std::string& to, const std::string& from, const DistType& d, const char* words,
                    const TensorType& t) const {
    return "  " + to + " = mesh.shard " + from + " to " + sharding(d) + words + " : " + type(t) + "\n";
  }
  std::string annotation(ValueId x) const {
    const auto it = annotations_.find(x);
    if (it == annotations_.end()) return "";
    std::string s, from = name(x);
    const auto annotate = [&](const std::optional<DistType>& d, const char* suffix, const char* words) {
      if (!d) return;
      s += shard(name(x) + suffix, from, *d, words, f_.type(x));
      from = name(x) + suffix;
    };
    annotate(it->second.made, "_made", "");
    annotate(it->second.read, "_read", " annotate_for_users");
    annotate(it->second.again, "_again", "");
    return s;
  }

  // ---- ops

  static std::optional<Comprehension> comprehension(const core::Function& f, const OpExpr& e) {
    Types types;
    for (ValueId y : e.operands) types.push_back(f.type(y));
    return e.op.comprehension(types);
  }
  /// Results, and what bodies read: not the initial values of reductions.
  std::set<ValueId> what_is_read() const {
    std::set<ValueId> all(f_.body.results.begin(), f_.body.results.end());
    for (const core::Stmt& s : f_.body.stmts) {
      const auto* op = std::get_if<OpExpr>(&s.expr);
      const std::optional<Comprehension> c = op ? comprehension(f_, *op) : std::nullopt;
      if (!c) continue;
      for (const Node& n : c->body)
        if (const auto* r = std::get_if<ReadNode>(&n.expr))
          all.insert(op->operands[static_cast<size_t>(r->operand)]);
    }
    return all;
  }

  void statement(const core::Stmt& s) {
    const auto* op = std::get_if<OpExpr>(&s.expr);
    if (!op || s.results.size() != 1)
      throw Unsupported(op ? std::string(op->op.name()) : "a loop", s.location);
    const ValueId x = s.results[0];
    const std::optional<Comprehension> c = comprehension(f_, *op);
    if (!c) throw Unsupported(std::string(op->op.name()) + ", which is no comprehension", s.location);
    try {
      std::string text = constant(*c);
      if (text.empty()) text = tosa(*c, op->operands);
      if (text.empty()) text = linalg(*c, op->operands, x);
      body_ += "  " + name(x) + " = " + text + "\n" + annotation(x);
    } catch (Unsupported& e) {
      e.locate(s.location);
      throw;
    }
  }

  /// `dense<..>` of a comprehension that is one constant.
  static std::string constant(const Comprehension& c) {
    const auto* node = c.body.size() == 1 ? std::get_if<LiteralNode>(&c.body[0].expr) : nullptr;
    if (!node || c.reducer) return "";
    const Literal& l = *node->literal;
    const ElementType e = l.type.element;
    const std::string text_type = type(c.result);
    std::string text;
    if (l.splat && is_bool(e)) {
      text = l.bits(0) != 0 ? "true" : "false";
    } else if (l.splat || l.type.elements() <= 1) {
      if (is_bool(e) || bit_width(e) < 8)
        throw Unsupported("a constant of " + std::string(partir::name(e)), {});
      text = "0x" + hex(static_cast<uint64_t>(l.bits(0)), byte_width(e));
    } else {
      if (is_bool(e) || bit_width(e) < 8)
        throw Unsupported("a constant of " + std::string(partir::name(e)), {});
      text = "\"0x";
      for (const auto byte : l.data) text += hex(static_cast<unsigned char>(byte), 1);
      text += "\"";
    }
    return "arith.constant dense<" + text + "> : " + text_type;
  }
  static std::string hex(uint64_t bits, int64_t bytes) {
    std::string s;
    for (int64_t digit = 2 * bytes - 1; digit >= 0; --digit)
      s += "0123456789ABCDEF"[bits >> (4 * digit) & 15];
    return s;
  }

  static const ScalarOp* known(ScalarFn fn) {
    for (const ScalarOp& s : scalar_ops)
      if (s.fn == fn) return &s;
    return nullptr;
  }

  /// One scalar function of whole operands of one type that tosa has.
  std::string tosa(const Comprehension& c, const std::vector<ValueId>& operands) {
    const ElementType e = c.result.element;
    if (c.reducer || (e != ElementType::F32 && e != ElementType::I32)) return "";
    const auto* apply = std::get_if<ApplyNode>(&c.body.back().expr);
    if (!apply || apply->args.size() + 1 != c.body.size()) return "";
    const ScalarOp* s = known(apply->fn);
    if (!s || s->tosa.empty()) return "";
    std::string values, types;
    for (size_t i = 0; i < apply->args.size(); ++i) {
      const auto* r = std::get_if<ReadNode>(&c.body[static_cast<size_t>(apply->args[i])].expr);
      if (!r || r->index != identity_index(c.result.rank())) return "";
      const ValueId x = operands[static_cast<size_t>(r->operand)];
      if (!(f_.type(x) == c.result)) return "";
      values += (i ? ", " : "") + read(x);
      types += (i ? ", " : "") + type(c.result);
    }
    const std::string shift = apply->fn == ScalarFn::Multiply ? " {shift = 0 : i8}" : "";
    return std::string(s->tosa) + " " + values + shift + " : (" + types + ") -> " + type(c.result);
  }

  static std::string map(const std::vector<IndexExpr>& index) {
    std::string s;
    for (const IndexExpr& i : index) {
      if (!i.is_variable()) throw Unsupported("an index that is not one variable", {});
      s += (s.empty() ? "d" : ", d") + std::to_string(i.terms[0].variable);
    }
    return "(" + s + ")";
  }
  static std::string scalar(ScalarFn fn, ElementType e, const std::vector<std::string>& args) {
    const ScalarOp* s = known(fn);
    const std::string_view op = !s                          ? ""
                                : is_float(e)               ? s->of_floats
                                : is_bool(e)                ? s->of_bools
                                : partir::name(e)[0] == 'u' ? s->of_unsigned
                                                            : s->of_integers;
    if (op.empty())
      throw Unsupported(std::string(partir::name(fn)) + " of " + std::string(partir::name(e)), {});
    std::string text(op);
    for (size_t i = 0; i < args.size(); ++i) text += (i ? ", " : " ") + args[i];
    return text + " : " + element(e);
  }

  std::string linalg(const Comprehension& c, const std::vector<ValueId>& operands, ValueId x) {
    const auto rank = static_cast<size_t>(c.result.rank()), all = rank + c.reduction.size();
    std::vector<std::string> reads, maps, types, block_args, values(c.body.size());
    std::string text;
    const auto line = [&](size_t node, const std::string& op) {
      values[node] = "%s" + std::to_string(node);
      text += "    " + values[node] + " = " + op + "\n";
    };
    for (size_t i = 0; i < c.body.size(); ++i) {
      const ElementType e = c.body[i].element;
      if (const auto* r = std::get_if<ReadNode>(&c.body[i].expr)) {
        maps.push_back(map(r->index));
        const ValueId y = operands[static_cast<size_t>(r->operand)];
        reads.push_back(read(y));
        types.push_back(type(f_.type(y)));
        values[i] = "%s" + std::to_string(i);
        block_args.push_back(values[i] + ": " + element(e));
      } else if (const auto* k = std::get_if<IndexNode>(&c.body[i].expr); k && k->value.is_variable()) {
        const std::string n = std::to_string(i), bits = is_signless(e) ? element(e) : "i64";
        text += "    %d" + n + " = linalg.index " + std::to_string(k->value.terms[0].variable) + " : index\n";
        line(i, "arith.index_cast %d" + n + " : index to " + bits);
        if (!is_float(e) && !is_signless(e))
          throw Unsupported("an index as " + std::string(partir::name(e)), {});
        if (is_float(e)) {
          text += "    %f" + n + " = arith.sitofp " + values[i] + " : i64 to " + element(e) + "\n";
          values[i] = "%f" + n;
        }
      } else if (const auto* a = std::get_if<ApplyNode>(&c.body[i].expr)) {
        std::vector<std::string> args;
        for (int arg : a->args) {
          if (c.body[static_cast<size_t>(arg)].element != e)
            throw Unsupported(std::string(partir::name(a->fn)) + " to another type", {});
          args.push_back(values[static_cast<size_t>(arg)]);
        }
        line(i, scalar(a->fn, e, args));
      } else {
        throw Unsupported("a comprehension that guards or looks up", {});
      }
    }
    const ElementType e = c.result.element;
    outs_.push_back(x);
    if (c.reducer == Monoid::Add && reads.size() == 2 && c.reduction.size() == 1 && c.body.size() == 3) {
      const std::string named = maps[0] == "(d0, d2)" && maps[1] == "(d2, d1)" && rank == 2 ? "linalg.matmul"
                                : maps[0] == "(d0, d1, d3)" && maps[1] == "(d0, d3, d2)" && rank == 3
                                    ? "linalg.batch_matmul"
                                    : "";
      if (named == "linalg.batch_matmul" && e == ElementType::F32) {
        outs_.pop_back();
        return "tosa.matmul " + reads[0] + ", " + reads[1] + " : (" + types[0] + ", " + types[1] + ") -> " +
               type(c.result);
      }
      if (!named.empty() && !is_bool(e))
        return named + " ins(" + reads[0] + ", " + reads[1] + " : " + types[0] + ", " + types[1] + ") outs(" +
               out(x) + " : " + type(c.result) + ") -> " + type(c.result);
    }
    std::string dims, iterators;
    for (size_t d = 0; d < all; ++d) {
      dims += (d ? ", d" : "d") + std::to_string(d);
      iterators += std::string(d ? ", " : "") + (d < rank ? "\"parallel\"" : "\"reduction\"");
    }
    maps.push_back(map(identity_index(c.result.rank())));
    std::string affine;
    for (const std::string& m : maps)
      affine += (affine.empty() ? "" : ", ") + ("affine_map<(" + dims + ") -> " + m + ">");
    std::string ins, in_types, arguments;
    for (size_t i = 0; i < reads.size(); ++i) {
      ins += (i ? ", " : "") + reads[i];
      in_types += (i ? ", " : "") + types[i];
      arguments += block_args[i] + ", ";
    }
    std::string result = values.back();
    if (c.reducer) {
      text += "    %acc = " + scalar(scalar_fn(*c.reducer), e, {result, "%old"}) + "\n";
      result = "%acc";
    }
    return "linalg.generic {indexing_maps = [" + affine + "], iterator_types = [" + iterators + "]}" +
           (reads.empty() ? "" : " ins(" + ins + " : " + in_types + ")") + " outs(" + out(x) + " : " +
           type(c.result) + ") {\n" + "  ^bb0(" + arguments + "%old: " + element(e) + "):\n" + text +
           "    linalg.yield " + result + " : " + element(e) + "\n  } -> " + type(c.result);
  }

  const core::Program& p_;
  const core::Function& f_;
  const std::map<ValueId, MeshShards>& annotations_;
  std::string body_;
  std::set<ValueId> read_;
  std::vector<ValueId> outs_;
};

}  // namespace

std::string print_mesh(const core::Program& program, const std::map<ValueId, MeshShards>& annotations) {
  return MeshExporter(program, annotations).print();
}

}  // namespace partir
