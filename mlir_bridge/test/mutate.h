// Text that is nearly right, for tests of whatever reads text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace partir {

/// A generator that is the same everywhere.
struct Random {
  uint64_t state;
  size_t below(size_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % n;
  }
};

/// `text` with a few bytes, words or lines taken out, doubled, exchanged, or put in from
/// `dictionary`.
inline std::string mutated(std::string text, const std::vector<std::string>& dictionary,
                           Random& random) {
  auto word = [&](size_t at) {
    const size_t end = text.find_first_of(" ,:<>()[]{}\n", at + 1);
    return text.substr(at, end == std::string::npos ? end : end - at);
  };
  for (size_t n = 1 + random.below(4); n > 0 && !text.empty(); --n) {
    const size_t at = random.below(text.size()), other = random.below(text.size());
    switch (random.below(7)) {
      case 0: text.resize(at); break;
      case 1: text.erase(at, word(at).size()); break;
      case 2: text.insert(at, word(other)); break;
      case 3: text.replace(at, word(at).size(), word(other)); break;
      case 4: text.insert(at, dictionary[random.below(dictionary.size())]); break;
      case 5: text[at] = static_cast<char>(random.below(256)); break;
      case 6: {
        const size_t line = text.rfind('\n', at) + 1, end = text.find('\n', at);
        const std::string copy = text.substr(line, end == std::string::npos ? end : end - line + 1);
        if (random.below(2)) text.insert(line, copy);
        else text.erase(line, copy.size());
      }
    }
  }
  return text;
}

}  // namespace partir
