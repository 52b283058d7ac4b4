#include "mlir_bridge/golden_lowerings.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>

namespace partir {

namespace {

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.front()))) s.remove_prefix(1);
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.back()))) s.remove_suffix(1);
  return s;
}
bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '#' || c == '.'; }

/// `%name` from a place on, without what follows; empty where there is none.
std::string value_at(std::string_view s, size_t at) {
  size_t end = at + 1;
  while (end < s.size() && is_name(s[end])) ++end;
  return std::string(s.substr(at, end - at));
}
/// The `%names` of a text, in order.
std::vector<std::string> values_in(std::string_view s) {
  std::vector<std::string> found;
  for (size_t at = s.find('%'); at != s.npos; at = s.find('%', at + 1)) found.push_back(value_at(s, at));
  return found;
}
/// The text in angle brackets that begins at `at`, with them; `->` closes nothing.
std::string_view bracketed(std::string_view s, size_t at) {
  int depth = 0;
  for (size_t i = at; i < s.size(); ++i) {
    depth += s[i] == '<';
    depth -= s[i] == '>' && s[i - 1] != '-';
    if (depth == 0) return s.substr(at, i - at + 1);
  }
  return {};
}

/// One function of a test.
struct Function {
  unsigned line = 0;
  std::string signature;            ///< from `func.func` to the brace that opens the body
  std::string body;
  std::vector<std::string> checks;  ///< in the body; what CHECK-SAME continues is joined
  std::string label_checks;         ///< what CHECK-SAME says of the signature
};

/// What remains of a line after `// CHECK:`, `// CHECK-NEXT:`, ..; nothing for other lines.
std::optional<std::string> check_in(std::string_view line, std::string_view kind) {
  line = trimmed(line);
  if (!line.starts_with("//")) return std::nullopt;
  line = trimmed(line.substr(2));
  if (!line.starts_with(kind)) return std::nullopt;
  return std::string(trimmed(line.substr(kind.size())));
}

/// The meshes of a piece of a test, and its functions.
struct Piece {
  std::string meshes;
  std::vector<Function> functions;
};

std::vector<Piece> pieces_of(const std::string& text) {
  std::vector<Piece> pieces(1);
  Function f;
  enum { Outside, Signature, Body } state = Outside;
  unsigned line = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view s(text.data() + at, end - at), t = trimmed(s);
    at = end + 1;
    ++line;
    if (const auto same = check_in(s, "CHECK-SAME:")) {
      if (state == Body && !f.checks.empty()) f.checks.back() += " " + *same;
      else f.label_checks += *same + " ";
      continue;
    }
    for (const char* kind : {"CHECK-NEXT:", "CHECK:"})
      if (const auto check = check_in(s, kind); check && state == Body) f.checks.push_back(*check);
    if (t.starts_with("// -----")) pieces.emplace_back();
    if (check_in(s, "CHECK-LABEL:")) f = {};
    if (t.starts_with("//")) continue;
    if (state == Outside && t.starts_with("sdy.mesh")) pieces.back().meshes.append(s).append("\n");
    if (state == Outside && t.starts_with("func.func")) state = Signature, f.line = line;
    if (state == Signature) {
      f.signature.append(s).append("\n");
      if (t.ends_with("{")) state = Body;
    } else if (state == Body && s.starts_with("}")) {
      pieces.back().functions.push_back(std::move(f));
      f = {};
      state = Outside;
    } else if (state == Body) {
      f.body.append(s).append("\n");
    }
  }
  return pieces;
}

/// Makes a program of the checks of a function.
class Lowered {
 public:
  Lowered(const Function& f, const std::string& signature) : f_(f), signature_(signature) {}

  /// The program, or the reason why there is none in `why_not`.
  std::string operator()(const std::string& meshes, std::string& why_not) {
    read_parameters();
    for (const std::string& check : f_.checks)
      if (!statement(check)) {
        why_not = why_not_;
        return {};
      }
    if (f_.checks.empty() || (returned_.empty() && last_.empty())) {
      why_not = "no op is checked";
      return {};
    }
    if (returned_.empty()) returned_ = {last_};
    finish();
    std::string results;
    for (const std::string& x : returned_) results += (results.empty() ? "" : ", ") + x;
    for (size_t i = 0; i < returned_.size(); ++i) results += (i ? ", " : " : ") + types_[returned_[i]];
    return meshes + signature_ + body_ + "  return " + results + "\n}\n";
  }

 private:
  /// Names and types of the parameters, and what checks call them.
  void read_parameters() {
    std::vector<std::string> names;
    const std::string_view s = signature_;
    for (size_t at = s.find('%'); at != s.npos; at = s.find('%', at + 1)) {
      names.push_back(value_at(s, at));
      if (const size_t type = s.find("tensor<", at); type != s.npos)
        types_[names.back()] = "tensor" + std::string(bracketed(s, type + 6));
    }
    size_t i = 0;
    for (size_t at = f_.label_checks.find("%[["); at != std::string::npos; at = f_.label_checks.find("%[[", at + 1)) {
      const size_t end = f_.label_checks.find_first_of(":]", at);
      if (end == std::string::npos || i == names.size()) break;
      captures_[f_.label_checks.substr(at + 3, end - at - 3)] = names[i++];
    }
  }

  /// A checked line with captures as values; those on the left of `=` are new.
  std::string with_values(const std::string& check) {
    std::string out;
    for (size_t at = 0; at < check.size();) {
      if (check.compare(at, 3, "%[[") != 0) {
        out += check[at++];
        continue;
      }
      const size_t end = check.find("]]", at), colon = check.find(':', at);
      const std::string name = check.substr(at + 3, std::min(end, colon) - at - 3);
      if (colon < end) captures_[name] = "%v" + std::to_string(next_++);
      out += captures_[name];
      at = end + 2;
    }
    return out;
  }

  bool fails(const std::string& why) {
    why_not_ = why;
    return false;
  }
  bool statement(const std::string& check) {
    // operands before the result, which may have the name of one of them
    const size_t equals = check.find(" = ");
    const bool names_result = equals != std::string::npos && check.starts_with("%");
    std::string right = with_values(names_result ? check.substr(equals + 3) : check);
    if (right.starts_with("return")) {
      returned_.clear();
      for (const std::string& x : values_in(right.substr(0, right.find(" : ")))) returned_.push_back(x);
      for (const std::string& x : returned_)
        if (!types_.contains(x)) return fails("a value is returned that no check defines: " + x);
      return true;
    }
    const std::string left = names_result ? with_values(check.substr(0, equals)) : "%v" + std::to_string(next_++);
    if (left.find(':') != std::string::npos) return fails("an op with several results: " + check);
    const std::vector<std::string> operands = values_in(right);
    if (right.find("{{") != std::string::npos) return fails("a pattern: " + check);
    for (const std::string& x : operands)
      if (!types_.contains(x)) return fails("a value is used that no check defines: " + x);
    if (right.starts_with("sdy.") && !right.starts_with("sdy.constant")) {
      if (operands.size() != 1) return fails("not one operand: " + check);
      // a check may be about a beginning of the line
      const size_t sharding = right.find("out_sharding=<");
      if (sharding != std::string::npos && bracketed(right, sharding + 13).empty()) right += ">";
      if (right.find(" : tensor<") == std::string::npos) right += " : " + types_[operands[0]];
      types_[left] = types_[operands[0]];
    } else {
      const size_t type = right.rfind("tensor<");
      if (type == std::string::npos) return fails("an op without types: " + check);
      types_[left] = "tensor" + std::string(bracketed(right, type + 6));
    }
    body_ += "  " + left + " = " + right + "\n";
    last_ = left;
    return true;
  }

  /// States the sharding that the function's reshard asks for; on another mesh than the parameter's, gathers.
  void finish() {
    const std::string_view body = f_.body;
    const size_t reshard = body.rfind("sdy.reshard");
    const size_t arrow = signature_.rfind("->");
    if (reshard == body.npos || arrow == std::string::npos || returned_.size() != 1) return;
    const size_t returns = body.rfind("return");
    const std::string from = returns == body.npos ? "" : value_at(body, body.find('%', returns));
    const size_t line = body.rfind('\n', reshard) == body.npos ? 0 : body.rfind('\n', reshard) + 1;
    if (value_at(body, body.find('%', line)) != from) return;
    std::string asked(bracketed(body, body.find('<', reshard)));
    const auto mesh_of = [](std::string_view s) { return std::string(s.substr(0, s.find(','))); };
    const size_t given = signature_.find("#sdy.sharding<");
    const std::string& type = types_[returned_[0]];
    if (given != std::string::npos && given < arrow && mesh_of(signature_.substr(given + 13)) != mesh_of(asked)) {
      const auto dims = std::count(type.begin(), type.end(), 'x');
      asked = mesh_of(asked) + ", [";
      for (int64_t d = 0; d < dims; ++d) asked += d ? ", {}" : "{}";
      asked += "]>";
      body_ += "  %whole = sdy.reshard " + returned_[0] + " " + asked + " : " + type + "\n";
      types_["%whole"] = type;
      returned_ = {"%whole"};
    } else if (signature_.find("sdy.sharding", arrow) != std::string::npos) {
      return;
    }
    signature_ = signature_.substr(0, arrow) + "-> (" + types_[returned_[0]] + " {sdy.sharding = #sdy.sharding" +
                 asked + "}) {\n";
  }

  const Function& f_;
  std::string signature_, body_, last_, why_not_;
  std::vector<std::string> returned_;
  std::map<std::string, std::string> captures_, types_;
  int64_t next_ = 0;
};

}  // namespace

std::vector<GoldenLowering> golden_lowerings(const std::string& text, const std::string& file) {
  std::vector<GoldenLowering> found;
  for (const Piece& piece : pieces_of(text))
    for (const Function& f : piece.functions) {
      GoldenLowering g;
      const size_t at = f.signature.find('@'), open = f.signature.find('(', at);
      if (at == std::string::npos || open == std::string::npos) continue;
      g.function = f.signature.substr(at + 1, open - at - 1);
      g.location = {file, f.line, 1, {}};
      const std::string signature = "func.func @main" + f.signature.substr(open);
      g.before = piece.meshes + signature + f.body + "}\n";
      g.lowered = Lowered(f, signature)(piece.meshes, g.why_not);
      found.push_back(std::move(g));
    }
  return found;
}

}  // namespace partir
