// Runs a grid of processes of a StableHLO module. One thread runs them in turn, each until it ends
// or waits for others; so a run has one outcome, and where nobody can go on that is it: Stuck, with
// who waits where and for whom.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "interp/module_collectives.h"
#include "interp/module_groups.h"
#include "interp/module_process.h"
#include "interp/op_watch.h"

namespace partir {

/// What each process of a grid runs, in its order, on what.
template <class D>
using BasicGridPrograms = std::vector<std::pair<const shlo::Function*, BasicModuleValues<D>>>;
using GridPrograms = BasicGridPrograms<Native>;

/// One run of a grid; call it once.
template <class D>
class BasicModuleGrid {
 public:
  using Value = BasicModuleValue<D>;
  using Values = BasicModuleValues<D>;

  using Programs = BasicGridPrograms<D>;

  BasicModuleGrid(BasicModuleRun<D>& run, const shlo::ProcessGrid& grid, Programs programs,
             std::vector<const shlo::Function*> infeed, int64_t depth = 0, int64_t outer = 0)
      : run_(run), grid_(grid), infeed_(std::move(infeed)), outer_(outer),
        results_(programs.size()), ended_(programs.size()), waits_(programs.size()), groups_(grid) {
    processes_.reserve(programs.size());
    for (auto& [f, args] : programs) {
      const shlo::ProcessId id = grid.process(static_cast<int64_t>(processes_.size()));
      processes_.emplace_back(run, *f, std::move(args), id, depth,
                              programs.size() > 1 ? to_string(id) : "");
    }
  }

  /// The results of all processes, in their order.
  Values operator()() {
    for (size_t p = 0; p < processes_.size(); ++p) ready_.push_back(p);
    while (!ready_.empty()) {
      const size_t p = ready_.front();
      ready_.pop_front();
      in_process(p, [&] { go_on(p); });
    }
    if (std::find(ended_.begin(), ended_.end(), 0) != ended_.end()) throw deadlock();
    note_skipped();
    Values all;
    for (Values& r : results_)
      for (Value& v : r) all.push_back(std::move(v));
    return all;
  }

 private:
  /// Where a process has arrived.
  struct Wait {
    const shlo::Collective* op = nullptr;
    TensorList<D> operands, results;
    std::vector<size_t> missing;  ///< groups that are not complete yet
  };
  /// A channel, or the part of it from one process to another; -1 where no pairs say.
  using ChannelKey = std::tuple<int64_t, int64_t, int64_t>;
  struct Message {
    TensorList<D> payload;
    size_t sender;
    bool is_host_transfer;
    Location where;
  };
  struct Line {
    std::deque<Message> held;
    int64_t sender = -1, receiver = -1;  ///< the only ones, once known
    bool waiting = false;                ///< the receiver is
  };

  /// Runs `f`; what gets stuck is stuck in process `p`.
  template <class F>
  void in_process(size_t p, F&& f) {
    try {
      f();
    } catch (const BrokenPromise& e) {
      if (!e.device.empty()) throw;
      throw BrokenPromise(e.reason, processes_[p].name(), e.where());
    } catch (const Stuck& e) {
      if (!e.device.empty()) throw;
      throw Stuck(e.reason, processes_[p].name(), e.where());
    }
  }

  void go_on(size_t p) {
    ModuleProcess<D>& process = processes_[p];
    while (!process.advance())
      if (!communicate(p)) return;
    ended_[p] = 1;
    results_[p] = process.take_results();
  }

  /// What process `p` stands at; true where it can go on.
  bool communicate(size_t p) {
    ModuleProcess<D>& process = processes_[p];
    const shlo::Stmt& s = process.waiting();
    for (ValueId x : s.results)
      if (x >= process.function().values.size())
        throw Stuck("an unknown value is bound", "", s.location);
    if (const auto* c = std::get_if<shlo::Collective>(&s.expr)) return arrive(p, *c);
    if (const auto* sent = std::get_if<shlo::Send>(&s.expr)) return send(p, *sent);
    if (const auto* recv = std::get_if<shlo::Recv>(&s.expr)) return receive(p, *recv);
    if (const auto* run = std::get_if<shlo::RunParallel>(&s.expr)) return nested(p, *run);
    if (next_feed_ == infeed_.size()) throw Stuck("the infeed is empty", "", s.location);
    process.feed(*infeed_[next_feed_++]);
    return true;
  }

  bool nested(size_t p, const shlo::RunParallel& e) {
    ModuleProcess<D>& process = processes_[p];
    const Location& where = process.waiting().location;
    // A run within a run is a call in C++, too.
    constexpr int64_t most = 50;
    if (outer_ == most)
      throw Unsupported("runs nested deeper than " + std::to_string(most), where);
    const auto find = [&](const std::string& name) {
      const shlo::Function* f = run_.module.find(name);
      if (!f) throw Stuck("there is no function @" + name, "", where);
      return f;
    };
    Values operands = process.operands(e.operands);
    Programs programs;
    size_t next = 0;
    for (const auto& replica : e.programs) {
      if (replica.size() != e.programs[0].size())
        throw Stuck("programs is not a grid", "", where);
      for (const std::string& name : replica) {
        const shlo::Function* f = find(name);
        Values args;
        for (size_t i = 0; i < f->params.size(); ++i) {
          if (next == operands.size()) throw Stuck("too few operands", "", where);
          args.push_back(std::move(operands[next++]));
        }
        programs.emplace_back(f, std::move(args));
      }
    }
    if (next != operands.size()) throw Stuck("too many operands", "", where);
    std::vector<const shlo::Function*> infeed;
    for (const std::string& name : e.infeed) infeed.push_back(find(name));
    BasicModuleGrid grid(run_, e.grid(), std::move(programs), std::move(infeed), process.depth(),
                    outer_ + 1);
    process.resume(grid());
    return true;
  }

  //===------------------------------------------------------------------------------------------===
  // Collectives
  //===------------------------------------------------------------------------------------------===

  /// The groups in which `p` is at its statement, checked when it is first reached.
  const std::vector<size_t>& groups_of(size_t p, const void* key, shlo::GroupStrategy strategy,
                                       const shlo::IdGroups& ids) {
    const ModuleProcess<D>& process = processes_[p];
    return groups_.of(p, key, process.waiting(), process.function(), strategy, ids);
  }

  bool arrive(size_t p, const shlo::Collective& c) {
    const Location& where = processes_[p].waiting().location;
    Wait& wait = waits_[p];
    wait = {&c, {}, {}, {}};
    for (Value& v : processes_[p].operands(c.operands)) {
      if (!v.tensor()) throw Stuck("an operand is not a tensor", "", where);
      wait.operands.push_back(*v.tensor());
    }
    const std::vector<size_t>& groups = groups_of(p, &c, shlo::strategy(c), c.grouping.groups);
    wait.missing = groups;
    const bool permutes = std::holds_alternative<shlo::CollectivePermute>(c.op);
    if (permutes) {
      const auto at = permutes_.try_emplace(&c, where, std::vector<int64_t>(processes_.size())).first;
      ++at->second.second[p];
    }
    if (permutes || groups.empty()) {
      const auto* broadcast = std::get_if<shlo::CollectiveBroadcast>(&c.op);
      const size_t roots = broadcast && broadcast->has_dynamic_root ? 1 : 0;
      for (size_t i = 0; i + roots < wait.operands.size(); ++i)
        wait.results.push_back(zeros<D>(wait.operands[i].type()));
    }
    for (size_t g : std::vector<size_t>(groups)) {
      groups_[g].arrived.push_back(p);
      if (groups_[g].arrived.size() == groups_[g].distinct.size()) fire(g, p);
    }
    if (!wait.missing.empty()) return false;
    finish(p);
    return true;
  }

  /// Only the two processes of a pair wait for each other at a permute. An implementation may let all processes meet there, as XLA does.
  void note_skipped() const {
    OpWatch* const watch = OpWatch::current();
    if (!watch) return;
    for (const auto& [c, p] : permutes_) {
      const auto& [where, times] = p;
      if (std::any_of(times.begin(), times.end(), [&](int64_t n) { return n != times[0]; })) watch->skip(where);
    }
  }

  /// All of a group have arrived, `last` now.
  void fire(size_t g, size_t last) {
    CollectiveGroup& group = groups_[g];
    group.arrived.clear();
    agree(group);
    const size_t first = group.members[0];
    const Location& where = processes_[first].waiting().location;
    if (std::holds_alternative<shlo::CollectivePermute>(waits_[first].op->op)) {
      waits_[group.members[1]].results = waits_[first].operands;
    } else {
      std::vector<TensorList<D>> operands;
      for (size_t m : group.members) operands.push_back(waits_[m].operands);
      std::vector<TensorList<D>> results = detail::located(Rule::E_Op, where, [&] {
        return apply_collective(*waits_[first].op, operands, where);
      });
      for (size_t i = 0; i < group.members.size(); ++i)
        waits_[group.members[i]].results = std::move(results[i]);
    }
    for (size_t m : group.distinct) {
      std::erase(waits_[m].missing, g);
      if (m == last || !waits_[m].missing.empty()) continue;
      in_process(m, [&] { finish(m); });
      ready_.push_back(m);
    }
  }
  void finish(size_t p) {
    Values results;
    for (Tensor<D>& t : waits_[p].results) results.push_back(Value{std::move(t)});
    waits_[p] = {};
    processes_[p].resume(std::move(results));
  }
  /// All of a group wait for the same op; those who do not would wait for ever.
  void agree(const CollectiveGroup& group) const {
    const size_t first = group.members[0];
    const Wait& a = waits_[first];
    for (size_t m : group.members) {
      const Wait& b = waits_[m];
      const auto d = disagreement(*a.op, a.operands, *b.op, b.operands);
      if (!d) continue;
      throw Stuck("processes that wait for one another disagree on " + d->what + ": " + d->left +
                      " in " + at(first) + ", " + d->right + " in " + at(m),
                  to_string(processes_[first].id()), processes_[first].waiting().location);
    }
  }

  //===------------------------------------------------------------------------------------------===
  // Channels
  //===------------------------------------------------------------------------------------------===

  /// What `p` sends to or receives from; nothing where pairs leave it out.
  std::optional<ChannelKey> line(size_t p, const shlo::Channel& c, bool sends) {
    if (c.pairs.groups.empty()) {
      // The rest of the checks need no grid and are those of typing.
      const ChannelKey key{c.pairs.channel_id, -1, -1};
      int64_t& known = sends ? lines_[key].sender : lines_[key].receiver;
      if (known >= 0 && known != static_cast<int64_t>(p))
        throw Stuck(std::string("without source_target_pairs a channel has one ") +
                        (sends ? "sender" : "receiver") + "; channel " +
                        std::to_string(c.pairs.channel_id) + " has " +
                        to_string(processes_[known].id()) + " and " + to_string(processes_[p].id()),
                    "", processes_[p].waiting().location);
      known = static_cast<int64_t>(p);
      return key;
    }
    for (size_t g : groups_of(p, &c, shlo::strategy(c), c.pairs.groups)) {
      const std::vector<size_t>& pair = groups_[g].members;
      if (pair[sends ? 0 : 1] == p)
        return ChannelKey{c.pairs.channel_id, static_cast<int64_t>(pair[0]),
                          static_cast<int64_t>(pair[1])};
    }
    return std::nullopt;
  }

  bool send(size_t p, const shlo::Send& e) {
    ModuleProcess<D>& process = processes_[p];
    Message message{{}, p, e.channel.is_host_transfer, process.waiting().location};
    for (Value& v : process.operands(e.operands))
      if (v.tensor()) message.payload.push_back(*v.tensor());
    if (const auto key = line(p, e.channel, true)) {
      Line& l = lines_[*key];
      l.held.push_back(std::move(message));
      if (l.waiting) {
        const auto q = static_cast<size_t>(l.receiver);
        in_process(q, [&] { take(q, l); });
        ready_.push_back(q);
      }
    }
    process.resume({Value{typename Value::Token{}}});
    return true;
  }
  bool receive(size_t p, const shlo::Recv& e) {
    processes_[p].operands({e.token});
    const auto key = line(p, e.channel, false);
    if (!key) {
      const Types types = declared(p);
      Values results;
      for (const TensorType& t : types) results.push_back(Value{zeros<D>(t)});
      results.push_back(Value{typename Value::Token{}});
      processes_[p].resume(std::move(results));
      return true;
    }
    Line& l = lines_[*key];
    l.receiver = static_cast<int64_t>(p);
    if (l.held.empty()) {
      l.waiting = true;
      return false;
    }
    take(p, l);
    return true;
  }
  /// The types of the tensors that a recv declares.
  Types declared(size_t p) const {
    Types types;
    for (const shlo::Type& t : processes_[p].function().types(processes_[p].waiting().results))
      if (t.tensor()) types.push_back(*t.tensor());
    return types;
  }
  /// Process `p`, which stands at a recv, gets what the line has held longest.
  void take(size_t p, Line& l) {
    const shlo::Stmt& s = processes_[p].waiting();
    const Message message = std::move(l.held.front());
    l.held.pop_front();
    l.waiting = false;
    Types sent;
    Values results;
    for (const Tensor<D>& t : message.payload) {
      sent.push_back(t.type());
      results.push_back(Value{t});
    }
    const auto differ = [&](const std::string& left, const std::string& right) {
      throw Stuck("recv of " + left + "; what " + to_string(processes_[message.sender].id()) +
                      " sends at " + to_string(message.where) + " is " + right, "", s.location);
    };
    if (sent != declared(p)) differ(to_string(declared(p)), to_string(sent));
    const bool from_host = std::get<shlo::Recv>(s.expr).channel.is_host_transfer;
    if (from_host != message.is_host_transfer)
      differ(from_host ? "the host" : "a device", from_host ? "for a device" : "for the host");
    results.push_back(Value{typename Value::Token{}});
    processes_[p].resume(std::move(results));
  }

  //===------------------------------------------------------------------------------------------===
  // Diagnostics
  //===------------------------------------------------------------------------------------------===

  /// `(1, 0) at t.mlir:3:5`.
  std::string at(size_t p) const {
    return to_string(processes_[p].id()) + " at " + to_string(processes_[p].waiting().location);
  }
  /// `(0, 0), (1, 0)`, the first few of them.
  template <class Text>
  static std::string list(const std::vector<size_t>& ps, const Text& text) {
    constexpr size_t most = 4;
    std::string s;
    for (size_t i = 0; i < ps.size() && i < most; ++i) s += (i ? ", " : "") + text(ps[i]);
    return ps.size() > most ? s + " and " + std::to_string(ps.size() - most) + " more" : s;
  }
  /// For what `p` waits.
  std::string cause(size_t p) const {
    const auto id = [&](size_t q) { return to_string(processes_[q].id()); };
    const shlo::Stmt& s = processes_[p].waiting();
    if (const auto* recv = std::get_if<shlo::Recv>(&s.expr)) {
      std::string from;
      for (const auto& [key, l] : lines_)
        if (l.waiting && l.receiver == static_cast<int64_t>(p) && std::get<1>(key) >= 0)
          from = " by " + id(static_cast<size_t>(std::get<1>(key)));
      return "a send" + from + " on channel " + std::to_string(recv->channel.pairs.channel_id);
    }
    const CollectiveGroup& group = groups_[waits_[p].missing.front()];
    std::vector<size_t> missing;
    for (size_t m : group.distinct)
      if (std::find(group.arrived.begin(), group.arrived.end(), m) == group.arrived.end())
        missing.push_back(m);
    return list(missing, [&](size_t q) { return id(q) + (ended_[q] ? " (ended)" : ""); }) +
           " in the group [" + list(group.members, id) + "]";
  }
  /// Nobody can go on, and not all have ended.
  Stuck deadlock() const {
    std::vector<size_t> waiting;
    for (size_t p = 0; p < processes_.size(); ++p)
      if (!ended_[p]) waiting.push_back(p);
    constexpr size_t most = 8;
    std::string reason = "deadlock";
    for (size_t i = 0; i < waiting.size() && i < most; ++i) {
      const shlo::Stmt& s = processes_[waiting[i]].waiting();
      reason += (i ? "; " : ": ") + at(waiting[i]) + ", " + shlo::form_name(s.expr) +
                ", waits for " + cause(waiting[i]);
    }
    if (waiting.size() > most)
      reason += "; and " + std::to_string(waiting.size() - most) + " more wait";
    const ModuleProcess<D>& first = processes_[waiting[0]];
    return Stuck(reason, to_string(first.id()), first.waiting().location);
  }

  BasicModuleRun<D>& run_;
  shlo::ProcessGrid grid_;
  std::vector<const shlo::Function*> infeed_;
  size_t next_feed_ = 0;
  int64_t outer_;  ///< runs around this one
  std::vector<ModuleProcess<D>> processes_;
  std::vector<Values> results_;
  std::vector<char> ended_;
  std::vector<Wait> waits_;
  std::deque<size_t> ready_;
  CollectiveGroups groups_;
  std::map<ChannelKey, Line> lines_;
  std::map<const shlo::Collective*, std::pair<Location, std::vector<int64_t>>> permutes_;  ///< where each is, and how often each process was there
};

/// One run of a grid: the results of all processes, in their order.
template <class D>
BasicModuleValues<D> run_grid(BasicModuleRun<D>& run, const shlo::ProcessGrid& grid, BasicGridPrograms<D> programs) {
  return BasicModuleGrid<D>(run, grid, std::move(programs), {})();
}

#if defined(PARTIR_SHARED_INSTANCES) && !defined(PARTIR_DEFINE_INSTANCES)
// See interp/instances.h.
extern template BasicModuleValues<Native> run_grid<Native>(BasicModuleRun<Native>&, const shlo::ProcessGrid&, GridPrograms);
extern template BasicModuleValues<Field> run_grid<Field>(BasicModuleRun<Field>&, const shlo::ProcessGrid&, BasicGridPrograms<Field>);
#endif

}  // namespace partir
