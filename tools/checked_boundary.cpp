#include "tools/checked_boundary.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "semantics/module_typing.h"

namespace partir {

namespace {

/// A statement on a tensor, and the text that makes it.
struct Candidate {
  const BoundarySource* source;
  const StatedBoundary* in;
  const Statement* statement;
};

std::string tensor_name(bool is_param, size_t i, const std::string& name) {
  return (is_param ? "parameter " : "result ") + std::to_string(i) + (name.empty() ? "" : " (" + name + ")");
}
std::string note_at(const Location& where, const std::string& text) { return to_string(where) + ": note: " + text; }

/// What becomes of an sdy.sharding in which extents do not divide, where `actual` cuts those dimensions into fewer parts
/// that do: Shardy's partitioner keeps of such a dimension's axes the major ones (sdy-update-non-divisible-input-output-
/// shardings). Nothing where that is not so. Of all notations only sdy.sharding says what is open.
std::optional<Placement> evened(const TensorType& type, const Placement& stated, const Placement& actual) {
  if (stated.open.empty() || stated.only || actual.only) return std::nullopt;
  Placement p = stated;
  bool changed = false;
  for (size_t i = 0; i < type.shape.size(); ++i) {
    const int64_t parts = stated.parts[i], fewer = actual.parts[i];
    if (type.shape[i] % parts == 0) continue;
    if (parts % fewer != 0 || type.shape[i] % fewer != 0) return std::nullopt;
    p.parts[i] = fewer;
    for (size_t k = i; k < p.part.size(); k += p.parts.size()) p.part[k] /= parts / fewer;
    changed = true;
  }
  return changed ? std::optional(std::move(p)) : std::nullopt;
}

/// Finds who says what, and whether they agree.
class BoundaryDecision {
 public:
  BoundaryDecision(const ImplText& impl, const std::vector<BoundarySource>& sources, const Signature& global)
      : impl_(impl), sources_(sources), global_(global) {
    for (const BoundarySource& s : sources) devices_ = std::max(devices_, s.text.devices.value_or(1));
    for (const bool is_param : {true, false})
      for (size_t i = 0; i < types(is_param).size(); ++i) decide(is_param, i);
    if (!disagreements_.empty()) disagree();
    for (const auto& [what, found] : unread_)
      checked.notes.push_back(found.first + (found.second > 1 ? " (and " + std::to_string(found.second - 1) + " more alike)" : ""));
  }

  CheckedBoundary checked;

  Boundary boundary() const {
    std::vector<const StatedBoundary*> used;
    for (const auto& [place, c] : chosen_)
      if (!is_among(used, c.in)) used.push_back(c.in);
    if (used.empty()) no_boundary(impl_.program);
    if (used.size() > 1) return joined();
    // whole everywhere, in a notation that does not say on how many devices
    if (const auto& b = used[0]->boundary; b && b->mesh.devices() == 1 && devices_ > 1) return joined();
    if (used[0]->boundary) return *used[0]->boundary;
    try {
      return joined();  // in another order of devices, say
    } catch (const Unsupported&) {
      std::rethrow_exception(used[0]->why_not);
    }
  }
  /// The statement that decides, null where there is none.
  const Candidate* chosen(bool is_param, size_t i) const {
    const auto at = chosen_.find({!is_param, i});
    return at == chosen_.end() ? nullptr : &at->second;
  }

 private:
  static bool is_among(const std::vector<const StatedBoundary*>& list, const StatedBoundary* x) {
    return std::find(list.begin(), list.end(), x) != list.end();
  }
  const std::vector<TensorType>& types(bool is_param) const { return is_param ? global_.params : global_.results; }

  /// What the texts call a tensor: IMPL first, then the others.
  std::string name_of(bool is_param, size_t i) const {
    for (const BoundarySource& s : sources_) {
      const TensorNames& n = (is_param ? s.text.params : s.text.results).at(i);
      for (const std::string& name : {n.info, n.value.empty() ? "" : "%" + n.value, n.location})
        if (!name.empty()) return name;
    }
    return "";
  }

  void decide(bool is_param, size_t i) {
    const TensorType& type = types(is_param)[i];
    CheckedTensor& tensor = (is_param ? checked.params : checked.results).emplace_back();
    tensor.name = name_of(is_param, i);
    std::vector<Candidate> readable, unread;
    for (const BoundarySource& source : sources_)
      for (const StatedBoundary& in : source.text.stated)
        if (const std::optional<Statement>& s = (is_param ? in.params : in.results).at(i))
          (s->placement ? readable : unread).push_back({&source, &in, &*s});
    if (readable.empty() && !unread.empty()) {
      if (unread[0].in->why_not) std::rethrow_exception(unread[0].in->why_not);
      throw Unsupported(unread[0].statement->unread, unread[0].statement->where);
    }
    for (const Candidate& c : unread) {
      const std::string what = c.source->who + "'s sharding is not compared with the others: " + c.statement->unread;
      auto& [first, count] = unread_[what];
      if (count++ == 0) first = note_at(c.statement->where, tensor_name(is_param, i, tensor.name) + ": " + what);
    }
    for (const Candidate& c : readable) devices_ = std::max(devices_, c.statement->placement->devices);
    if (readable.empty()) return;
    // what leaves nothing open decides before what does
    std::stable_partition(readable.begin(), readable.end(), [](const Candidate& c) { return !c.statement->placement->is_open(); });
    const auto at_odds = [&](const Candidate& c, const Candidate& decides) {
      return difference(type, *c.statement->placement, *decides.statement->placement);
    };
    const auto odds = [&](const Candidate& c, const Candidate& decides) {
      const Placement& actual = *decides.statement->placement;
      const std::optional<Placement> even = evened(type, *c.statement->placement, actual);
      return even && !difference(type, *even, actual) ? std::nullopt : at_odds(c, decides);
    };
    auto decides = std::find_if(readable.begin(), readable.end(), [&](const Candidate& d) {
      return std::none_of(readable.begin(), readable.end(), [&](const Candidate& c) { return &c != &d && odds(c, d); });
    });
    if (decides == readable.end()) {
      for (const Candidate& c : readable)
        if (const auto d = odds(c, readable[0]); d && &c != &readable[0]) {
          const std::string &by_first = readable[0].source->who, &by_other = c.source->who;
          disagreements_.push_back(
              {readable[0].statement->where,
               tensor_name(is_param, i, tensor.name) + " of type " + to_string(type) + " lies otherwise by " +
                   (by_first == by_other ? by_first + " itself, which says it twice" : by_first + " than by " + by_other) +
                   ": " + readable[0].statement->text + ", so that " + d->by_second,
               c.statement->where, by_other + " says " + c.statement->text + ", so that " + d->by_first});
          return;
        }
    }
    std::rotate(readable.begin(), decides, decides + 1);
    chosen_.emplace(std::pair(!is_param, i), readable[0]);
    for (const Candidate& c : readable) {
      if (&c != &readable[0] && at_odds(c, readable[0]))
        checked.notes.push_back(note_at(c.statement->where, tensor_name(is_param, i, tensor.name) + ": " + c.source->who + " says " +
                                                                c.statement->text + ", into which " + to_string(type) +
                                                                " does not divide; what was checked has the major parts that do"));
      else if (std::none_of(tensor.said_by.begin(), tensor.said_by.end(), [&](const auto& s) { return s.first == c.source->who; }))
        tensor.said_by.emplace_back(c.source->who, c.statement->where);
    }
    const Placement& p = *readable[0].statement->placement;
    if (!p.summand.empty() && tensor.said_by.size() == 1)
      checked.notes.push_back(note_at(readable[0].statement->where,
                                      tensor_name(is_param, i, tensor.name) + " is in summands by the word of " +
                                          tensor.said_by[0].first + " alone"));
  }

  struct Disagreement {
    Location where;
    std::string error;
    Location other;
    std::string note;
  };
  [[noreturn]] void disagree() const {
    constexpr size_t most = 8;
    std::string all;
    for (size_t i = 0; i < disagreements_.size() && i < most; ++i) {
      const Disagreement& d = disagreements_[i];
      if (i) all += "\n" + to_string(d.where) + ": error: ";
      all += d.error + "\n" + note_at(d.other, d.note);
    }
    if (disagreements_.size() > most) all += "\nand " + std::to_string(disagreements_.size() - most) + " more tensors";
    throw BadInput(all, disagreements_[0].where);
  }

  /// A boundary of what decides on each tensor, whoever says it.
  Boundary joined() const {
    const Candidate* first = nullptr;  // that is not whole
    for (const auto& [place, c] : chosen_) {
      const Placement& p = *c.statement->placement;
      if (p.is_whole()) continue;
      if (!first) first = &c;
      if (p.devices == first->statement->placement->devices) continue;
      throw BadInput("a boundary on " + std::to_string(first->statement->placement->devices) + " devices, " + first->source->who +
                         " says " + first->statement->text + "\n" +
                         note_at(c.statement->where, c.source->who + " says " + c.statement->text + ", on " + std::to_string(p.devices)),
                     first->statement->where);
    }
    const int64_t devices = first ? first->statement->placement->devices : impl_.said.devices.value_or(devices_);
    // the devices may be in an order of which only one of the texts knows, or in that of a list
    std::vector<std::vector<int64_t>> orders{{}};
    const auto add = [&](std::vector<int64_t> order) {
      constexpr size_t most = 8;
      if (orders.size() < most && std::find(orders.begin(), orders.end(), order) == orders.end()) orders.push_back(std::move(order));
    };
    for (const BoundarySource& source : sources_)
      for (const StatedBoundary& s : source.text.stated)
        if (s.boundary && s.boundary->mesh.devices() == devices) add(s.boundary->partition_of);
    std::set<const Placement*> seen;  // many tensors share one
    for (const auto& [place, c] : chosen_)
      if (const Placement* p = c.statement->placement.get(); seen.insert(p).second)
        if (const auto s = gspmd_of(*p, devices); s && !s->devices.empty()) add(s->devices);
    std::exception_ptr why_not;
    for (const std::vector<int64_t>& order : orders) try {
        return joined(devices, order);
      } catch (const Unsupported&) {
        if (!why_not) why_not = std::current_exception();
      }
    std::rethrow_exception(why_not);
  }
  /// With the devices in this order (empty: that of their numbers).
  Boundary joined(int64_t devices, const std::vector<int64_t>& order) const {
    Boundary b;
    b.partition_of = order;
    std::vector<GspmdTensor> tensors;
    for (const bool is_param : {true, false})
      for (size_t i = 0; i < types(is_param).size(); ++i) {
        const Candidate* c = chosen(is_param, i);
        tensors.push_back({{}, types(is_param)[i], c ? c->statement->where : impl_.program.location});
        if (!c) continue;
        std::optional<GspmdSharding> s = gspmd_of(*c->statement->placement, devices, order);
        if (!s) throw Unsupported("a tensor that not all devices hold in equal numbers, " + c->statement->text, c->statement->where);
        tensors.back().sharding = std::move(*s);
      }
    GspmdLayout layout = gspmd_layout(tensors, devices);
    bool named = false;
    for (const BoundarySource& source : sources_)
      for (const StatedBoundary& s : source.text.stated)
        named = named || (s.boundary && s.boundary->partition_of == order && rename(layout, s.boundary->mesh));
    size_t next = 0;
    for (const bool is_param : {true, false})
      for (size_t i = 0; i < types(is_param).size(); ++i, ++next) {
        DistType& d = layout.tensors[next];
        if (const Candidate* c = chosen(is_param, i)) d.monoid = c->statement->placement->monoid;
        if (const std::string why = ill_formed(layout.mesh, d); !why.empty())
          throw Unsupported("shards of unequal extents: " + why, tensors[next].where);
        (is_param ? b.params : b.results).push_back(std::move(d));
      }
    b.mesh = std::move(layout.mesh);
    return b;
  }
  /// Gives the axes the names of a mesh, if it has the same ones.
  static bool rename(GspmdLayout& layout, const Mesh& mesh) {
    std::vector<std::pair<Axis, int64_t>> axes;
    for (const auto& axis : mesh.axes())
      if (axis.second > 1) axes.push_back(axis);
    const auto& own = layout.mesh.axes();
    if (!std::equal(axes.begin(), axes.end(), own.begin(), own.end(), [](const auto& a, const auto& b) { return a.second == b.second; }))
      return false;
    for (DistType& d : layout.tensors) {
      for (AxisList& list : d.dims)
        for (Axis& a : list) a = axes[layout.mesh.index(a)].first;
      for (Axis& a : d.partial) a = axes[layout.mesh.index(a)].first;
    }
    layout.mesh = Mesh(std::move(axes));
    return true;
  }

  const ImplText& impl_;
  const std::vector<BoundarySource>& sources_;
  const Signature& global_;
  int64_t devices_ = 1;  ///< the most that anybody speaks of
  std::map<std::pair<bool, size_t>, Candidate> chosen_;  ///< of the parameters, then of the results
  std::vector<Disagreement> disagreements_;
  std::map<std::string, std::pair<std::string, size_t>> unread_;  ///< the first note, and how many
};

/// What SPEC and IMPL call the tensors, and for how many devices they are.
void compare_texts(const std::vector<BoundarySource>& sources, const SpmdProgram& impl, CheckedBoundary& checked) {
  const BoundaryText *spec_text = nullptr, *impl_text = nullptr;
  for (const BoundarySource& s : sources) {
    if (s.who == "SPEC") spec_text = &s.text;
    if (s.who == "IMPL") impl_text = &s.text;
  }
  if (!spec_text || !impl_text) return;
  if (const int64_t n = spec_text->devices.value_or(1); n > 1 && n != impl.mesh.devices())
    checked.notes.push_back(note_at(impl.location, "SPEC's module is for " + std::to_string(n) + " devices, and IMPL runs on " +
                                                       std::to_string(impl.mesh.devices())));
  for (const bool is_param : {true, false}) {
    const auto found = is_param ? swapped_names(spec_text->params, impl_text->params, impl_text->param_places, "parameter")
                                : swapped_names(spec_text->results, impl_text->results, impl_text->result_places, "result");
    checked.notes.insert(checked.notes.end(), found.begin(), found.end());
  }
}

/// The types of IMPL's function are those that the boundary makes of the global ones.
void check_local_types(const SpmdProgram& p, const CheckedBoundary& checked, const BoundaryDecision& decision) {
  const shlo::Function& f = *p.function();
  const auto check = [&](bool is_param, size_t i, const DistType& d, const shlo::Type& type, const Location& where) {
    const TensorType expected = local(p.mesh, d);
    if (type.tensor() && *type.tensor() == expected) return;
    shlo::check(p.module);  // an ill-typed program is that first of all
    std::string text = (is_param ? "parameter " : "result ") + std::to_string(i) + " is " + to_string(type) +
                       " on each device; its sharding " + to_string(d) + " makes it " + to_string(expected);
    if (const Candidate* c = decision.chosen(is_param, i))
      text += "\n" + note_at(c->statement->where, c->source->who + " says " + c->statement->text +
                                                      (c->statement->placement->is_open() ? "; what it leaves open is taken as not cut" : ""));
    else
      text += "\n" + note_at(where, "nothing says how it lies, so that every device is taken to hold all of it");
    throw BadInput(text, where);
  };
  for (size_t i = 0; i < checked.params.size(); ++i)
    check(true, i, p.params[i], f.type(f.params[i]), f.values[f.params[i]].location);
  for (size_t i = 0; i < checked.results.size(); ++i) check(false, i, p.results[i], f.result_types[i], f.location);
}

/// What a program on whole tensors says of its own boundary, of every tensor.
StatedBoundary own_boundary(const SpmdProgram& p, const BoundaryText& text, const Signature& global) {
  StatedBoundary said;
  said.boundary = Boundary{p.mesh, p.partition_of, p.params, p.results};
  const auto say = [&](const char* noun, size_t i, const DistType& d, const TensorType& type, const Location& where) {
    if (d.global != type)
      throw BadInput(std::string(noun) + " " + std::to_string(i) + " is " + to_string(type) + " in SPEC and " +
                         to_string(d.global) + " in IMPL, which is on whole tensors", where);
    return statement(*said.boundary, d, where);
  };
  for (size_t i = 0; i < p.params.size(); ++i)
    said.params.push_back(say("parameter", i, p.params[i], global.params.at(i), text.param_places.at(i)));
  for (size_t i = 0; i < p.results.size(); ++i)
    said.results.push_back(say("result", i, p.results[i], global.results.at(i), text.result_places.at(i)));
  return said;
}

}  // namespace

std::pair<SpmdProgram, CheckedBoundary> decide_boundary(ImplText impl, const std::vector<BoundarySource>& sources,
                                                        const Signature& global) {
  std::vector<BoundarySource> all = sources;
  if (impl.on_whole_tensors)
    for (BoundarySource& s : all)
      if (s.who == "IMPL") s.text.stated.insert(s.text.stated.begin(), own_boundary(impl.program, s.text, global));
  BoundaryDecision decision(impl, all, global);
  CheckedBoundary checked = std::move(decision.checked);
  SpmdProgram p;
  if (impl.on_whole_tensors) {
    p = std::move(impl.program);
  } else {
    Boundary boundary = decision.boundary();
    p = with_boundary(std::move(impl), std::move(boundary));
    check_local_types(p, checked, decision);
  }
  for (size_t i = 0; i < checked.params.size(); ++i) checked.params[i].local = local(p.mesh, p.params[i]);
  for (size_t i = 0; i < checked.results.size(); ++i) checked.results[i].local = local(p.mesh, p.results[i]);
  compare_texts(all, p, checked);
  return {std::move(p), std::move(checked)};
}

CheckedBoundary stated_boundary(const hlo::Program& p) {
  CheckedBoundary b;
  for (ValueId x : p.main.params)
    b.params.push_back({p.main.values[x].name.empty() ? "" : "%" + std::string(p.main.values[x].name), p.main.type(x),
                        {{"HLO", p.main.values[x].location}}, 0});
  for (const DistType& d : p.main.result_dists) b.results.push_back({"", local(p.mesh, d), {{"HLO", p.main.location}}, 0});
  return b;
}

std::vector<std::string> swapped_names(const std::vector<TensorNames>& spec, const std::vector<TensorNames>& impl,
                                       const std::vector<Location>& places, const std::string& noun) {
  std::vector<std::string> notes;
  for (const auto member : {&TensorNames::value, &TensorNames::location, &TensorNames::info}) {
    std::map<std::string, size_t> first, second;
    for (size_t i = 0; i < spec.size(); ++i) first[spec[i].*member] = i;
    for (size_t i = 0; i < impl.size(); ++i) second[impl[i].*member] = i;
    // each name once, and the same ones on both sides
    if (first.size() != spec.size() || second.size() != impl.size() || first.contains("") ||
        !std::equal(first.begin(), first.end(), second.begin(), second.end(), [](const auto& a, const auto& b) { return a.first == b.first; }))
      continue;
    std::string found;
    size_t moved = 0;
    for (size_t i = 0; i < impl.size(); ++i)
      if (const size_t at = first[impl[i].*member]; at != i && ++moved <= 4)
        found += (moved > 1 ? ", " : "") + noun + " " + std::to_string(i) + " of IMPL is called " + impl[i].*member + " as is " +
                 noun + " " + std::to_string(at) + " of SPEC";
    if (moved) notes.push_back(note_at(places.empty() ? Location{} : places[0],
                                       "the names are in another order: " + found + (moved > 4 ? ", .." : "") +
                                           "; they are paired by their places"));
  }
  return notes;
}

//===--------------------------------------------------------------------------------------------===
// Showing it
//===--------------------------------------------------------------------------------------------===

namespace {

constexpr size_t most_lines = 24;

std::string layout_text(const DistType& d) {
  return to_string(d.dims) + (d.partial.empty() ? "" : ", partial<" + std::string(name(d.monoid)) + "> " + to_string(d.partial));
}
std::string said_text(const CheckedTensor& t, bool with_places) {
  std::string s;
  for (size_t i = 0; i < t.said_by.size(); ++i)
    s += (i == 0 ? "by " : i == 1 ? ", likewise " : " and ") + t.said_by[i].first +
         (with_places ? " at " + to_string(t.said_by[i].second) : "");
  if (!s.empty()) return s;
  if (t.ways == 0) return "nobody says so";
  return t.ways == 1 ? "nobody says so, its local type allows nothing else"
                     : "nobody says so, found by trying: one of " + std::to_string(t.ways) + " ways";
}

/// `dists` and `tensors` are those of one kind.
std::string lines(const std::vector<DistType>& dists, const std::vector<CheckedTensor>& tensors, bool is_param, bool fold) {
  const auto one = [&](size_t i) {
    return (tensors[i].name.empty() ? "" : " " + tensors[i].name) + ": " + to_string(dists[i].global) + " as " +
           layout_text(dists[i]) + ", " + to_string(tensors[i].local) + " on each device; " + said_text(tensors[i], true) + "\n";
  };
  const std::string noun = is_param ? "parameter" : "result";
  std::string s;
  if (!fold) {
    for (size_t i = 0; i < dists.size(); ++i) s += "  " + noun + " " + std::to_string(i) + one(i);
    return s;
  }
  std::vector<std::pair<std::string, std::vector<size_t>>> groups;
  for (size_t i = 0; i < dists.size(); ++i) {
    const std::string key = layout_text(dists[i]) + " " + said_text(tensors[i], false);
    auto at = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == key; });
    if (at == groups.end()) at = groups.insert(at, {key, {}});
    at->second.push_back(i);
  }
  for (const auto& [key, members] : groups) {
    if (members.size() == 1) {
      s += "  " + noun + " " + std::to_string(members[0]) + one(members[0]);
      continue;
    }
    // runs of numbers: 0-3, 5, 7-9
    std::string numbers;
    for (size_t k = 0; k < members.size();) {
      size_t end = k;
      while (end + 1 < members.size() && members[end + 1] == members[end] + 1) ++end;
      numbers += (k ? ", " : "") + std::to_string(members[k]) + (end > k ? "-" + std::to_string(members[end]) : "");
      k = end + 1;
    }
    s += "  " + std::to_string(members.size()) + " " + noun + "s as " + layout_text(dists[members[0]]) + ", " +
         said_text(tensors[members[0]], false) + ": " + numbers + "; the first" + one(members[0]);
  }
  return s;
}

Json axes_json(const AxisList& axes) {
  Json list = Json::array();
  for (const Axis& a : axes) list.push_back(a.str());
  return list;
}
Json tensors_json(const std::vector<DistType>& dists, const std::vector<CheckedTensor>& tensors) {
  Json list = Json::array();
  for (size_t i = 0; i < dists.size(); ++i) {
    Json t{{"name", tensors[i].name}, {"global", to_string(dists[i].global)}, {"dims", Json::array()}};
    for (const AxisList& axes : dists[i].dims) t["dims"].push_back(axes_json(axes));
    if (!dists[i].partial.empty()) {
      t["partial"] = axes_json(dists[i].partial);
      t["monoid"] = name(dists[i].monoid);
    }
    t["local"] = to_string(tensors[i].local);
    t["stated"] = Json::array();
    for (const auto& [who, where] : tensors[i].said_by) t["stated"].push_back({{"by", who}, {"location", to_json(where)}});
    if (tensors[i].ways > 0) t["ways"] = tensors[i].ways;
    list.push_back(std::move(t));
  }
  return list;
}

}  // namespace

std::string to_text(const ShownBoundary& b) {
  std::string s = "boundary over the mesh " + to_string(b.mesh) + ", " + counted(b.mesh.devices(), "device");
  for (size_t i = 0; i < b.partition_of.size(); ++i) s += (i ? ", " : " numbered [") + std::to_string(b.partition_of[i]);
  s += b.partition_of.empty() ? "\n" : "]\n";
  const bool fold = b.params.size() + b.results.size() > most_lines;
  s += lines(b.params, b.checked.params, true, fold) + lines(b.results, b.checked.results, false, fold);
  for (const std::string& note : b.checked.notes) s += note + "\n";
  return s;
}

Json to_json(const ShownBoundary& b) {
  Json j{{"mesh", Json::array()}};
  for (const auto& [a, n] : b.mesh.axes()) j["mesh"].push_back({a.str(), n});
  if (!b.partition_of.empty()) j["device_ids"] = b.partition_of;
  j["params"] = tensors_json(b.params, b.checked.params);
  j["results"] = tensors_json(b.results, b.checked.results);
  j["notes"] = b.checked.notes;
  return j;
}

}  // namespace partir
