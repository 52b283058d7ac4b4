// How the tensors at the boundary of a program lie on the devices, as its text says with `sdy.sharding` or
// `mhlo.sharding`, or in the forms in which XLA keeps them.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "semantics/dist_type.h"
#include "semantics/placement.h"

namespace partir {

/// The mesh of a function and how its parameters and results lie on it.
struct Boundary {
  Mesh mesh;                          ///< refined: parts of axes in use are axes of their own, `x:(1)2`
  std::vector<int64_t> partition_of;  ///< partition of each device in the mesh's order; empty: the same
  std::vector<DistType> params, results;
};

/// The types of a program's parameters and results.
struct Signature {
  std::vector<TensorType> params, results;
};

/// The boundary of `@main` of `path` ("-": standard input), else of its only public function, whose types are
/// global. What has no `sdy.sharding` is replicated; `unreduced` axes are partial axes; open dimensions (`?`) are
/// as they stand. Nothing where neither a parameter nor a result has one. Throws BadInput where a sharding is none
/// of its type over its mesh, Unsupported for shards of unequal extents, for tensors that are sharded over
/// different meshes, for those that live on one device, and for parts of axes that lie across one another.
std::optional<Boundary> read_sdy_boundary(const std::string& path);
/// The same from memory; `name` is the file that locations cite.
std::optional<Boundary> read_sdy_boundary_text(const std::string& text, const std::string& name);

/// What a text says of one tensor at its boundary.
struct Statement {
  std::string text;                            ///< as it is written
  Location where;
  std::shared_ptr<const Placement> placement;  ///< what it means; null where it cannot be read
  std::string unread;                          ///< why not
};
/// What a text says in one notation, by the tensors' numbers. A tensor of which it says nothing has no statement.
struct StatedBoundary {
  std::vector<std::optional<Statement>> params, results;
  /// The same as a whole: what nothing is said of is replicated, open dimensions are as they stand.
  std::optional<Boundary> boundary;
  std::exception_ptr why_not;  ///< the error that says why there is none
};
/// The statement, at a place, that a tensor lies like this on the boundary's mesh.
Statement statement(const Boundary& boundary, const DistType& dist, const Location& where);

/// What a text calls a tensor at its boundary; empty where it does not.
struct TensorNames {
  std::string value;     ///< `%x`
  std::string location;  ///< `loc("x")`
  std::string info;      ///< `jax.arg_info` or `jax.result_info`
};
/// Everything that a text says of its boundary.
struct BoundaryText {
  std::vector<StatedBoundary> stated;  ///< one for each notation in which something is said
  std::vector<TensorNames> params, results;
  std::vector<Location> param_places, result_places;
  std::optional<int64_t> devices;      ///< by `mhlo.num_partitions` and `mhlo.num_replicas`
};

/// Reads the boundary of `@main` of a text, else of its only public function: `sdy.sharding`, then
/// `xla.sdy.sharding` in `mhlo.frontend_attributes`, in which XLA keeps it, then `mhlo.sharding`
/// (semantics/gspmd_sharding.h), then `mhlo.spmd_parameters_shardings` and `mhlo.spmd_output_sharding` of the
/// module. GSPMD's are over as many devices as the module says, or else the shardings. The global types are those of
/// `global`, whatever the text's are: a device-local program keeps the shardings of what it was made of. Throws
/// BadInput where a sharding is none of its tensor's, the text has another number of parameters or results, or two
/// parameters alias one result.
BoundaryText read_boundary_text(const std::string& text, const std::string& name, const Signature& global);

}  // namespace partir
