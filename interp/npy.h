// NumPy's .npy files (format 1.0 to 3.0) as tensors of Native.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "interp/native.h"
#include "interp/tensor.h"
#include "semantics/diagnostics.h"

namespace partir {

namespace detail {

/// NumPy's name of an element type, little endian. bf16 has none of its own: ml_dtypes writes
/// `<V2`. Integers of fewer than 8 bits have none at all and are kept in bytes, which are read as
/// i8 and ui8.
inline std::string npy_descr(ElementType e) {
  using enum ElementType;
  if (e == I1) return "|b1";
  if (e == BF16) return "<V2";
  const std::string width = std::to_string(byte_width(e));
  const std::string order = width == "1" ? "|" : "<";
  return order + (is_complex(e) ? "c" : is_float(e) ? "f" : is_unsigned_int(e) ? "u" : "i") + width;
}

/// The header's dictionary: `{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }`.
class NpyHeader {
 public:
  NpyHeader(const std::string& text, const std::string& file) : text_(text), file_(file) {
    expect('{');
    while (!accept('}')) {
      const std::string key = string();
      expect(':');
      if (key == "descr") descr = string();
      else if (key == "fortran_order") fortran = boolean();
      else if (key == "shape") shape = tuple();
      else fail("unknown key '" + key + "' in the header");
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    space();
    if (at_ != text_.size()) fail("text after the header's dictionary");
    if (!descr || !fortran || !shape) fail("the header lacks descr, fortran_order or shape");
  }
  std::optional<std::string> descr;
  std::optional<bool> fortran;
  std::optional<Shape> shape;

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw BadInput("not a .npy file: " + what, {file_, 0, 0, ""});
  }
  void space() {
    while (at_ < text_.size() && std::string_view(" \n\t").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }
  bool accept(char c) {
    space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail(std::string("expected '") + c + "' in the header");
  }
  std::string string() {
    space();
    if (at_ >= text_.size() || (text_[at_] != '\'' && text_[at_] != '"'))
      fail("expected a string in the header");
    const size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string::npos) fail("an unterminated string in the header");
    std::string s = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return s;
  }
  bool boolean() {
    space();
    for (bool b : {false, true}) {
      const std::string word = b ? "True" : "False";
      if (text_.compare(at_, word.size(), word) != 0) continue;
      at_ += word.size();
      return b;
    }
    fail("expected True or False in the header");
  }
  Shape tuple() {
    Shape s;
    expect('(');
    int64_t total = 1;
    while (!accept(')')) {
      space();
      const size_t start = at_;
      while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
      if (at_ == start || at_ - start > 15) fail("expected an extent in the header");
      s.push_back(std::stoll(text_.substr(start, at_ - start)));
      if (s.back() != 0 && __builtin_mul_overflow(total, s.back(), &total)) fail("a shape too large");
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return s;
  }

  const std::string& text_;
  const std::string& file_;
  size_t at_ = 0;
};

}  // namespace detail

/// Reads a .npy file, C or Fortran order, little endian (or one byte an element). `expected`, if given,
/// resolves two-byte elements without a NumPy type (`<V2`, `|V2`, `<u2`) as bf16 where it says so.
/// Throws BadInput, located at the file, on anything else.
inline Tensor<Native> read_npy(const std::string& path,
                               std::optional<ElementType> expected = std::nullopt) {
  auto fail = [&](const std::string& what) { throw BadInput(what, {path, 0, 0, ""}); };
  std::ifstream in(path, std::ios::binary);
  if (!in) fail("cannot open the file");
  in.seekg(0, std::ios::end);
  const std::streamoff size = in.tellg();
  in.seekg(0);
  if (!in || size < 0) fail("cannot read the file");

  char magic[8] = {};
  in.read(magic, 8);
  if (!in || std::memcmp(magic, "\x93NUMPY", 6) != 0) fail("not a .npy file: wrong magic bytes");
  if (magic[6] < 1 || magic[6] > 3) fail("a .npy file of an unknown version");
  const int length_bytes = magic[6] == 1 ? 2 : 4;
  unsigned char bytes[4] = {};
  in.read(reinterpret_cast<char*>(bytes), length_bytes);
  if (!in) fail("not a .npy file: it ends within the header");
  uint64_t length = 0;
  for (int i = 0; i < length_bytes; ++i) length |= static_cast<uint64_t>(bytes[i]) << (8 * i);
  if (length > static_cast<uint64_t>(size)) fail("not a .npy file: it ends within the header");
  std::string text(length, '\0');
  in.read(text.data(), static_cast<std::streamsize>(length));
  if (!in) fail("not a .npy file: it ends within the header");
  const detail::NpyHeader header(text, path);

  std::optional<ElementType> element;
  std::string descr = *header.descr;
  if (!descr.empty() && descr[0] == '=') descr[0] = '<';
  for (ElementType e : all_element_types) {
    const std::string d = detail::npy_descr(e);
    if (!(d == descr || (d[0] == '|' && descr == "<" + d.substr(1)))) continue;
    // a narrow integer's bytes are one where it is asked for
    const bool narrow = is_integer(e) && bit_width(e) < 8;
    if (!narrow || e == expected) element = e;
    if (e == expected) break;
  }
  if (descr == "|V2" || (descr == "<u2" && expected == ElementType::BF16))
    element = ElementType::BF16;
  if (!element) fail("elements of type '" + *header.descr + "' are not supported");

  const TensorType type{*header.shape, *element};
  const uint64_t present = static_cast<uint64_t>(size) - 8 - length_bytes - length;
  const auto width = static_cast<uint64_t>(byte_width(type.element));
  if (static_cast<uint64_t>(type.elements()) > present / width ||
      static_cast<uint64_t>(type.elements()) * width != present)
    fail("the file holds " + std::to_string(present) + " bytes of data, " + to_string(type) +
         " takes another number");

  // Fortran order is the row-major order of the reversed shape
  TensorType stored = type;
  if (*header.fortran) std::reverse(stored.shape.begin(), stored.shape.end());
  Tensor<Native> t = with_scalar<Native>(type.element, [&]<class T>() {
    return Tensor<Native>::build<T>(stored, [&](T* out) {
      in.read(reinterpret_cast<char*>(out), static_cast<std::streamsize>(present));
      if (!in) fail("cannot read the file");
      if constexpr (std::is_same_v<T, Bool>)
        for (int64_t i = 0; i < stored.elements(); ++i) out[i].bit = out[i].bit != 0;
      if constexpr (is_narrow<T>)
        for (int64_t i = 0; i < stored.elements(); ++i) {
          if (T(out[i].value) != out[i])
            fail("the value " + std::to_string(out[i].value) + " is not of " +
                 std::string(name(type.element)));
        }
    });
  });
  if (!*header.fortran) return t;
  std::vector<int64_t> reversed(type.shape.size());
  for (size_t d = 0; d < reversed.size(); ++d) reversed[d] = type.rank() - 1 - static_cast<int64_t>(d);
  return t.transpose(reversed);
}

/// Writes a .npy file of format 1.0, C order; bf16 as `<V2`. Throws BadInput, located at the file, when
/// it cannot be written.
inline void write_npy(const std::string& path, const Tensor<Native>& t) {
  std::string header = "{'descr': '" + detail::npy_descr(t.element()) +
                       "', 'fortran_order': False, 'shape': (";
  for (int64_t n : t.shape()) header += std::to_string(n) + ", ";
  if (t.rank() > 1) header.resize(header.size() - 2);
  if (t.rank() == 1) header.pop_back();
  header += "), }";
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::ofstream out(path, std::ios::binary);
  const auto length = static_cast<uint16_t>(header.size());
  out.write("\x93NUMPY\x01\x00", 8);
  out.put(static_cast<char>(length & 0xff)).put(static_cast<char>(length >> 8));
  out << header;
  const Tensor<Native> c = t.contiguous();
  out.write(static_cast<const char*>(c.raw()), static_cast<std::streamsize>(t.type().bytes()));
  out.close();
  if (!out) throw BadInput("cannot write the file", {path, 0, 0, ""});
}

}  // namespace partir
