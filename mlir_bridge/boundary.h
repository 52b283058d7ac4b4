// How the tensors at the boundary of a program lie on the devices, as its text says with `sdy.sharding` or
// `mhlo.sharding`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "semantics/dist_type.h"

namespace partir {

/// The mesh of a function and how its parameters and results lie on it.
struct Boundary {
  Mesh mesh;                          ///< refined: parts of axes in use are axes of their own, `x:(1)2`
  std::vector<int64_t> partition_of;  ///< partition of each device in the mesh's order; empty: the same
  std::vector<DistType> params, results;
};

/// The boundary of `@main` of `path` ("-": standard input), else of its only public function, whose types are
/// global. What has no `sdy.sharding` is replicated; `unreduced` axes are partial axes; open dimensions (`?`) are
/// as they stand. Nothing where neither a parameter nor a result has one. Throws BadInput where a sharding is none
/// of its type over its mesh, Unsupported for shards of unequal extents, for tensors that are sharded over
/// different meshes, for those that live on one device, and for parts of axes that lie across one another.
std::optional<Boundary> read_sdy_boundary(const std::string& path);
/// The same from memory; `name` is the file that locations cite.
std::optional<Boundary> read_sdy_boundary_text(const std::string& text, const std::string& name);

/// The types of a program's parameters and results.
struct Signature {
  std::vector<TensorType> params, results;
};
/// As above, and where there is no `sdy.sharding` that of `mhlo.sharding` (semantics/gspmd_sharding.h), over as many
/// devices as `mhlo.num_partitions` or `mhlo.num_replicas` say, or else the shardings. The global types are those of
/// `global`, whatever the text's are: a device-local program keeps the shardings of what it was made of. Throws
/// BadInput where the text has another number of parameters or results.
std::optional<Boundary> read_boundary(const std::string& path, const Signature& global);

}  // namespace partir
