// Names from files in messages.
#pragma once

#include <string>

namespace partir {

/// A name as a message quotes it: in one line, and short however long it is.
inline std::string shown(const std::string& name, char mark = '"') {
  constexpr size_t longest = 40;
  std::string s(1, mark);
  size_t characters = 0;
  for (char c : name) {
    characters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;  // UTF-8 goes on with 10xxxxxx
    if (characters <= longest) s += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
  }
  if (characters <= longest) return s + mark;
  return s + ".." + mark + " (" + std::to_string(characters) + " characters)";
}

}  // namespace partir
