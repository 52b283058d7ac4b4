// Strategies by name: tactics that find out from the program what to tile, a few lines each over the schedule API.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "partition/schedule.h"

namespace partir {

namespace detail {

/// Collects the directives of one strategy on a program.
class StrategyBuilder {
 public:
  StrategyBuilder(const State& state, const Strategy& s) : state_(state), s_(s) {}

  /// The option `key`, globs over arguments, or what it is by default. BadInput where one that is given matches none.
  std::string option(const std::string& key, const std::string& otherwise) const {
    return option(key, otherwise, "argument", [&](const std::string& glob) { return !arguments(glob).empty(); });
  }
  /// The same over values inside.
  std::string value_option(const std::string& key, const std::string& otherwise) const {
    return option(key, otherwise, "value", [&](const std::string& glob) { return has_value(glob); });
  }
  /// Positions of the arguments that match one of the globs in `patterns`, which `|` separates.
  std::vector<size_t> arguments(const std::string& patterns) const {
    const core::Function& f = state_.function();
    std::vector<size_t> found;
    for (size_t i = 0; i < f.params.size(); ++i)
      if (matches(patterns, i)) found.push_back(i);
    return found;
  }
  bool matches(const std::string& patterns, size_t argument) const {
    const core::Function& f = state_.function();
    const std::vector<std::string> all = globs(patterns);
    return std::any_of(all.begin(), all.end(), [&](const std::string& glob) {
      return named(f, f.params[argument], at(f.param_attributes, argument), "jax.arg_info", glob);
    });
  }
  /// The globs of `patterns`, without empty ones.
  static std::vector<std::string> globs(const std::string& patterns) {
    std::vector<std::string> all;
    for (size_t from = 0; from <= patterns.size();) {
      const size_t to = std::min(patterns.find('|', from), patterns.size());
      if (to > from) all.push_back(patterns.substr(from, to - from));
      from = to + 1;
    }
    return all;
  }
  /// Whether a value inside has a name like that.
  bool has_value(const std::string& pattern) const {
    const core::Function& f = state_.function();
    for (const core::Stmt& stmt : f.body.stmts)
      for (ValueId x : stmt.results)
        if (named(f, x, nullptr, "", pattern)) return true;
    return false;
  }
  const Shape& shape(size_t argument) const { return state_.function().type(value(argument)).shape; }
  int64_t rank(size_t argument) const { return static_cast<int64_t>(shape(argument).size()); }
  size_t arguments() const { return state_.function().params.size(); }

  /// Tiles an argument, or holds it replicated. Negative dimensions count from the last.
  void input(size_t argument, std::optional<int64_t> dim) {
    if (dim && *dim < 0) *dim += rank(argument);
    add(Directive::Target::Input, "%arg" + std::to_string(argument), dim);
  }
  void value(const std::string& pattern, std::optional<int64_t> dim) { add(Directive::Target::Value, pattern, dim); }
  /// The same of values inside, of each of `patterns`, all of which must be there.
  void values(const std::string& patterns, std::optional<int64_t> dim) {
    for (const std::string& name : globs(patterns)) {
      if (!has_value(name)) missing("value " + name);
      value(name, dim);
    }
  }

  /// As `first_tileable`, by the position of an argument.
  std::optional<int64_t> divisible_dim(size_t argument) const { return first_tileable(state_, value(argument), s_.axis); }
  [[noreturn]] void missing(const std::string& what) const {
    throw BadInput("strategy " + s_.name + " finds no " + what + " in this program", s_.location);
  }
  std::vector<Directive> take() { return std::move(directives_); }

 private:
  std::string option(const std::string& key, const std::string& otherwise, const std::string& what,
                     const std::function<bool(const std::string&)>& matches_some) const {
    const auto found = s_.options.find(key);
    if (found == s_.options.end()) return otherwise;
    const auto at = s_.option_locations.find(key);
    for (const std::string& glob : globs(found->second))
      if (!matches_some(glob))
        throw BadInput("strategy " + s_.name + ", option " + shown(key) + ": no " + what + " is named " + shown(glob),
                       at == s_.option_locations.end() ? s_.location : at->second);
    return found->second;
  }
  ValueId value(size_t argument) const { return state_.function().params[argument]; }
  void add(Directive::Target target, std::string pattern, std::optional<int64_t> dim) {
    directives_.push_back({target, std::move(pattern), s_.axis, dim, s_.location});
  }
  const State& state_;
  const Strategy& s_;
  std::vector<Directive> directives_;
};

inline const char default_params[] = "params.*";
inline const char default_state[] = "opt.*";

/// BP: the first dimension of everything that is neither parameter nor optimizer state.
inline void batch_parallel(StrategyBuilder& b) {
  const std::string inputs = b.option("inputs", "*"),
                    rest = b.option("params", default_params) + "|" + b.option("state", default_state);
  bool any = false;
  for (size_t i : b.arguments(inputs))
    if (!b.matches(rest, i) && b.rank(i) > 0) b.input(i, 0), any = true;
  if (!any) b.missing("argument " + inputs + " that is no parameter");
}
/// MP, Megatron's: heads of the fused projection, columns of each first matrix of a pair; what follows is sharded
/// by propagation, with one sum where the pair joins.
inline void model_parallel(StrategyBuilder& b) {
  const std::string heads = b.option("heads", "params.*qkv|params.*.q"),
                    columns = b.option("columns", "params.*mlp_in|params.*conv_in");
  const std::vector<size_t> h = b.arguments(heads), c = b.arguments(columns);
  for (size_t i : h) b.input(i, -2);
  for (size_t i : c) b.input(i, -1);
  if (h.empty() && c.empty()) b.missing("argument " + heads + " or " + columns);
}
/// Z2 and Z3: optimizer state of rank 2 or more on the first divisible dimension; the parameters themselves held
/// replicated (Z2) or sharded alike (Z3). What the axis acts on already, as MP over the same axis does, is passed over.
inline void zero(StrategyBuilder& b, bool shard_params) {
  const std::string params = b.option("params", default_params), state = b.option("state", default_state);
  bool any = false;
  for (size_t i : b.arguments(state))
    if (b.rank(i) >= 2)
      if (const auto d = b.divisible_dim(i)) b.input(i, d), any = true;
  for (size_t i : b.arguments(params))
    if (b.rank(i) >= 2)
      if (const auto d = b.divisible_dim(i)) b.input(i, shard_params ? d : std::nullopt), any |= shard_params;
  if (!any) b.missing((shard_params ? "parameter " + params + " or " : "") + "optimizer state " + state +
                      " of rank 2 that the axis divides");
}
/// EMB: the embedding by its columns, the model's width.
inline void embedding_dimension(StrategyBuilder& b) {
  const std::string pattern = b.option("embedding", "params.*embedding*");
  const std::vector<size_t> found = b.arguments(pattern);
  if (found.empty()) b.missing("argument " + pattern);
  for (size_t i : found) b.input(i, -1);
}
/// ES: the edges of a graph, and which nodes they join.
inline void edge_sharding(StrategyBuilder& b) {
  const std::string pattern = b.option("edges", "edges*|senders*|receivers*");
  const std::vector<size_t> found = b.arguments(pattern);
  if (found.empty()) b.missing("argument " + pattern);
  for (size_t i : found) b.input(i, 0);
}

/// MQ: attention over a key-value cache without heads, by the batch. What goes into the attention is held whole. The
/// values `heads` are by heads, which is their second dimension, the values `batch` by the batch: the projections
/// around the cache are model parallel, and all_to_all goes from one to the other and back. Between a value of the one
/// and of the other there is an op that neither names: it takes a side in the first round of propagation, where
/// it would be offered one and demanded the other. Without `heads` (an empty pattern) what comes out, `after`, is
/// held whole instead.
inline void multi_query(StrategyBuilder& b) {
  const std::string pattern = b.option("cache", "cache.*");
  const std::vector<size_t> found = b.arguments(pattern);
  if (found.empty()) b.missing("argument " + pattern);
  for (size_t i : found) b.input(i, 0);
  b.values(b.value_option("before", "*.normed"), std::nullopt);
  const std::string heads = b.value_option("heads", "*.query|*.merged");
  b.values(heads, 1);
  if (heads.empty()) b.values(b.value_option("after", "*.mixed"), std::nullopt);
  else b.values(b.value_option("batch", "*.scores|*.weights"), 0);
}
/// SP: what model parallelism leaves whole, by the sequence: the values between its pairs of matrices.
inline void sequence_parallel(StrategyBuilder& b) {
  bool any = false;
  for (const std::string& name : {b.value_option("first", "embedded"), b.value_option("attended", "layer*.attended"),
                                  b.value_option("out", "layer*.out")})
    if (b.has_value(name)) b.value(name, 1), any = true;
  if (!any) b.missing("value between the matrices");
}
/// EP: the first dimension of every expert's parameters, which is the expert; and of the values `exchange`, where tokens
/// that are split over the same axis go to the experts and come back (none by default).
inline void expert_parallel(StrategyBuilder& b) {
  const std::string pattern = b.option("experts", "params.*expert*");
  const std::vector<size_t> found = b.arguments(pattern);
  if (found.empty()) b.missing("argument " + pattern);
  for (size_t i : found) b.input(i, 0);
  b.values(b.value_option("exchange", ""), 0);
}

}  // namespace detail

/// The strategies by name, with the options each takes.
struct NamedStrategy {
  std::string_view name;
  std::vector<std::string_view> options;
  void (*build)(detail::StrategyBuilder&);
};
inline const std::vector<NamedStrategy>& strategies() {
  using namespace detail;
  static const std::vector<NamedStrategy> all = {
      {"BP", {"inputs", "params", "state"}, batch_parallel},
      {"MP", {"heads", "columns"}, model_parallel},
      {"Z2", {"params", "state"}, [](StrategyBuilder& b) { zero(b, false); }},
      {"Z3", {"params", "state"}, [](StrategyBuilder& b) { zero(b, true); }},
      {"EMB", {"embedding"}, embedding_dimension},
      {"ES", {"edges"}, edge_sharding},
      {"MQ", {"cache", "before", "heads", "batch", "after"}, multi_query},
      {"SP", {"first", "attended", "out"}, sequence_parallel},
      {"EP", {"experts", "exchange"}, expert_parallel},
  };
  return all;
}

/// The strategy of that name; BadInput, at `where`, for another name.
inline const NamedStrategy& strategy(const std::string& name, const Location& where) {
  std::string known;
  for (const NamedStrategy& s : strategies()) {
    if (s.name == name) return s;
    known += (known.empty() ? "" : ", ") + std::string(s.name);
  }
  throw BadInput("no strategy is named " + shown(name) + "; known are " + known, where);
}

/// The tactic with its strategy, if it has one, as directives on the program as it stands. BadInput, at the
/// strategy, where the program has nothing that it tiles, the mesh lacks its axis, or it has no such option.
inline Tactic expanded(const State& state, Tactic tactic) {
  if (!tactic.strategy) return tactic;
  const Strategy s = *std::exchange(tactic.strategy, std::nullopt);
  const NamedStrategy& named = strategy(s.name, s.location);
  if (!state.mesh().contains(s.axis))
    throw BadInput("strategy " + s.name + ": axis \"" + s.axis + "\" is not in the mesh " + to_string(state.mesh()),
                   s.location);
  for (const auto& [key, value] : s.options)
    if (std::find(named.options.begin(), named.options.end(), key) == named.options.end())
      throw BadInput("strategy " + s.name + " has no option " + shown(key), s.location);
  detail::StrategyBuilder b(state, s);
  named.build(b);
  for (Directive& d : b.take()) tactic.directives.push_back(std::move(d));
  return tactic;
}

}  // namespace partir
