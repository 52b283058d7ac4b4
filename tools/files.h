// Reading and writing whole files.
#pragma once

#include <string>

namespace partir {

/// The contents of a file; BadInput when it cannot be read or is larger than `limit` bytes.
std::string read_file(const std::string& path, size_t limit = size_t{1} << 30);

/// The same of what a command line names, where "-" is standard input; and how messages call it.
std::string read_input(const std::string& path);
std::string name_of_input(const std::string& path);

/// Writes by a temporary file and rename, so that a failure leaves what was there; through links, and straight into
/// what is no regular file, as a device or a pipe; BadInput.
void write_file(const std::string& path, const std::string& contents);

/// What `-o` writes once the verdict is there: nothing if it is refuted (exit code 1), which
/// standard error then says; what was in the file stays. Whether it was written.
bool write_unless_refuted(const std::string& path, const std::string& contents, int exit_code);

}  // namespace partir
