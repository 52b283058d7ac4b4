#include "tools/schedule_json.h"

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "semantics/mesh_limit.h"
#include "tools/files.h"

namespace partir {
namespace {

/// A JSON value that knows where it stands; nlohmann's own tree forgets.
struct Json {
  enum class Kind { Null, Bool, Integer, Number, String, Array, Object } kind = Kind::Null;
  int64_t integer = 0;
  std::string string;
  std::vector<Json> items;                              // Array
  std::vector<std::pair<std::string, Json>> members;    // Object, in order
  std::vector<Location> keys;                           // of members
  Location at;
};

/// Turns byte offsets into lines and columns.
class Positions {
 public:
  Positions(const std::string& text, std::string name) : text_(text), name_(std::move(name)) {
    starts_.push_back(0);
    for (size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') starts_.push_back(i + 1);
  }
  /// Where the number starts that the parser has just read; it has looked at most one character on.
  Location number_before(size_t offset) const {
    constexpr const char* digits = "0123456789+-.eE";
    size_t i = text_.find_last_of(digits, offset ? offset - 1 : 0);
    i = i == std::string::npos ? 0 : text_.find_last_not_of(digits, i);
    return at(i == std::string::npos ? 0 : i + 1);
  }
  Location at(size_t offset) const {
    auto it = std::upper_bound(starts_.begin(), starts_.end(), offset) - 1;
    return {name_, static_cast<unsigned>(it - starts_.begin() + 1),
            static_cast<unsigned>(offset - *it + 1), ""};
  }

 private:
  const std::string& text_;
  std::string name_;
  std::vector<size_t> starts_;
};

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
  Builder(const Positions& positions, const size_t& offset)
      : positions_(positions), offset_(offset) {}
  Json root;

  bool null() override { return leaf({}, 4); }
  bool boolean(bool b) override { return leaf(kind(Json::Kind::Bool), b ? 4 : 5); }
  bool number_integer(number_integer_t v) override {
    Json n = kind(Json::Kind::Integer);
    n.integer = v;
    return number(n);
  }
  bool number_unsigned(number_unsigned_t v) override {
    Json n = kind(Json::Kind::Integer);
    n.integer = v > INT64_MAX ? INT64_MAX : static_cast<int64_t>(v);
    return number(n);
  }
  bool number_float(number_float_t, const string_t& text) override {
    // Integers beyond 64 bits come here too; whoever reads one finds it too large, or too small.
    const size_t sign = text.find_first_not_of("0123456789");
    if (sign == string_t::npos) return number_unsigned(UINT64_MAX);
    if (sign == 0 && text.find_first_not_of("0123456789", 1) == string_t::npos)
      return number_integer(INT64_MIN);
    return number(kind(Json::Kind::Number));
  }
  bool string(string_t& s) override {
    Json n = kind(Json::Kind::String);
    n.string = s;
    return leaf(n, s.size() + 2);
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(kind(Json::Kind::Object)); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(kind(Json::Kind::Array)); }
  bool end_array() override { return close(); }
  bool key(string_t& k) override {
    key_ = k;
    key_at_ = here(k.size() + 2);
    return true;
  }
  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& e) override {
    std::string what = e.what();
    const size_t colon = what.rfind(": ");
    (void)token;
    throw BadInput("not JSON: " + (colon == std::string::npos ? what : what.substr(colon + 2)),
                   positions_.at(position ? position - 1 : 0));
  }

 private:
  static Json kind(Json::Kind k) {
    Json n;
    n.kind = k;
    return n;
  }
  Location here(size_t length) const {
    return positions_.at(offset_ >= length ? offset_ - length : 0);
  }
  bool number(Json n) {
    n.at = positions_.number_before(offset_);
    place(std::move(n));
    return true;
  }
  bool leaf(Json n, size_t length = 1) {
    n.at = here(length);
    place(std::move(n));
    return true;
  }
  bool open(Json n) {
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
  void place(Json n) {
    if (stack_.empty()) {
      root = std::move(n);
    } else if (stack_.back().node.kind == Json::Kind::Array) {
      stack_.back().node.items.push_back(std::move(n));
    } else {
      stack_.back().node.members.push_back({key_, std::move(n)});
      stack_.back().node.keys.push_back(key_at_);
    }
  }
  struct Frame {
    Json node;
    std::string key;
    Location key_at;
  };
  const Positions& positions_;
  const size_t& offset_;
  std::string key_;
  Location key_at_;
  std::vector<Frame> stack_;
};

[[noreturn]] void wrong(const std::string& what, const Location& at) { throw BadInput(what, at); }

const Json& expect(const Json& n, Json::Kind kind, const char* what) {
  if (n.kind != kind) wrong(std::string("expected ") + what, n.at);
  return n;
}

Mesh read_mesh(const Json& n) {
  expect(n, Json::Kind::Array, "the mesh as a list of [\"axis\", size]");
  std::vector<std::pair<Axis, int64_t>> axes;
  int64_t devices = 1;
  for (const Json& pair : n.items) {
    expect(pair, Json::Kind::Array, "[\"axis\", size]");
    if (pair.items.size() != 2) wrong("expected [\"axis\", size]", pair.at);
    const Axis& name = expect(pair.items[0], Json::Kind::String, "an axis name").string;
    const int64_t size = expect(pair.items[1], Json::Kind::Integer, "an integer axis size").integer;
    if (name.empty()) wrong("an axis needs a name", pair.items[0].at);
    if (size < 1) wrong("axis \"" + name + "\" has size " + std::to_string(size) + ", expected >= 1", pair.items[1].at);
    const std::optional<int64_t> more = with_axis(devices, size);
    if (!more) wrong(mesh_too_large, pair.items[1].at);
    devices = *more;
    for (const auto& [other, s] : axes)
      if (other == name) wrong("axis \"" + name + "\" is declared twice", pair.items[0].at);
    axes.push_back({name, size});
  }
  return Mesh(std::move(axes));
}

void read_directives(const Json& n, Directive::Target target, const Axis& axis, Tactic& tactic) {
  expect(n, Json::Kind::Object, "an object from names to a dimension or \"replicated\"");
  for (size_t i = 0; i < n.members.size(); ++i) {
    const auto& [pattern, value] = n.members[i];
    Directive d{target, pattern, axis, std::nullopt, n.keys[i]};
    if (value.kind == Json::Kind::Integer) d.dim = value.integer;
    else if (value.kind != Json::Kind::String || value.string != "replicated")
      wrong("expected a dimension or \"replicated\" for \"" + pattern + "\"", value.at);
    tactic.directives.push_back(std::move(d));
  }
}

Tactic read_tactic(const Json& n, const Mesh& mesh, size_t index) {
  expect(n, Json::Kind::Object, "a tactic as an object");
  Tactic tactic{"tactic " + std::to_string(index), {}, n.at};
  const Json* axis = nullptr;
  for (size_t i = 0; i < n.members.size(); ++i) {
    const auto& [key, value] = n.members[i];
    for (size_t j = 0; j < i; ++j)
      if (n.members[j].first == key) wrong("key \"" + key + "\" twice", n.keys[i]);
    if (key == "name") tactic.name = expect(value, Json::Kind::String, "a name").string;
    else if (key == "axis") axis = &expect(value, Json::Kind::String, "an axis name");
    else if (key != "inputs" && key != "outputs" && key != "values")
      wrong("unknown key \"" + key + "\" in a tactic; known are name, axis, inputs, outputs, values",
            n.keys[i]);
  }
  if (!axis) wrong("tactic \"" + tactic.name + "\" names no axis", n.at);
  if (!mesh.contains(axis->string))
    wrong("axis \"" + axis->string + "\" is not in the mesh " + to_string(mesh), axis->at);
  for (const auto& [key, value] : n.members) {
    if (key == "inputs") read_directives(value, Directive::Target::Input, axis->string, tactic);
    if (key == "outputs") read_directives(value, Directive::Target::Output, axis->string, tactic);
    if (key == "values") read_directives(value, Directive::Target::Value, axis->string, tactic);
  }
  return tactic;
}

}  // namespace

Schedule parse_schedule(const std::string& text, const std::string& name) {
  // A byte order mark is no column.
  if (text.starts_with("\xef\xbb\xbf")) return parse_schedule(text.substr(3), name);
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw BadInput("the schedule is empty", {name, 1, 1, ""});
  const Positions positions(text, name);
  size_t offset = 0;
  Builder builder(positions, offset);
  Cursor begin{text.data(), &offset};
  size_t ignored = 0;
  Cursor end{text.data() + text.size(), &ignored};
  nlohmann::json::sax_parse(begin, end, &builder);
  const Json& root = expect(builder.root, Json::Kind::Object, "an object with mesh and tactics");
  Schedule schedule;
  const Json *mesh = nullptr, *tactics = nullptr;
  for (size_t i = 0; i < root.members.size(); ++i) {
    const auto& [key, value] = root.members[i];
    if (key == "mesh" && !mesh) mesh = &value;
    else if (key == "tactics" && !tactics) tactics = &value;
    else if (key == "mesh" || key == "tactics") wrong("key \"" + key + "\" twice", root.keys[i]);
    else wrong("unknown key \"" + key + "\"; known are mesh, tactics", root.keys[i]);
  }
  if (!mesh) wrong("the schedule names no mesh", root.at);
  if (!tactics) wrong("the schedule has no tactics", root.at);
  schedule.mesh = read_mesh(*mesh);
  expect(*tactics, Json::Kind::Array, "the tactics as a list");
  if (tactics->items.empty()) wrong("the schedule has no tactics", tactics->at);
  for (const Json& n : tactics->items)
    schedule.tactics.push_back(read_tactic(n, schedule.mesh, schedule.tactics.size() + 1));
  for (size_t i = 0; i < schedule.tactics.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (schedule.tactics[i].name == schedule.tactics[j].name)
        wrong("two tactics are named \"" + schedule.tactics[i].name + "\"",
              schedule.tactics[i].location);
  return schedule;
}

Schedule read_schedule(const std::string& path) { return parse_schedule(read_file(path), path); }

}  // namespace partir
