// Device files: JSON whose mistakes are reported as file:line:col.
#pragma once

#include <string>

#include "partition/device.h"

namespace partir {

/// Reads a device file (docs/simulator.md) for programs on `mesh`. BadInput, located, for anything that is
/// not one: not JSON, an unknown key, a key that is missing or there twice, a number out of range, an axis that
/// the mesh lacks.
DeviceSpec read_device(const std::string& path, const Mesh& mesh);

/// The same from text; `name` stands for the file in messages.
DeviceSpec parse_device(const std::string& text, const std::string& name, const Mesh& mesh);

}  // namespace partir
