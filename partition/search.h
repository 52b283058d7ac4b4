// Automatic partitioning: Monte-Carlo tree search over tile and atomic actions, propagation after each, the
// simulator's estimate as the cost (the paper's AutomaticPartition).
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

#include "partition/descent.h"
#include "partition/device.h"
#include "partition/search_actions.h"
#include "partition/search_result.h"

namespace partir {

/// One search. Nodes are states, shared by all orders of actions that lead there; each is worth what
/// stopping there costs, and what is found below it. Beside the tree go local descents (partition/descent.h), which take
/// most of a round's tasks.
class Search {
 public:
  using OnProgress = std::function<void(const SearchResult&)>;
  Search(const Search&) = delete;  // edges point to its actions

  Search(const State& start, DeviceSpec device, AutomaticPartition options)
      : start_(start), device_(std::move(device)), options_(std::move(options)), groups_(start.program()) {
    if (options_.axes.empty())
      for (const auto& [a, n] : start_.mesh().axes()) options_.axes.push_back(a);
    for (const Axis& a : options_.axes)
      if (!start_.mesh().contains(a))
        throw BadInput("the mesh " + to_string(start_.mesh()) + " has no axis " + shown(a), options_.location);
    if (options_.memory_bytes == 0) options_.memory_bytes = device_.memory_bytes;
    result_.memory_bytes = options_.memory_bytes;
  }

  /// Searches until a limit is met or all is seen. `known` goes on from where it stands: a search with the
  /// same options that starts with the states of an interrupted one takes the same steps, and prices nothing
  /// twice. `progress` sees each improvement and each round; it may end the search by throwing.
  SearchResult run(PricedStates& known, const OnProgress& progress = [](const SearchResult&) {}) {
    const auto begin = std::chrono::steady_clock::now();
    auto elapsed = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    plant(known);
    result_.fits = fits(result_.best);
    result_.curve.push_back({1, elapsed(), result_.best});
    int64_t idle = 0;  // rounds in which nothing new was priced
    for (int64_t round = 0; used_ < options_.evaluations && elapsed() < options_.seconds && idle < 100; ++round) {
      const int64_t before = used_;
      std::vector<Task> tasks;
      int64_t asked = 0;  // programs that the tasks price at most
      for (int64_t i = 0; i < batch && used_ + asked < options_.evaluations; ++i)
        if (auto t = task(round, i, used_ + asked + 2 <= options_.evaluations)) {
          asked += 1 + t->roll;
          tasks.push_back(std::move(*t));
        }
      if (tasks.empty()) break;  // all is seen
      work(tasks, known);
      for (Task& t : tasks) add(t, known);
      idle = used_ == before ? idle + 1 : 0;
      result_.seconds = elapsed();
      if (cost(result_.best) < cost(result_.curve.back().best) || result_.curve.size() == 1)
        result_.curve.push_back({used_, result_.seconds, result_.best});
      progress(result_);
    }
    result_.seconds = elapsed();
    result_.curve.push_back({used_, result_.seconds, result_.best});
    result_.nodes = static_cast<int64_t>(nodes_.size());
    return result_;
  }

 private:
  static constexpr int64_t batch = 4;  ///< leaves that are looked at together, however many threads there are

  struct Edge {
    const SearchAction* action = nullptr;  ///< in actions_: most of what can be done in a state can be in the next
    uint64_t to = 0;   ///< 0: not yet tried
    bool dead = false; ///< its premises fail, it changes nothing, or all below it is seen
    int64_t visits = 0;
  };
  struct Node {
    std::vector<Edge> edges;
    int64_t visits = 0;
    double sum = 0, best = 0;  ///< of rewards
    double own = 0;            ///< of stopping here
  };
  using Path = std::vector<std::pair<uint64_t, size_t>>;  ///< nodes, and the edge taken at each
  using Actions = detail::Actions;
  /// A way down the tree to one new edge, or actions that a descent asks for, or beside the best; and what was found there.
  struct Task {
    std::optional<size_t> descent;  ///< whose it is
    Actions beside;                 ///< where there is no path: what is asked for, and what could be taken of it
    Path path;
    uint64_t seed = 0;
    bool roll = false;  ///< whether random actions follow
    std::vector<uint64_t> keys;                     ///< of the states that were priced: the leaf, then the roll-out's end
    std::vector<std::pair<uint64_t, Priced>> found;
    Actions leaf_actions, rolled;
  };

  uint64_t seed_of(int64_t iteration) const {
    return options_.seed * 0x9e3779b97f4a7c15ull + static_cast<uint64_t>(iteration);
  }
  /// The memory it takes by what there is.
  double over(const Priced& p) const { return static_cast<double>(p.peak_bytes) / static_cast<double>(options_.memory_bytes); }
  bool fits(const Priced& p) const { return p.peak_bytes <= options_.memory_bytes; }
  /// What is made small. Whatever fits is better than whatever does not; of that, less memory is better.
  double cost(const Priced& p) const {
    return fits(p) ? objective(p) : 1e30 * over(p);
  }
  static double positive(double x) { return std::max(x, 1e-30); }
  double objective(const Priced& p) const {
    switch (options_.objective) {
      case Objective::Time: return p.total_s;
      case Objective::Memory: return static_cast<double>(p.peak_bytes);
      case Objective::Communication: return p.communication_s + 1e-6 * p.total_s;
    }
    return p.total_s;
  }
  /// On a scale where a factor counts alike everywhere. What is worse than doing nothing is all alike bad, so
  /// that it does not blur the rest; what does not fit is worse than that, the less the nearer it comes.
  double reward(const Priced& p) const {
    if (!fits(p)) return -std::min(std::log(over(p)), 1.0);
    return std::max(std::log(positive(objective(result_.start)) / positive(objective(p))), 0.0);
  }

  /// The i-th task of a round: in the first half of the budget down the tree, but for one beside the best; then descents,
  /// but for one. `roll`: it may price two programs.
  std::optional<Task> task(int64_t round, int64_t i, bool roll) {
    const int64_t period = std::min<int64_t>(options_.evaluations, 1000);  // of a longer search the descents come round again
    const bool late = 5 * (used_ % period) > 4 * period || 5 * (options_.evaluations - used_) < period;
    Task t;
    t.seed = seed_of(round * batch + i);
    t.roll = roll;
    const bool descends = 2 * used_ > period;
    if (descends && i > 0) {
      std::mt19937_64 random(~t.seed);
      t.roll = false;
      t.descent = static_cast<size_t>(i) - 1;
      t.beside = descents_[*t.descent].next(best_, options_.axes, late, static_cast<size_t>(period) / 50, random);
    } else if ((descends ? round % 2 == 1 : i == 1) && !best_.empty()) {
      t.beside = beside_best(t.seed);
    } else if (auto path = select(i == 0 && round % 3 == 0)) {
      t.path = std::move(*path);
    } else {
      return std::nullopt;
    }
    return t;
  }

  /// A child by UCT, new edges first as visits grow (progressive widening); nothing where all is seen. `greedy`:
  /// instead down to the best that is known, and from there to something new.
  std::optional<Path> select(bool greedy) {
    Path path;
    uint64_t at = root_;
    std::set<uint64_t> on_path;
    std::set<std::pair<uint64_t, size_t>> too_deep;  // edges below which this descent has no room
    while (true) {
      Node& n = nodes_.at(at);
      on_path.insert(at);
      const auto open = static_cast<size_t>(std::ceil(2 * std::sqrt(static_cast<double>(n.visits + 1))));
      std::optional<size_t> chosen;
      double highest = 0;
      size_t seen = 0;
      for (size_t i = 0; i < n.edges.size() && (greedy || seen < open); ++i) {
        const Edge& e = n.edges[i];
        if (e.dead || (e.to != 0 && on_path.contains(e.to)) || too_deep.contains({at, i})) continue;
        ++seen;
        const bool is_new = e.to == 0 && e.visits == 0;
        const double score = greedy ? (e.to == 0 ? n.own - 1e-9 * static_cast<double>(e.visits + 1) : nodes_.at(e.to).best)
                             : is_new ? 1e6 : uct(n, e);
        if (!chosen || score > highest) chosen = i, highest = score;
      }
      if (!chosen || path.size() >= static_cast<size_t>(options_.depth)) {
        // the edge that led here leads nowhere new: not at all, or not by a way as long as this one
        if (path.empty()) return std::nullopt;
        const auto [above, edge] = path.back();
        const bool all_seen = std::all_of(n.edges.begin(), n.edges.end(), [](const Edge& e) { return e.dead; });
        if (all_seen) nodes_.at(above).edges[edge].dead = true;
        else too_deep.insert(path.back());
        forget(path);
        path.clear(), on_path.clear();
        at = root_;
        continue;
      }
      Edge& e = n.edges[*chosen];
      ++n.visits, ++e.visits;  // at once, so that the next of a batch looks elsewhere
      path.push_back({at, *chosen});
      if (e.to == 0) return path;
      at = e.to;
    }
  }
  /// Takes the visits of a way back that has led to nothing.
  void forget(const Path& path) {
    for (const auto& [node, edge] : path) --nodes_.at(node).edges[edge].visits, --nodes_.at(node).visits;
  }
  double uct(const Node& n, const Edge& e) const {
    double value = 0;
    if (e.to != 0) {
      const Node& to = nodes_.at(e.to);
      const double range = std::max(highest_ - lowest_, 1e-12);
      const double mean = to.visits ? to.sum / static_cast<double>(std::max<int64_t>(to.visits, 1)) : to.best;
      value = (0.5 * (std::min(mean, to.best) + to.best) - lowest_) / range;
    }
    return value + options_.exploration * std::sqrt(std::log(static_cast<double>(n.visits + 1)) /
                                                    static_cast<double>(e.visits + 1));
  }

  /// The best that is known without one or two of its actions, or with two axes exchanged, or, now and then, all of
  /// it: for where the first choices in the tree lead to what no further action mends.
  Actions beside_best(uint64_t seed) const {
    std::mt19937_64 random(~seed);
    Actions left = best_;
    const auto any_of = [&](size_t n) { return static_cast<size_t>(random() % n); };
    constexpr std::array<size_t, 8> dropped{0, 1, 1, 1, 2, 2, 0, 1};
    const size_t move = any_of(dropped.size());
    if (move >= 6 && options_.axes.size() > 1) detail::exchange_two(left, options_.axes, random);
    for (size_t n = dropped[move]; n > 0 && !left.empty(); --n)
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(any_of(left.size())));
    return left;
  }

  /// Takes the way of `t`, prices the state it leads to and one some random actions further on.
  void explore(Task& t, const PricedStates& known) const {
    std::mt19937_64 random(t.seed);
    State state = start_;
    std::vector<Conflict> conflicts;
    auto take = [&](const SearchAction& action) {
      try {
        conflicts = apply(state, tactic_of(action, state));
        return true;
      } catch (const Error&) {  // a premise fails, and the state is as it was
        return false;
      }
    };
    auto look = [&] {
      t.keys.push_back(key_of(state));
      if (!known.contains(t.keys.back()) && !pending_twice(t)) t.found.push_back({t.keys.back(), priced(state, device_)});
    };
    const auto depth = static_cast<size_t>(options_.depth);
    if (t.path.empty()) {
      Actions taken;
      for (const SearchAction& a : t.beside)
        if (take(a)) taken.push_back(a);
      t.beside = std::move(taken);
    } else {
      for (const auto& [node, edge] : t.path)
        if (!take(*nodes_.at(node).edges[edge].action)) return;  // the edge is dead
    }
    look();
    Actions next = search_actions(state, conflicts, groups_, options_.axes);
    if (t.beside.size() < depth) t.leaf_actions = next;
    if (!t.roll) return;
    for (size_t k = 0; t.path.size() + t.beside.size() + k < depth && !next.empty() && (k == 0 || random() % 3 != 0); ++k) {
      // coarse actions, which come first, are the likelier
      const double u = static_cast<double>(random() >> 11) * 0x1p-53;
      const SearchAction action = next[static_cast<size_t>(u * u * static_cast<double>(next.size()))];
      if (!take(action)) break;
      t.rolled.push_back(action);
      next = search_actions(state, conflicts, groups_, options_.axes);
    }
    if (!t.rolled.empty()) look();
  }
  static bool pending_twice(const Task& t) { return t.keys.size() == 2 && t.keys[0] == t.keys[1]; }

  /// The root of the tree, and its price.
  void plant(PricedStates& known) {
    root_ = key_of(start_);
    // where earlier tactics have left conflicts: at a fixed point propagation changes nothing
    State start = start_;
    const std::vector<Conflict> conflicts = propagate(start, "");
    if (!known.contains(root_)) known[root_] = priced(start_, device_), ++result_.evaluations;
    result_.start = result_.best = known.at(root_);
    share_ = {options_.axes, search_actions(start_, conflicts, groups_, options_.axes), {}, {}};
    grow(root_, share_.from_start, use(root_, known), reward(known.at(root_)));
  }
  void work(std::vector<Task>& tasks, const PricedStates& known) const {
    const auto n = static_cast<size_t>(std::clamp<int64_t>(options_.threads, 1, batch));
    std::vector<std::exception_ptr> failed(n);
    auto some = [&](size_t first) {
      try {
        for (size_t i = first; i < tasks.size(); i += n) explore(tasks[i], known);
      } catch (...) {  // told below, by the thread that asked
        failed[first] = std::current_exception();
      }
    };
    {
      std::vector<std::jthread> threads;
      for (size_t k = 1; k < n; ++k) threads.emplace_back(some, k);
      some(0);
    }
    for (const std::exception_ptr& e : failed)
      if (e) std::rethrow_exception(e);
  }

  /// Takes what a task found into the tree, in the order of tasks.
  void add(const Task& t, PricedStates& known) {
    for (const auto& [key, p] : t.found)
      if (known.emplace(key, p).second) ++result_.evaluations;
    if (t.keys.empty()) {
      forget(t.path);
      nodes_.at(t.path.back().first).edges[t.path.back().second].dead = true;
      return;
    }
    double best = -std::numeric_limits<double>::infinity();
    for (size_t k = 0; k < t.keys.size(); ++k) {
      const Priced& p = use(t.keys[k], known);
      best = std::max(best, reward(p));
      if (cost(p) >= cost(result_.best)) continue;
      result_.best = p;
      result_.fits = fits(p);
      remember(t, k > 0);
    }
    if (t.descent) {
      const Priced& p = known.at(t.keys[0]);
      std::mt19937_64 random(t.seed);
      descents_[*t.descent].told({t.beside, t.keys[0], std::log(positive(objective(p))), std::log(over(p)), t.leaf_actions}, share_, random);
      return;
    }
    if (t.path.empty()) return;
    Edge& e = nodes_.at(t.path.back().first).edges[t.path.back().second];
    e.to = t.keys[0];
    if (e.to == t.path.back().first) e.dead = true;  // it changes nothing
    if (nodes_.contains(e.to)) ++result_.shared;
    grow(e.to, t.leaf_actions, known.at(e.to), best);
    for (const auto& [node, edge] : t.path) {
      Node& above = nodes_.at(node);
      above.sum += best, above.best = std::max(above.best, best);
    }
  }
  /// The price of a state, which the budget counts when it is used first.
  const Priced& use(uint64_t key, const PricedStates& known) {
    const Priced& p = known.at(key);
    if (seen_.insert(key).second) ++used_;
    lowest_ = std::min(lowest_, reward(p)), highest_ = std::max(highest_, reward(p));
    return p;
  }
  /// The node of a state, made where it is met first, and visited once more, with `best` found from it.
  void grow(uint64_t key, const Actions& actions, const Priced& own, double best) {
    const auto [at, is_new] = nodes_.try_emplace(key);
    Node& n = at->second;
    if (is_new) {
      n.own = reward(own);
      for (const SearchAction& a : actions) n.edges.push_back({&*actions_.insert(a).first, 0, false, 0});
    }
    ++n.visits, n.sum += best, n.best = n.visits == 1 ? best : std::max(n.best, best);
  }
  /// The actions of a task as the best, and as tactics, replayed for their names.
  void remember(const Task& t, bool rolled) {
    best_ = t.beside;
    for (const auto& [node, edge] : t.path) best_.push_back(*nodes_.at(node).edges[edge].action);
    if (rolled) best_.insert(best_.end(), t.rolled.begin(), t.rolled.end());
    State state = start_;
    result_.tactics.clear();
    for (const SearchAction& a : best_) {
      result_.tactics.push_back(tactic_of(a, state));
      Tactic& tactic = result_.tactics.back();
      for (size_t k = 2; count(tactic.name) > 1; ++k) tactic.name = a.name() + " #" + std::to_string(k);
      apply(state, tactic);
    }
  }
  int64_t count(const std::string& name) const {
    return std::count_if(result_.tactics.begin(), result_.tactics.end(), [&](const Tactic& t) { return t.name == name; });
  }

  const State start_;
  const DeviceSpec device_;
  AutomaticPartition options_;
  const DimensionGroups groups_;
  std::map<uint64_t, Node> nodes_;
  std::unordered_set<SearchAction, SearchActionHash> actions_;  ///< of all nodes, each once
  Actions best_;             ///< that lead to the best
  std::array<detail::Descent, 3> descents_{detail::Descent({.width = 8, .roles_first = true}),
                                           detail::Descent({.width = 5, .from_best = true, .speed_first = true}),
                                           detail::Descent({.width = 3, .shuffles = true, .from_best = true, .speed_first = true})};
  detail::DescentsShare share_;
  std::set<uint64_t> seen_;  ///< states whose price was used
  uint64_t root_ = 0;
  int64_t used_ = 0;         ///< prices used, known before or not: what the budget counts
  double lowest_ = std::numeric_limits<double>::infinity(), highest_ = -std::numeric_limits<double>::infinity();
  SearchResult result_;
};

}  // namespace partir
