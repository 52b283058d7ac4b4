#include "tools/located_json.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "semantics/mesh_limit.h"
#include "semantics/shown.h"

namespace partir {
namespace {

/// Turns byte offsets into lines and columns.
class Positions {
 public:
  Positions(const std::string& text, std::string name) : name_(std::move(name)) {
    starts_.push_back(0);
    for (size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') starts_.push_back(i + 1);
  }
  Location at(size_t offset) const {
    auto it = std::upper_bound(starts_.begin(), starts_.end(), offset) - 1;
    return {name_, static_cast<unsigned>(it - starts_.begin() + 1),
            static_cast<unsigned>(offset - *it + 1), ""};
  }

 private:
  std::string name_;
  std::vector<size_t> starts_;
};

/// Offset of the first byte that is not UTF-8 (overlong forms and surrogates are not), or npos.
size_t first_not_utf8(const std::string& text) {
  const auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  for (size_t i = 0; i < text.size();) {
    const unsigned b = byte(i), next = byte(i + 1);
    size_t more = 0;
    unsigned low = 0x80, high = 0xBF;  // of the second byte
    if (b < 0x80) more = 0;
    else if (b >= 0xC2 && b <= 0xDF) more = 1;
    else if (b >= 0xE0 && b <= 0xEF) more = 2;
    else if (b >= 0xF0 && b <= 0xF4) more = 3;
    else return i;
    if (b == 0xE0) low = 0xA0;
    if (b == 0xED) high = 0x9F;
    if (b == 0xF0) low = 0x90;
    if (b == 0xF4) high = 0x8F;
    if (more > 0 && (next < low || next > high)) return i;
    for (size_t k = 2; k <= more; ++k)
      if ((byte(i + k) & 0xC0) != 0x80) return i;
    i += more + 1;
  }
  return std::string::npos;
}

/// Iterates over text and tells how far the parser has come.
struct Cursor {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;
  const char* p;
  size_t* offset;
  reference operator*() const { return *p; }
  Cursor& operator++() {
    ++p;
    ++*offset;
    return *this;
  }
  Cursor operator++(int) {
    Cursor c = *this;
    ++*this;
    return c;
  }
  bool operator==(const Cursor& c) const { return p == c.p; }
  bool operator!=(const Cursor& c) const { return p != c.p; }
};

/// Builds located nodes from nlohmann's SAX events.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(const std::string& text, const Positions& positions, const size_t& offset)
      : text_(text), positions_(positions), offset_(offset) {}
  LocatedJson root;

  bool null() override { return leaf({}, here(4)); }
  bool boolean(bool value) override {
    LocatedJson n = kind(LocatedJson::Kind::Bool);
    n.integer = value;
    return leaf(n, here(value ? 4 : 5));
  }
  bool number_integer(number_integer_t v) override {
    LocatedJson n = kind(LocatedJson::Kind::Integer);
    n.integer = v;
    n.number = static_cast<double>(v);
    return leaf(n, number());
  }
  bool number_unsigned(number_unsigned_t v) override {
    LocatedJson n = kind(LocatedJson::Kind::Integer);
    n.integer = v > INT64_MAX ? INT64_MAX : static_cast<int64_t>(v);
    n.number = static_cast<double>(v);
    return leaf(n, number());
  }
  bool number_float(number_float_t value, const string_t& digits) override {
    // Integers beyond 64 bits come here too; whoever reads one finds it too large, or too small.
    const size_t sign = digits.find_first_not_of("0123456789");
    if (sign == string_t::npos) return number_unsigned(UINT64_MAX);
    if (sign == 0 && digits.find_first_not_of("0123456789", 1) == string_t::npos)
      return number_integer(INT64_MIN);
    LocatedJson n = kind(LocatedJson::Kind::Number);
    n.number = value;
    return leaf(n, number());
  }
  bool string(string_t& s) override {
    LocatedJson n = kind(LocatedJson::Kind::String);
    n.string = s;
    return leaf(n, quote());
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(kind(LocatedJson::Kind::Object)); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(kind(LocatedJson::Kind::Array)); }
  bool end_array() override { return close(); }
  bool key(string_t& k) override {
    key_ = k;
    key_at_ = quote();
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& e) override {
    constexpr int number_overflow = 406;  // "out_of_range.406" in the library's manual
    if (e.id == number_overflow)
      throw BadInput("the number " + shown(last_number(), '`') + " is too large", number());
    const size_t last = position ? position - 1 : 0;
    const bool ended = last >= text_.size();
    std::string what;
    if (std::string_view(e.what()).find("invalid string") != std::string_view::npos)
      what = ended ? "the text ends inside a string"
             : static_cast<unsigned char>(text_[last]) < 0x20
                 ? "a control character inside a string"
                 : "an escape that JSON lacks inside a string";
    else
      what = ended ? "the text ends too early" : "did not expect " + shown(word_up_to(last), '`');
    if (!stack_.empty()) {
      const LocatedJson& inside = stack_.back().node;
      what += std::string(", in the ") + (inside.kind == LocatedJson::Kind::Array ? "list" : "object") +
              " that starts at " + to_string(inside.at);
    }
    throw BadInput("not JSON: " + what, positions_.at(last));
  }

 private:
  static LocatedJson kind(LocatedJson::Kind k) {
    LocatedJson n;
    n.kind = k;
    return n;
  }
  Location here(size_t length) const {
    return positions_.at(offset_ >= length ? offset_ - length : 0);
  }
  /// Where the string that has just been read starts: quotes inside it stand behind a backslash.
  Location quote() const {
    size_t i = offset_ >= 2 ? offset_ - 2 : 0;
    const auto escaped = [&] {
      size_t slashes = 0;
      while (slashes < i && text_[i - 1 - slashes] == '\\') ++slashes;
      return slashes % 2 == 1;
    };
    while (i > 0 && (text_[i] != '"' || escaped())) --i;
    return positions_.at(i);
  }
  /// The number that has just been read; the parser has looked one character on, if there is one.
  std::pair<size_t, size_t> number_range() const {
    const auto digit = [&](size_t i) {
      return std::string_view("0123456789+-.eE").find(text_[i]) != std::string_view::npos;
    };
    size_t end = std::min(offset_, text_.size());
    if (end > 0 && !digit(end - 1)) --end;
    size_t begin = end;
    while (begin > 0 && digit(begin - 1)) --begin;
    return {begin, end};
  }
  Location number() const { return positions_.at(number_range().first); }
  std::string last_number() const {
    const auto [begin, end] = number_range();
    return text_.substr(begin, end - begin);
  }
  /// The character at `last`, with the letters and digits before it.
  std::string word_up_to(size_t last) const {
    size_t begin = last;
    const auto in_word = [&](size_t i) {
      return std::isalnum(static_cast<unsigned char>(text_[i])) != 0 || text_[i] == '.';
    };
    while (begin > 0 && in_word(last) && in_word(begin - 1)) --begin;
    return text_.substr(begin, last + 1 - begin);
  }
  bool leaf(LocatedJson n, Location at) {
    n.at = std::move(at);
    place(std::move(n));
    return true;
  }
  bool open(LocatedJson n) {
    if (stack_.size() > 64) throw BadInput("nested too deeply", here(1));
    n.at = here(1);
    stack_.push_back({std::move(n), key_, key_at_});
    return true;
  }
  bool close() {
    Frame f = std::move(stack_.back());
    stack_.pop_back();
    key_ = f.key;
    key_at_ = f.key_at;
    place(std::move(f.node));
    return true;
  }
  void place(LocatedJson n) {
    if (stack_.empty()) {
      root = std::move(n);
    } else if (stack_.back().node.kind == LocatedJson::Kind::Array) {
      stack_.back().node.items.push_back(std::move(n));
    } else {
      stack_.back().node.members.push_back({key_, std::move(n)});
      stack_.back().node.keys.push_back(key_at_);
    }
  }
  struct Frame {
    LocatedJson node;
    std::string key;
    Location key_at;
  };
  const std::string& text_;
  const Positions& positions_;
  const size_t& offset_;
  std::string key_;
  Location key_at_;
  std::vector<Frame> stack_;
};

}  // namespace

void wrong(const std::string& what, const Location& at) { throw BadInput(what, at); }

const LocatedJson& expect(const LocatedJson& n, LocatedJson::Kind kind, const char* what) {
  if (n.kind != kind) wrong(std::string("expected ") + what, n.at);
  return n;
}

void distinct_keys(const LocatedJson& n) {
  std::set<std::string_view> seen;
  for (size_t i = 0; i < n.members.size(); ++i)
    if (!seen.insert(n.members[i].first).second) wrong("key " + shown(n.members[i].first) + " twice", n.keys[i]);
}

std::vector<const LocatedJson*> members(const LocatedJson& n, const std::vector<std::string>& keys,
                                        const char* what) {
  expect(n, LocatedJson::Kind::Object, what);
  distinct_keys(n);
  std::vector<const LocatedJson*> found(keys.size());
  for (size_t i = 0; i < n.members.size(); ++i) {
    const auto& [key, value] = n.members[i];
    const auto at = std::find(keys.begin(), keys.end(), key);
    if (at == keys.end()) {
      std::string known;
      for (const std::string& k : keys) known += (known.empty() ? "" : ", ") + k;
      wrong("unknown key " + shown(key) + "; known are " + known, n.keys[i]);
    }
    found[static_cast<size_t>(at - keys.begin())] = &value;
  }
  return found;
}

std::vector<const LocatedJson*> needed_members(const LocatedJson& n, const std::vector<std::string>& keys, size_t needed,
                                               const char* what) {
  auto found = members(n, keys, what);
  for (size_t i = 0; i < needed; ++i)
    if (!found[i]) wrong(std::string(what) + " needs the key " + shown(keys[i]), n.at);
  return found;
}

Mesh read_mesh(const LocatedJson& n) {
  expect(n, LocatedJson::Kind::Array, "the mesh as a list of [\"axis\", size]");
  std::vector<std::pair<Axis, int64_t>> axes;
  int64_t devices = 1;
  for (const LocatedJson& pair : n.items) {
    expect(pair, LocatedJson::Kind::Array, "[\"axis\", size]");
    if (pair.items.size() != 2) wrong("expected [\"axis\", size]", pair.at);
    const std::string& name = expect(pair.items[0], LocatedJson::Kind::String, "an axis name").string;
    const int64_t size = expect(pair.items[1], LocatedJson::Kind::Integer, "an integer axis size").integer;
    if (name.empty()) wrong("an axis needs a name", pair.items[0].at);
    for (char c : name)  // reports and programs name axes in their lines
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
        wrong("axis " + shown(name) + " has a control character", pair.items[0].at);
    if (size < 1)
      wrong("axis " + shown(name) + " has size " + std::to_string(size) + ", expected >= 1",
            pair.items[1].at);
    const std::optional<int64_t> more = with_axis(devices, size);
    if (!more) wrong(mesh_too_large, pair.items[1].at);
    devices = *more;
    for (const auto& [other, s] : axes)
      if (other == name) wrong("axis " + shown(name) + " is declared twice", pair.items[0].at);
    axes.push_back({name, size});
  }
  return Mesh(std::move(axes));
}

LocatedJson parse_located_json(const std::string& bytes, const std::string& name, const std::string& noun) {
  const std::string bom = "\xEF\xBB\xBF";  // some editors put it before UTF-8
  const std::string text = bytes.rfind(bom, 0) == 0 ? bytes.substr(bom.size()) : bytes;
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw BadInput("the " + noun + " is empty", {name, 1, 1, ""});
  const Positions positions(text, name);
  if (const size_t i = first_not_utf8(text); i != std::string::npos) {
    char byte[8];
    std::snprintf(byte, sizeof byte, "0x%02X", static_cast<unsigned char>(text[i]));
    throw BadInput(std::string("not UTF-8: byte ") + byte + ", but JSON is UTF-8", positions.at(i));
  }
  size_t offset = 0;
  Builder builder(text, positions, offset);
  Cursor begin{text.data(), &offset};
  size_t ignored = 0;
  Cursor end{text.data() + text.size(), &ignored};
  nlohmann::json::sax_parse(begin, end, &builder);
  return std::move(builder.root);
}

}  // namespace partir
