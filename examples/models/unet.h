// UNet: an image model, down and up again with skips, and its training step.
#pragma once

#include "examples/models/layers.h"

namespace partir::models {

/// Extents: images of `size` by `size`, halved `levels` times while the channels double.
struct UnetSizes {
  int64_t levels = 3, batch = 64, size = 64, colours = 4, channels = 64, groups = 8, heads = 8;
  static UnetSizes small(int64_t levels = 1) { return {levels, 8, 4, 2, 4, 2, 2}; }
  Fields fields() {
    return {{"levels", &levels}, {"batch", &batch}, {"size", &size}, {"colours", &colours},
            {"channels", &channels}, {"groups", &groups}, {"heads", &heads}};
  }
};

/// A convolution of `x : [batch, rows, columns, in]` with `kernel : [k, k, in, out]`, as large as x, or half.
inline Tensor convolve(const Tensor& x, const Tensor& kernel, int64_t stride = 1) {
  const int64_t k = kernel.extent(0), low = (k - 1) / 2, high = k - 1 - low;
  return x.graph->op(Convolution{{stride, stride}, {low, low}, {high, high}, {1, 1}, {1, 1}, {0, 0}, 0, 3, {1, 2},
                                 2, 3, {0, 1}, 0, 3, {1, 2}, 1, 1, x.type().element},
                     {x, kernel});
}
/// Normalises within `groups` groups of channels of each image.
inline Tensor group_norm(const Tensor& x, int64_t groups, const Tensor& scale, const Tensor& offset) {
  const Shape s = x.shape();
  const Tensor grouped = graph::reshape(x, {s[0], s[1], s[2], groups, s[3] / groups});
  return graph::reshape(normalise(grouped, {1, 2, 4}), s) * along_last(scale, x) + along_last(offset, x);
}
/// Every pixel four times.
inline Tensor twice_as_large(const Tensor& x) {
  const Shape s = x.shape();
  return graph::reshape(graph::broadcast(x, {0, 1, 3, 5}, {s[0], s[1], 2, s[2], 2, s[3]}),
                        {s[0], 2 * s[1], 2 * s[2], s[3]});
}

/// Two convolutions with group norm, around which x is added; four or five parameters.
class ResidualBlock {
 public:
  ResidualBlock(Parameters& p, const std::string& name, int64_t in, int64_t out, int64_t groups)
      : conv_in_(p(name + ".conv_in", {3, 3, in, out})), conv_out_(p(name + ".conv_out", {3, 3, out, out})),
        scale_(p(name + ".norm_scale", {in})), offset_(p(name + ".norm_offset", {in})), groups_(groups) {
    if (in != out) skip_.push_back(p(name + ".skip", {1, 1, in, out}));
  }
  Tensor operator()(const Tensor& x) const {
    const Tensor h = convolve(silu(group_norm(x, groups_, scale_, offset_)), conv_in_);
    return (skip_.empty() ? x : convolve(x, skip_[0])) + convolve(silu(h), conv_out_);
  }

 private:
  static Tensor silu(const Tensor& x) { return x * graph::apply<Logistic>(x); }
  Tensor conv_in_, conv_out_, scale_, offset_;
  std::vector<Tensor> skip_;
  int64_t groups_;
};

/// One step of Adam on the squared error. Arguments: parameters and moments, then `images` and `targets`,
/// `[batch, size, size, colours]`.
inline core::Program unet(const UnetSizes& n) {
  using namespace graph;
  Graph g;
  Parameters p{g};
  auto at = [](const std::string& s, int64_t l) { return s + std::to_string(l); };
  const Tensor first = p("first", {3, 3, n.colours, n.channels});
  std::vector<ResidualBlock> down, up;
  std::vector<Tensor> smaller;
  int64_t c = n.channels;
  for (int64_t l = 0; l < n.levels; ++l, c *= 2) {
    down.emplace_back(p, at("down", l), c, c, n.groups);
    smaller.push_back(p(at("smaller", l), {3, 3, c, 2 * c}));
  }
  const int64_t d = c / n.heads;
  const Tensor qkv = p("middle.qkv", {c, 3, n.heads, d}), attention_out = p("middle.attention_out", {n.heads, d, c});
  for (int64_t l = n.levels; l-- > 0; c /= 2) up.emplace_back(p, at("up", l), c + c / 2, c / 2, n.groups);
  const Tensor last = p("last", {3, 3, n.channels, n.colours});
  Adam adam(p);
  const Shape image{n.batch, n.size, n.size, n.colours};
  const Tensor images = g.parameter("images", image), targets = g.parameter("targets", image);
  Tensor x = convolve(images, first);
  std::vector<Tensor> skips;
  for (size_t l = 0; l < down.size(); ++l) {
    skips.push_back(x = g.named(down[l](x), at("down", static_cast<int64_t>(l))));
    x = convolve(x, smaller[l], 2);
  }
  // attention among the pixels that are left
  const Shape s = x.shape();
  const Tensor y = dot(reshape(x, {s[0], s[1] * s[2], s[3]}), qkv, {2}, {0});  // [batch, pixel, 3, heads, d]
  auto part = [&](int64_t i) { return reshape(slice(y, 2, i, i + 1), {s[0], s[1] * s[2], n.heads, d}); };
  const Tensor weights =
      softmax(dot(part(0), part(1), {3}, {3}, {0, 2}, {0, 2}) / std::sqrt(static_cast<double>(d)), 3);
  x = x + reshape(dot(dot(weights, part(2), {3}, {1}, {0, 1}, {0, 2}), attention_out, {1, 3}, {0, 1}), s);
  for (const ResidualBlock& block : up) {
    x = block(concatenate({twice_as_large(x), skips.back()}, 3));
    skips.pop_back();
  }
  adam.step(squared_error(convolve(x, last), targets));
  return g.program();
}

}  // namespace partir::models
