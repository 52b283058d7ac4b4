// Typing of channels, feeds and parallel runs. Labels are those of the StableHLO specification
// where it has them; run_parallel is no op of it, so its labels are ours.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "semantics/module_collective_typing.h"

namespace partir::shlo {

namespace detail {
inline bool is_token(const Type& t) { return std::holds_alternative<TokenType>(t.kind); }
/// Tensors, then a token.
inline void check_payload(const char* tensors, const char* token, const TypeList& types) {
  constraint(!types.empty() && is_token(types.back()), token, "the last one is a token",
             [&] { return to_string(types); });
  for (size_t i = 0; i + 1 < types.size(); ++i)
    constraint(types[i].tensor() != nullptr, tensors, "all but the last one are tensors",
               [&] { return to_string(types); });
}
inline void check_channel(const Channel& c, Channel::Type host, const char* text,
                          const ProcessGrid* grid) {
  check_pairs(strategy(c), c.pairs.groups, grid);
  constraint(c.type == (c.is_host_transfer ? host : Channel::DeviceToDevice), "C5", text,
             [&] { return "type " + std::to_string(c.type); });
}
}  // namespace detail

/// The result of `replica_id` and of `partition_id`.
inline TypeList infer_id() { return {TensorType{{}, ElementType::UI32}}; }
/// The result of `send`.
inline TypeList infer(const Send& e, const Function& f, const ProcessGrid* grid = nullptr) {
  detail::check_payload("I1", "I2", f.types(e.operands));
  detail::check_channel(e.channel, Channel::DeviceToHost,
                        "channel_type is DEVICE_TO_HOST (2) if is_host_transfer, else "
                        "DEVICE_TO_DEVICE (1)", grid);
  return {TokenType{}};
}
/// The results of `recv` are what its channel brings.
inline TypeList infer(const Recv& e, const Function& f, const TypeList& declared,
                      const ProcessGrid* grid = nullptr) {
  constraint(detail::is_token(f.type(e.token)), "I1", "the operand is a token",
             [&] { return to_string(f.type(e.token)); });
  detail::check_channel(e.channel, Channel::HostToDevice,
                        "channel_type is HOST_TO_DEVICE (3) if is_host_transfer, else "
                        "DEVICE_TO_DEVICE (1)", grid);
  detail::check_payload("O1", "O1", declared);
  return declared;
}
/// The results of `infeed` are what the feed brings.
inline TypeList infer(const Infeed& e, const Function& f, const TypeList& declared) {
  constraint(detail::is_token(f.type(e.token)), "I1", "the operand is a token",
             [&] { return to_string(f.type(e.token)); });
  constraint(!declared.empty(), "C1", "0 < size(results)", [&] { return to_string(declared); });
  detail::check_payload("C2", "C3", declared);
  return declared;
}
/// The result of `outfeed`.
inline TypeList infer(const Outfeed& e, const Function& f) {
  detail::check_payload("I1", "I2", f.types(e.operands));
  return {TokenType{}};
}
/// The results of `interpreter.run_parallel`.
inline TypeList infer(const RunParallel& e, const Function& f, const Module& m) {
  TypeList operands, results;
  const ProcessGrid grid = e.grid();
  constraint(grid.size() > 0, "C1", "programs is a grid of functions", [&] { return to_string(grid); });
  const auto find = [&](const std::string& name) {
    const Function* callee = m.find(name);
    constraint(callee != nullptr, "C2", "programs and infeed are functions of the module",
               "@" + name);
    return callee;
  };
  for (const auto& replica : e.programs) {
    constraint(static_cast<int64_t>(replica.size()) == grid.partitions, "C1",
               "every replica has equally many partitions", [&] { return std::to_string(replica.size()); });
    for (const std::string& name : replica) {
      const Function* program = find(name);
      for (const Type& t : program->param_types()) operands.push_back(t);
      for (const Type& t : program->result_types) results.push_back(t);
    }
  }
  constraint(f.types(e.operands) == operands, "C3",
             "the operands are those of the programs, process by process",
             [&] { return to_string(f.types(e.operands)); });
  for (const std::string& name : e.infeed)
    constraint(find(name)->params.empty(), "C4", "functions of the infeed take no arguments",
               "@" + name);
  return results;
}

/// Calls `visit` on the statements of a block and of the blocks in it.
template <class Visit>
void for_each_stmt(const Block& b, const Visit& visit) {
  for (const Stmt& s : b.stmts) {
    visit(s);
    if (const auto* e = std::get_if<While>(&s.expr)) {
      for_each_stmt(e->cond.body, visit);
      for_each_stmt(e->body.body, visit);
    } else if (const auto* choice = std::get_if<If>(&s.expr)) {
      for_each_stmt(choice->on_true, visit);
      for_each_stmt(choice->on_false, visit);
    } else if (const auto* branches = std::get_if<Case>(&s.expr)) {
      for (const Block& branch : branches->branches) for_each_stmt(branch, visit);
    }
  }
}

/// Constraints of one statement that depend on the grid; throws ConstraintViolation.
inline void check_on_grid(const Stmt& s, const Function& f, const ProcessGrid& grid) {
  const TypeList declared = f.types(s.results);
  if (const auto* c = std::get_if<Collective>(&s.expr)) infer(*c, f, declared, &grid);
  else if (const auto* send = std::get_if<Send>(&s.expr)) infer(*send, f, &grid);
  else if (const auto* recv = std::get_if<Recv>(&s.expr)) infer(*recv, f, declared, &grid);
}

/// Checks, for every run_parallel, what its programs and the functions that they call do on its
/// grid. The functions themselves have been checked.
class GridTyping {
 public:
  explicit GridTyping(const Module& m) : m_(m) {}

  void operator()() {
    for (const Function& f : m_.functions)
      for_each_stmt(f.body, [&](const Stmt& s) {
        const auto* run = std::get_if<RunParallel>(&s.expr);
        if (!run) return;
        for (const auto& replica : run->programs)
          for (const std::string& name : replica) reach(name, run->grid());
        for (const std::string& name : run->infeed) reach(name, run->grid());
        drain();
      });
  }

 private:
  struct Reached {
    const Function* f;
    ProcessGrid grid;
  };
  void reach(const std::string& name, const ProcessGrid& grid) {
    const Function* f = m_.find(name);
    if (f && seen_.insert({f, {grid.replicas, grid.partitions}}).second)
      pending_.push_back({f, grid});
  }
  void drain() {
    while (!pending_.empty()) {
      const Reached at = pending_.back();
      pending_.pop_back();
      for_each_stmt(at.f->body, [&](const Stmt& s) {
        if (const auto* call = std::get_if<Call>(&s.expr)) reach(call->callee, at.grid);
        try {
          check_on_grid(s, *at.f, at.grid);
        } catch (const ConstraintViolation& v) {
          throw Rejected(Rule::T_Op, 1, s.location, v.found,
                         std::string(form_name(s.expr)) + " " + v.label + ": " + v.text);
        }
      });
    }
  }

  const Module& m_;
  std::vector<Reached> pending_;
  std::set<std::pair<const Function*, std::pair<int64_t, int64_t>>> seen_;
};

}  // namespace partir::shlo
