// JSON files whose mistakes are reported as file:line:col: nlohmann's parser, and a tree that keeps positions.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "semantics/diagnostics.h"
#include "semantics/mesh.h"

namespace partir {

/// A JSON value that knows where it stands; nlohmann's own tree forgets.
struct LocatedJson {
  enum class Kind { Null, Bool, Integer, Number, String, Array, Object } kind = Kind::Null;
  int64_t integer = 0;                                      ///< the nearest, beyond 64 bits; of Bool 0 or 1
  double number = 0;                                        ///< of Integer and Number
  std::string string;
  std::vector<LocatedJson> items;                           ///< Array
  std::vector<std::pair<std::string, LocatedJson>> members; ///< Object, in order
  std::vector<Location> keys;                               ///< of members
  Location at;
};

/// Reads JSON; `noun` is what it is to be, `schedule`, `name` the file that locations cite. Throws BadInput where
/// the text is empty, not UTF-8 or not JSON.
LocatedJson parse_located_json(const std::string& text, const std::string& name, const std::string& noun);

/// Throws BadInput at a place of the file.
[[noreturn]] void wrong(const std::string& what, const Location& at);
/// `n`; throws BadInput "expected `what`" where it is of another kind.
const LocatedJson& expect(const LocatedJson& n, LocatedJson::Kind kind, const char* what);
/// Throws BadInput where an object has a key twice.
void distinct_keys(const LocatedJson& n);
/// The value of each of `keys` in an object, null where it is left out; throws BadInput for another key or
/// one twice, and "expected `what`" for what is no object.
std::vector<const LocatedJson*> members(const LocatedJson& n, const std::vector<std::string>& keys,
                                        const char* what);
/// The same, of which the first `needed` have to be there; throws BadInput, too, where one is not.
std::vector<const LocatedJson*> needed_members(const LocatedJson& n, const std::vector<std::string>& keys, size_t needed,
                                               const char* what);
/// A list of `["axis", size]`; throws BadInput for anything else.
Mesh read_mesh(const LocatedJson& n);

}  // namespace partir
