#include "mlir_bridge/text_guard.h"

#include <algorithm>
#include <cstring>

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace partir::bridge {

namespace {

/// The parser recurses once or more per bracket; no program of the fragment nests nearly as deep.
constexpr int max_nesting = 200;
/// The parser does not recurse on aliases, but printing and walking what they stand for does. Call
/// stacks as locations are chains of them, so there are more.
constexpr int max_alias_nesting = 1000;
/// Characters that one alias may take in from others, and that all uses together may stand for.
constexpr uint64_t max_alias_text = uint64_t{1} << 24;
constexpr uint64_t max_total_text = uint64_t{1} << 28;
/// Characters of one affine map: the parser recurses at most once for every two.
constexpr int64_t max_affine_map = 4000;

bool is_id_char(char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.'; }

/// `#name = value` or `!name = value`, as far as its size goes.
struct Alias {
  int depth = 0;      ///< of brackets, those of the aliases that it mentions included
  uint64_t text = 0;  ///< characters, with every alias written out
  bool is_location = false;
};

/// Reads text once, as tokens; it knows only as much of MLIR's grammar as aliases need.
class Guard {
 public:
  Guard(llvm::StringRef text, bool affine_maps)
      : p_(text.begin()), begin_(text.begin()), end_(text.end()), affine_maps_(affine_maps) {}

  std::optional<Hostile> run() {
    while (p_ != end_ && !found_) token();
    return found_;
  }

 private:
  void token() {
    const char c = *p_;
    switch (c) {
      case ' ': case '\t': case '\n': case '\r': ++p_; return;
      case '\0': return refuse(p_, "a NUL byte: this is not MLIR text");
      case '/':
        if (p_ + 1 != end_ && p_[1] == '/') return comment();
        ++p_;
        break;
      case '"': string(); break;
      case '(': case '[': case '{': case '<': open(); break;
      case ')': case ']': case '}': close(); break;
      case '>':
        if (p_ == begin_ || p_[-1] != '-') close();
        else ++p_;
        break;
      case '#': case '!': symbol(); break;
      case ':': case '-': case '+':
        value_may_end_ = false;
        ++p_;
        break;
      default:
        if (is_id_char(c) || c == '@' || c == '%' || c == '^') word();
        else ++p_;
    }
    before_ = c;
  }

  void refuse(const char* at, const char* what, bool is_unsupported = false) {
    found_ = Hostile{at, what, is_unsupported};
  }

  /// In the body of a dialect's attribute MLIR takes `//` for two characters where it looks for the
  /// body's end, and for a comment where it reads it. Both readings must count the same brackets.
  void comment() {
    const char* start = p_;
    const void* line_end = std::memchr(p_, '\n', end_ - p_);
    p_ = line_end ? static_cast<const char*>(line_end) : end_;
    const llvm::StringRef text(start, p_ - start);
    if (body_from_ >= 0 && text.find_first_of("<>()[]{}\"") != text.npos)
      refuse(start, "a comment with brackets or quotes inside `<..>` of a dialect's attribute");
  }

  /// A string ends at its quote; one that a line break cuts off is the parser's to report.
  void string() {
    start_value();
    for (++p_; p_ != end_ && *p_ != '"' && *p_ != '\n'; ++p_)
      if (*p_ == '\\' && p_ + 1 != end_) ++p_;
    if (p_ != end_) ++p_;
  }

  void open() {
    if (++depth_ > max_nesting) return refuse(p_, "brackets nest deeper than 200 levels");
    if (defining_) defined_.depth = std::max(defined_.depth, depth_ - base_);
    ++p_;
  }

  void close() {
    ++p_;
    if (depth_ == 0) return;
    --depth_;
    if (depth_ <= body_from_) body_from_ = -1;
    if (depth_ <= location_from_) location_from_ = -1;
    if (depth_ <= base_) value_may_end_ = true;
  }

  void word() {
    const char* start = p_++;
    while (p_ != end_ && is_id_char(*p_)) ++p_;
    const llvm::StringRef text(start, p_ - start);
    const bool is_first = defining_ && defined_starts_ == start_value();
    if (text == "affine_set" || (text == "affine_map" && !affine_maps_))
      return refuse(start, "affine maps and sets", true);
    if (text == "affine_map" && is_long_map(p_))
      return refuse(start, "affine maps of more than 4000 characters", true);
    if (text != "loc") return;
    // After a type, a name or a bracket `loc(..)` is where an op comes from; else an attribute.
    if (is_first && defining_ && depth_ == base_) defined_.is_location = true;
    else if (!defining_ && location_from_ < 0 && after_blanks(p_) == '(' &&
             !llvm::StringRef("=[,<({:").contains(before_))
      location_from_ = depth_;
  }

  /// Whether the map that begins here is too long to be parsed; its end is a `>` of no arrow.
  bool is_long_map(const char* at) const {
    const char* const last = end_ - at > max_affine_map ? at + max_affine_map : end_;
    for (; at != last; ++at)
      if (*at == '>' && at[-1] != '-') return false;
    return last != end_;
  }

  /// `#name`, `!name`, `#dialect.name<..>`: a definition, or a use of one.
  void symbol() {
    const char* start = p_++;
    if (p_ != end_ && llvm::isDigit(*p_))
      while (p_ != end_ && llvm::isDigit(*p_)) ++p_;
    else
      while (p_ != end_ && (is_id_char(*p_) || *p_ == '-')) ++p_;
    const llvm::StringRef name(start, p_ - start);
    if (name.size() == 1) return;
    if (after_blanks(p_) == '=') return define(name);
    start_value();
    if (p_ != end_ && *p_ == '<' && body_from_ < 0) body_from_ = depth_;
    use(name);
  }

  void define(llvm::StringRef name) {
    finish_definition();
    defining_ = true;
    name_ = name;
    defined_ = {};
    base_ = depth_;
    value_may_end_ = false;
    defined_starts_ = ++values_;
  }

  void use(llvm::StringRef name) {
    const auto found = aliases_.find(name);
    if (found == aliases_.end()) return;
    const Alias& alias = found->second;
    if (defining_) {
      defined_.depth = std::max(defined_.depth, depth_ - base_ + alias.depth);
      if (defined_.depth > max_alias_nesting)
        return refuse(name.begin(), "aliases of aliases nest deeper than 1000 levels");
    }
    uint64_t& sum = defining_ ? defined_.text : total_;
    // A location is shared, not written out; what uses one as an attribute prints it.
    if (!defining_ && location_from_ >= 0) return;
    sum = std::min(sum + alias.text, 2 * max_total_text);
    if (defining_ ? !defined_.is_location && sum > max_alias_text : sum > max_total_text)
      refuse(name.begin(), "aliases of aliases that stand for too much text");
  }

  /// Something that is a value, or the start of one. A definition is over where another value
  /// follows the one that it has, all brackets closed. Counts the values.
  uint64_t start_value() {
    if (defining_ && depth_ <= base_ && value_may_end_) finish_definition();
    value_may_end_ = true;
    return values_++;
  }

  void finish_definition() {
    if (!defining_) return;
    defining_ = false;
    defined_.text = std::min<uint64_t>(defined_.text + (p_ - name_.begin()), 2 * max_total_text);
    aliases_[name_] = defined_;
  }

  /// The next character that is neither blank nor comment, NUL at the end.
  char after_blanks(const char* at) const {
    while (at != end_) {
      if (*at == '/' && at + 1 != end_ && at[1] == '/') {
        const void* line_end = std::memchr(at, '\n', end_ - at);
        if (!line_end) return '\0';
        at = static_cast<const char*>(line_end);
      } else if (!llvm::isSpace(*at)) {
        return *at;
      }
      ++at;
    }
    return '\0';
  }

  const char *p_, *begin_, *end_;
  bool affine_maps_;
  std::optional<Hostile> found_;
  int depth_ = 0;
  int body_from_ = -1;      ///< depth at which the outermost body of a dialect's attribute opened
  int location_from_ = -1;  ///< depth at which the outermost location of an op opened
  char before_ = '\0';      ///< first character of the token before

  llvm::StringMap<Alias> aliases_;
  uint64_t total_ = 0;
  bool defining_ = false;
  llvm::StringRef name_;
  Alias defined_;
  int base_ = 0;                 ///< depth at which the definition stands
  bool value_may_end_ = false;   ///< no `:` or `->` waits for more
  uint64_t values_ = 0, defined_starts_ = 0;
};

}  // namespace

std::optional<Hostile> find_hostile(llvm::StringRef text, bool affine_maps) {
  return Guard(text, affine_maps).run();
}

}  // namespace partir::bridge
