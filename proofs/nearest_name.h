// What a misspelt name was meant to be.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace partir {

/// What is nearest to `word` among `known`, if it is near enough to be meant: the shortest that begins with all of it
/// (`exp` of `exponential`), else what the fewest single-character edits make of it; empty otherwise.
inline std::string nearest(const std::string& word, const std::vector<std::string>& known) {
  std::string best;
  constexpr size_t fewest_letters = 3;
  for (const std::string& k : known)
    if (word.size() >= fewest_letters && k.starts_with(word) && (best.empty() || k.size() < best.size())) best = k;
  if (!best.empty()) return best;
  size_t least = 3;  // more edits than two are another word
  for (const std::string& k : known) {
    std::vector<size_t> row(k.size() + 1);
    for (size_t j = 0; j <= k.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= word.size(); ++i) {
      size_t diagonal = row[0];
      row[0] = i;
      for (size_t j = 1; j <= k.size(); ++j) {
        const size_t above = row[j];
        row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (word[i - 1] != k[j - 1])});
        diagonal = above;
      }
    }
    if (row.back() < least) {
      least = row.back();
      best = k;
    }
  }
  return best;
}

/// `; is "add" meant?`, or nothing.
inline std::string meant(const std::string& word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return near.empty() ? "" : "; is \"" + near + "\" meant?";
}

}  // namespace partir
