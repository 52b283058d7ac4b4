// GSPMD's shardings, as `mhlo.sharding` has them in text, as distributed types over a mesh.
//
//   {replicated}  {maximal device=3}  {manual}  {devices=[2,1,4]0,1,..}  {devices=[2,4]<=[8]}
//   {devices=[2,1,4]<=[4,2]T(1,0) last_tile_dim_replicate}
//   {devices=[2,1,2,2]<=[8] last_tile_dims={unreduced, replicated}}
// What a sharding means is semantics/placement.h's business.
#pragma once

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semantics/diagnostics.h"
#include "semantics/dist_type.h"

namespace partir {

/// One tensor's sharding: tiles in a grid, and the device of each.
struct GspmdSharding {
  enum class Rest : uint8_t { Replicated, Unreduced };  ///< what further dimensions of the grid mean
  Shape grid;                    ///< tiles per dimension, then one extent for each of `rest`; empty: replicated
  std::vector<int64_t> devices;  ///< of each tile, row-major over `grid`
  std::vector<Rest> rest;
  std::optional<int64_t> only;   ///< the one device that has the tensor, `maximal`; then there is no grid
  friend bool operator==(const GspmdSharding&, const GspmdSharding&) = default;
};

namespace detail {

class GspmdReader {
 public:
  GspmdReader(std::string_view text, const Location& where) : text_(text), where_(where) {}

  GspmdSharding operator()() {
    GspmdSharding s;
    expect("{");
    if (take("replicated")) {
      end();
      return s;
    }
    if (take("maximal")) {
      expect("device=");
      s.only = number();
      end();
      return s;
    }
    for (const char* outside : {"manual", "unknown", "unreduced", "mesh"})
      if (take(outside)) out_of_reach();
    expect("devices=");
    s.grid = list('[', ']');
    for (int64_t n : s.grid)
      if (n < 1) bad("an extent of at least 1");
    const int64_t devices = count(s.grid);
    if (take("<=")) {
      const Shape extents = list('[', ']');
      std::vector<int64_t> order(extents.size());
      std::iota(order.begin(), order.end(), 0);
      if (take("T")) order = list('(', ')');
      std::vector<int64_t> sorted = order;
      std::sort(sorted.begin(), sorted.end());
      for (size_t i = 0; i < sorted.size(); ++i)
        if (sorted[i] != static_cast<int64_t>(i)) bad("a permutation of the extents' numbers");
      if (order.size() != extents.size()) bad("a number for each extent");
      if (count(extents) != devices) bad("as many devices as tiles");
      s.devices = transposed(extents, order);
    } else {
      s.devices = numbers();
      std::vector<int64_t> sorted = s.devices;
      std::sort(sorted.begin(), sorted.end());
      for (size_t i = 0; i < sorted.size(); ++i)
        if (sorted[i] != static_cast<int64_t>(i)) bad("each device once, from 0");
      if (static_cast<int64_t>(sorted.size()) != devices) bad("as many devices as tiles");
    }
    if (take("last_tile_dim_replicate")) {
      s.rest = {GspmdSharding::Rest::Replicated};
    } else if (take("last_tile_dims={")) {
      do {
        if (take("replicated")) s.rest.push_back(GspmdSharding::Rest::Replicated);
        else if (take("unreduced")) s.rest.push_back(GspmdSharding::Rest::Unreduced);
        else if (take("manual")) out_of_reach();
        else bad("replicated, unreduced or manual");
      } while (take(","));
      expect("}");
    }
    for (const char* outside : {"metadata", "shard_"})
      if (take(outside)) out_of_reach();
    if (s.rest.size() > s.grid.size()) bad("no more kinds of dimensions than dimensions");
    end();
    return s;
  }

 private:
  [[noreturn]] void bad(const std::string& expected) const {
    throw BadInput("the sharding '" + std::string(text_) + "' is malformed at '" +
                       std::string(text_.substr(std::min(at_, text_.size()))) + "': expected " +
                       expected, where_);
  }
  [[noreturn]] void out_of_reach() const { throw Unsupported("the sharding '" + std::string(text_) + "'", where_); }
  void blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool take(std::string_view word) {
    blanks();
    if (text_.substr(std::min(at_, text_.size()), word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  void expect(std::string_view word) {
    if (!take(word)) bad("'" + std::string(word) + "'");
  }
  void end() {
    expect("}");
    blanks();
    if (at_ != text_.size()) bad("the end");
  }
  int64_t number() {
    blanks();
    int64_t n = 0;
    const char* first = text_.data() + std::min(at_, text_.size());
    const auto [last, error] = std::from_chars(first, text_.data() + text_.size(), n);
    if (error != std::errc() || n < 0) bad("a number");
    at_ += static_cast<size_t>(last - first);
    return n;
  }
  std::vector<int64_t> numbers() {
    std::vector<int64_t> found{number()};
    while (take(",")) found.push_back(number());
    return found;
  }
  std::vector<int64_t> list(char open, char close) {
    expect(std::string_view(&open, 1));
    std::vector<int64_t> found = numbers();
    expect(std::string_view(&close, 1));
    return found;
  }
  /// The product; no grid of devices is larger than a million.
  int64_t count(const Shape& extents) const {
    int64_t n = 1;
    for (int64_t e : extents) {
      if (e == 0 || n > (int64_t{1} << 20) / e)
        throw BadInput("the sharding '" + std::string(text_) + "' has no device or over a million",
                       where_);
      n *= e;
    }
    return n;
  }
  /// The row-major numbers of `extents`, transposed.
  static std::vector<int64_t> transposed(const Shape& extents, const std::vector<int64_t>& order) {
    Shape strides(extents.size(), 1);
    for (size_t i = extents.size(); i-- > 1;) strides[i - 1] = strides[i] * extents[i];
    std::vector<int64_t> ids{0};
    for (int64_t axis : order) {
      std::vector<int64_t> next;
      for (int64_t id : ids)
        for (int64_t k = 0; k < extents[static_cast<size_t>(axis)]; ++k)
          next.push_back(id + k * strides[static_cast<size_t>(axis)]);
      ids = std::move(next);
    }
    return ids;
  }

  std::string_view text_;
  Location where_;
  size_t at_ = 0;
};

/// `size` devices at a distance of `stride` in their numbers.
struct DeviceDigit {
  int64_t size, stride;
};

/// The digits, major first, of which the numbers `ids` are the sums, from 0; nothing if they are not that.
inline std::optional<std::vector<DeviceDigit>> digits_of(std::vector<int64_t> ids) {
  std::vector<DeviceDigit> digits;
  while (ids.size() > 1) {
    // the minor digit: the longest run of equal steps that divides the whole into equal runs
    const int64_t stride = ids[1] - ids[0];
    if (stride <= 0) return std::nullopt;
    size_t size = 1;
    while (size < ids.size() && ids[size] - ids[size - 1] == stride) ++size;
    while (ids.size() % size != 0) --size;
    std::vector<int64_t> starts;
    for (size_t k = 0; k < ids.size(); k += size) {
      for (size_t j = 0; j < size; ++j)
        if (ids[k + j] != ids[k] + static_cast<int64_t>(j) * stride) return std::nullopt;
      starts.push_back(ids[k]);
    }
    if (size == 1) return std::nullopt;
    digits.insert(digits.begin(), {static_cast<int64_t>(size), stride});
    ids = std::move(starts);
  }
  return digits;
}

/// The digits of each dimension of the grid; nothing where the devices are no such product.
inline std::optional<std::vector<std::vector<DeviceDigit>>> digits_of(const GspmdSharding& s) {
  std::vector<std::vector<DeviceDigit>> found;
  std::vector<int64_t> expected{0};
  const auto total = static_cast<int64_t>(s.devices.size());
  int64_t inner = total;
  if (total > 0 && s.devices[0] != 0) return std::nullopt;
  for (int64_t n : s.grid) {
    inner /= n;
    std::vector<int64_t> ids;
    for (int64_t k = 0; k < n; ++k) ids.push_back(s.devices[static_cast<size_t>(k * inner)]);
    const auto digits = digits_of(ids);
    if (!digits) return std::nullopt;
    found.push_back(*digits);
    std::vector<int64_t> next;
    for (int64_t base : expected)
      for (int64_t id : ids) next.push_back(base + id);
    expected = std::move(next);
  }
  return expected == s.devices || s.grid.empty() ? std::optional(found) : std::nullopt;
}

}  // namespace detail

/// Reads one sharding; throws BadInput where the text is none, Unsupported where it is one whose parts are somebody
/// else's business (manual, unknown), or that names axes of a mesh.
inline GspmdSharding read_gspmd_sharding(std::string_view text, const Location& where) {
  return detail::GspmdReader(text, where)();
}

/// Throws BadInput where the sharding has another number of dimensions than the tensor.
inline void check_rank(const GspmdSharding& s, const TensorType& global, const Location& where) {
  if (!s.grid.empty() && s.grid.size() - s.rest.size() != global.shape.size())
    throw BadInput("a sharding of " + std::to_string(s.grid.size() - s.rest.size()) + " dimensions on " +
                       to_string(global), where);
}

/// A tensor and its sharding.
struct GspmdTensor {
  GspmdSharding sharding;
  TensorType global;
  Location where;
};
/// A mesh, and how each tensor lies on it.
struct GspmdLayout {
  Mesh mesh;
  std::vector<DistType> tensors;
};
/// The mesh whose axes all the shardings are made of, `d0` the major one, over `devices` devices that
/// are numbered row-major; and the distributed type of each tensor. Unreduced dimensions are partial
/// sums. Throws BadInput where a sharding is none of its tensor's or of another number of devices;
/// Unsupported where no mesh does it: devices in no order of products, orders that cut one another, a tensor that
/// lives on one device.
inline GspmdLayout gspmd_layout(const std::vector<GspmdTensor>& tensors, int64_t devices) {
  std::set<int64_t> cuts{1, devices};
  std::vector<std::vector<std::vector<detail::DeviceDigit>>> digits;
  for (const GspmdTensor& t : tensors) {
    const GspmdSharding& s = t.sharding;
    if (s.only) throw Unsupported("a tensor that lives on one device, " + std::to_string(*s.only), t.where);
    if (!s.grid.empty() && static_cast<int64_t>(s.devices.size()) != devices)
      throw BadInput("a sharding over " + std::to_string(s.devices.size()) + " devices, expected " +
                         std::to_string(devices), t.where);
    check_rank(s, t.global, t.where);
    const auto found = detail::digits_of(s);
    if (!found) throw Unsupported("a sharding whose devices are in no order of products", t.where);
    for (const auto& dim : *found)
      for (const detail::DeviceDigit& d : dim) cuts.insert(d.stride), cuts.insert(d.stride * d.size);
    digits.push_back(*found);
  }
  std::vector<std::pair<Axis, int64_t>> axes;
  std::vector<int64_t> strides;
  for (auto minor = cuts.rbegin(), major = minor++; minor != cuts.rend(); major = minor++) {
    if (*major % *minor != 0)
      throw Unsupported("shardings whose orders of devices cut one another (at " +
                            std::to_string(*minor) + " and " + std::to_string(*major) + ")",
                        tensors.empty() ? Location{} : tensors[0].where);
    axes.emplace_back("d" + std::to_string(axes.size()), *major / *minor);
    strides.push_back(*minor);
  }
  GspmdLayout layout{Mesh(axes), {}};
  for (size_t i = 0; i < tensors.size(); ++i) {
    DistType dist = DistType::replicated(tensors[i].global);
    const size_t rank = dist.dims.size();
    for (size_t d = 0; d < digits[i].size(); ++d) {
      AxisList list;
      for (const detail::DeviceDigit& digit : digits[i][d])
        for (size_t a = 0; a < axes.size(); ++a)
          if (strides[a] >= digit.stride && strides[a] < digit.stride * digit.size)
            list.push_back(axes[a].first);
      if (d < rank) dist.dims[d] = std::move(list);
      else if (tensors[i].sharding.rest[d - rank] == GspmdSharding::Rest::Unreduced)
        dist.partial.insert(dist.partial.end(), list.begin(), list.end());
    }
    std::sort(dist.partial.begin(), dist.partial.end(), [&](const Axis& a, const Axis& b) {
      return layout.mesh.index(a) < layout.mesh.index(b);
    });
    layout.tensors.push_back(std::move(dist));
  }
  return layout;
}

/// How a tensor lies on the mesh as GSPMD writes it, devices numbered row-major: the axes of the dimensions, then
/// those over which it is partial, then those that replicate it. Throws Unsupported for partial results of
/// another ⊕ than add, for which GSPMD has no word.
inline std::string gspmd_text(const Mesh& mesh, const DistType& d) {
  if (!d.partial.empty() && d.monoid != Monoid::Add)
    throw Unsupported("an mhlo.sharding of partial<" + std::string(name(d.monoid)) + ">", {});
  AxisList order = flatten(d.dims), replicated;
  order.insert(order.end(), d.partial.begin(), d.partial.end());
  for (const auto& [a, n] : mesh.axes())
    if (!contains(order, a)) replicated.push_back(a);
  if (mesh.size(order) == 1) return "{replicated}";
  order.insert(order.end(), replicated.begin(), replicated.end());
  const auto list = [](const auto& xs, auto&& text) {
    std::string all;
    for (const auto& x : xs) all += (all.empty() ? "" : ",") + text(x);
    return all;
  };
  const auto count = [](int64_t n) { return std::to_string(n); };
  Shape grid;
  for (const AxisList& axes : d.dims) grid.push_back(mesh.size(axes));
  std::string rest;
  if (const int64_t n = mesh.size(d.partial); n > 1) grid.push_back(n), rest = "unreduced";
  if (const int64_t n = mesh.size(replicated); n > 1) {
    grid.push_back(n);
    rest += rest.empty() ? "replicated" : ", replicated";
  }
  std::string s = "{devices=[" + list(grid, count) + "]<=";
  if (std::is_sorted(order.begin(), order.end(), [&](const Axis& a, const Axis& b) {
        return mesh.index(a) < mesh.index(b);
      }))
    s += "[" + std::to_string(mesh.devices()) + "]";
  else
    s += "[" + list(mesh.axes(), [&](const auto& axis) { return count(axis.second); }) + "]T(" +
         list(order, [&](const Axis& a) { return std::to_string(mesh.index(a)); }) + ")";
  if (rest == "replicated") s += " last_tile_dim_replicate";
  else if (!rest.empty()) s += " last_tile_dims={" + rest + "}";
  return s + "}";
}

}  // namespace partir
