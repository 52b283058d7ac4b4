// Local descents beside a tree search: from a list of actions to a better one that differs a little, until none does.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "partition/search_actions.h"

namespace partir::detail {

using Actions = std::vector<SearchAction>;

inline bool has_action(const Actions& actions, const std::string& name) {
  return std::any_of(actions.begin(), actions.end(), [&](const SearchAction& a) { return a.name() == name; });
}
inline void exchange_axes(Actions& actions, const Axis& a, const Axis& b) {
  for (SearchAction& s : actions) s.axis = s.axis == a ? b : s.axis == b ? a : s.axis;
}
/// Exchanges two of `axes`, which are two at least.
inline void exchange_two(Actions& actions, const AxisList& axes, std::mt19937_64& random) {
  const size_t i = random() % axes.size(), j = random() % (axes.size() - 1);
  exchange_axes(actions, axes[i], axes[j + (j >= i)]);
}
/// Whether two actions are on the same axis and mostly on the same values: the one may do for the other.
inline bool are_alternatives(const SearchAction& a, const SearchAction& b) {
  if (a.axis != b.axis) return false;
  std::unordered_set<ValueId> of_a;
  for (const auto& [x, dim] : a.wishes) of_a.insert(x);
  size_t common = 0;
  for (const auto& [x, dim] : b.wishes) common += of_a.contains(x);
  return 2 * common >= std::min(a.wishes.size(), b.wishes.size());
}

/// What the descents of one search share: what one of them learns serves the others, and none goes where another was.
struct DescentsShare {
  AxisList axes;
  Actions from_start;                ///< what can be done at the start, what splits most first
  /// By how much the logarithm of the cost fell at most when an action, by its name, came last; "^": when it came first.
  std::map<std::string, double> gains;
  std::set<uint64_t> visited;        ///< keys of the states that one of them has gone on from
};

/// What became of the actions that a descent asked for.
struct Tried {
  Actions taken;     ///< those whose premises held
  uint64_t key = 0;  ///< of the state they lead to
  double cost = 0;   ///< the logarithm of what that costs, memory aside
  double over = 0;   ///< the logarithm of the memory it takes by what there is: above 0 it does not fit
  Actions further;   ///< what can be done there, what splits most first; nothing where no more actions are allowed
};

/// How one descent differs from others.
struct Taste {
  size_t width;              ///< of so many neighbours the best is gone to; after those, the first that is better
  bool shuffles = false;     ///< what nobody has tried comes in a random order, rather than what splits most first
  bool roles_first = false;  ///< what acts on all optimizer state comes before what splits most
  bool from_best = false;    ///< begins from the best that is known, rather than with nothing done
  bool speed_first = false;  ///< memory counts only where nothing is faster, and then by its `memory_exponent`-th power; else
                             ///< whatever fits is better than whatever does not
};

/// One descent. It is asked for what to price next, and told what that costs. Of the first `width` neighbours the best is
/// gone to, then the first that is better. Where none is, it starts anew, from the best that anybody knows with some of
/// that left out. Propagation makes the order of actions matter, so that one more may come last or first.
class Descent {
 public:
  explicit Descent(Taste taste) : taste_(taste) {}

  /// The actions to be tried now. `late`: there is time for what brings little; before, it is better to start anew.
  Actions next(const Actions& best, const AxisList& axes, bool late, size_t patience, std::mt19937_64& random) {
    if ((late && !late_) || (!begun_ && taste_.from_best)) restart(best);
    late_ = late;
    begun_ = true;
    if (starting_) return at_;
    if (place_ >= (late ? moves_.size() : std::min(moves_.size(), taste_.width + patience))) {
      if (taste_.speed_first && !heeds_memory_ && at_over_ > 0) starting_ = heeds_memory_ = true;
      else restart(best), kick(axes, random);
    }
    return starting_ ? at_ : neighbour(moves_[place_++]);
  }

  /// What became of what `next` gave.
  void told(Tried tried, DescentsShare& share, std::mt19937_64& random) {
    if (starting_) {
      starting_ = false;
      tried_.clear(), better_.reset();
      go(std::move(tried), share, random);
      return;
    }
    const double cost = cost_of(tried);
    const Move& m = moves_[place_ - 1];
    if (m.add && !m.without) {
      const std::string name = (m.first ? "^" : "") + m.add->name();
      double& most = share.gains[name];
      most = std::max(most, tried_[name] = cost_ - cost);
    }
    if (cost < (better_ ? cost_of(*better_) : cost_ - least_gain) && !share.visited.contains(tried.key)) better_ = std::move(tried);
    if (!better_) return;
    // what brings little waits for a look at what replaces an action, after which it may come at once
    const bool much = cost_of(*better_) < cost_ - much_gain;
    if (!much && !late_) return;
    if (place_ < std::min(moves_.size(), polished_ || much ? taste_.width : polish_)) return;
    Tried to = std::move(*better_);
    better_.reset();
    if (!share.visited.insert(to.key).second) return;  // another was faster
    polished_ = !much;
    go(std::move(to), share, random);
  }

 private:
  static constexpr double least_gain = 1e-9, much_gain = 0.01, memory_exponent = 4;

  double cost_of(const Tried& t) const {
    if (t.over <= 0) return t.cost;
    if (taste_.speed_first) return t.cost + (heeds_memory_ ? memory_exponent * t.over : 0);
    return 100 + t.over;  // beyond all that fit
  }

  /// One action more, one less, one for another or before the others, or two axes exchanged.
  struct Move {
    std::optional<size_t> without;  ///< a place in at_, which `add` takes if it is there, and not to be first
    std::optional<SearchAction> add;
    bool first = false;  ///< `add` comes before all others, not after them
    std::optional<std::pair<Axis, Axis>> exchange = std::nullopt;
  };
  struct Addition {
    double gain;  ///< expected
    bool first;
    const SearchAction* action;
  };

  Actions neighbour(const Move& m) const {
    Actions result = at_;
    if (m.without && m.add && !m.first) {
      result[*m.without] = *m.add;
      return result;
    }
    if (m.without) result.erase(result.begin() + static_cast<std::ptrdiff_t>(*m.without));
    if (m.add) result.insert(m.first ? result.begin() : result.end(), *m.add);
    if (m.exchange) exchange_axes(result, m.exchange->first, m.exchange->second);
    return result;
  }

  void go(Tried to, const DescentsShare& share, std::mt19937_64& random) {
    cost_ = cost_of(to);
    at_ = std::move(to.taken), at_over_ = to.over;
    list_moves(to.further, share, random);
  }

  /// The neighbours of at_ in the order in which they are tried.
  void list_moves(const Actions& further, const DescentsShare& share, std::mt19937_64& random) {
    constexpr size_t at_first = 8, alternatives = 4, replacements = 3;
    moves_.clear(), place_ = 0;
    const std::vector<Addition> more = additions(further, share, random);
    size_t k = 0;
    for (; k < more.size() && (k < at_first || more[k].gain > untried_gain); ++k) add(more[k]);
    for (size_t i = at_.size(); i-- > 0;) moves_.push_back({i, {}});
    for (size_t i = at_.size(); i-- > 1;) moves_.push_back({i, at_[i], true});
    for (size_t i = 0; i < share.axes.size() && !at_.empty(); ++i)
      for (size_t j = i + 1; j < share.axes.size(); ++j) moves_.push_back({{}, {}, false, std::pair(share.axes[i], share.axes[j])});
    for (size_t i = at_.size(); i-- > 0;) {
      size_t n = 0;
      for (const SearchAction& a : share.from_start)
        if (n < alternatives && !has_action(at_, a.name()) && are_alternatives(at_[i], a)) moves_.push_back({i, a}), ++n;
    }
    const std::vector<const SearchAction*> gaining = gained(share);
    size_t o = 0;
    for (; o < std::min(gaining.size(), replacements); ++o) replace_each_by(*gaining[o]);
    polish_ = moves_.size();
    for (; k < more.size(); ++k) add(more[k]);
    for (; o < gaining.size(); ++o) replace_each_by(*gaining[o]);
  }
  void add(const Addition& a) { moves_.push_back({{}, *a.action, a.first}); }
  void replace_each_by(const SearchAction& a) {
    for (size_t i = at_.size(); i-- > 0;) moves_.push_back({i, a});
  }

  /// What can be added: what brought most when this descent tried it last, or most to anybody, comes first; what has brought
  /// nothing to others, where it may not have fitted, is as if untried; last what was left out when this descent began.
  std::vector<Addition> additions(const Actions& further, const DescentsShare& share, std::mt19937_64& random) const {
    std::vector<Addition> all;
    auto consider = [&](const SearchAction& a, bool first, size_t rank) {
      const std::string name = (first ? "^" : "") + a.name();
      const auto here = tried_.find(name);
      const auto anywhere = share.gains.find(name);
      double gain = untried_gain / static_cast<double>(rank + 1);
      if (here != tried_.end()) gain = here->second;
      else if (anywhere != share.gains.end() && anywhere->second > untried_gain) gain = anywhere->second;
      else if (taste_.shuffles)  // a random order in which the first are likely to stay first (Efraimidis and Spirakis, 2006)
        gain = untried_gain * std::exp(std::log(static_cast<double>((random() >> 11) + 1) * 0x1p-53) * static_cast<double>(rank + 1));
      if (std::find(left_out_.begin(), left_out_.end(), a.name()) != left_out_.end()) gain = -std::numeric_limits<double>::infinity();
      all.push_back({gain, first, &a});
    };
    auto rank = [&](const SearchAction& a, size_t i) { return a.by_role && taste_.roles_first ? 0 : i + 1; };
    for (size_t i = 0; i < further.size(); ++i) consider(further[i], false, rank(further[i], i));
    const bool full = further.empty();
    for (size_t i = 0; i < share.from_start.size() && !at_.empty() && !full; ++i)
      if (!has_action(at_, share.from_start[i].name())) consider(share.from_start[i], true, rank(share.from_start[i], i));
    std::stable_sort(all.begin(), all.end(), [](const Addition& l, const Addition& r) { return l.gain > r.gain; });
    return all;
  }
  /// What is possible at the start, is not in at_, and has brought something somewhere; what brought most first.
  std::vector<const SearchAction*> gained(const DescentsShare& share) const {
    std::vector<std::pair<double, const SearchAction*>> some;
    for (const SearchAction& a : share.from_start)
      if (const auto known = share.gains.find(a.name());
          known != share.gains.end() && known->second > untried_gain && !has_action(at_, a.name()))
        some.push_back({known->second, &a});
    std::stable_sort(some.begin(), some.end(), [](const auto& l, const auto& r) { return l.first > r.first; });
    std::vector<const SearchAction*> all;
    for (const auto& [gain, a] : some) all.push_back(a);
    return all;
  }

  void restart(const Actions& best) {
    at_ = best;
    left_out_.clear(), tried_.clear(), better_.reset();
    starting_ = true, polished_ = heeds_memory_ = false;
  }
  /// Leaves out each action one time in two or three, and exchanges two axes one time in four.
  void kick(const AxisList& axes, std::mt19937_64& random) {
    const uint64_t one_in = 2 + random() % 2;
    for (size_t i = at_.size(); i-- > 0;)
      if (random() % one_in == 0) left_out_.push_back(at_[i].name()), at_.erase(at_.begin() + static_cast<std::ptrdiff_t>(i));
    if (axes.size() > 1 && random() % 4 == 0) exchange_two(at_, axes, random);
  }

  static constexpr double untried_gain = 1e-6;
  Taste taste_;
  bool begun_ = false, late_ = false;
  bool heeds_memory_ = false;
  double at_over_ = 0;
  Actions at_;
  double cost_ = std::numeric_limits<double>::infinity();
  bool starting_ = true;         ///< at_ is to be priced, or to be looked at anew with its memory
  bool polished_ = false;        ///< the last step brought little, after a look at what replaces an action
  std::vector<Move> moves_;      ///< the neighbours of at_
  size_t place_ = 0;             ///< how many of them were tried
  size_t polish_ = 0;            ///< how many are looked at before a step that brings little
  std::optional<Tried> better_;  ///< the best of these
  std::map<std::string, double> tried_;  ///< what actions brought when they were tried last since it started
  std::vector<std::string> left_out_;  ///< when it started anew
};

}  // namespace partir::detail
