// Triangles as pixels. SDL's software renderer cuts places off to whole pixels, which spoils every smooth
// edge, and offers no blending for what was drawn onto nothing; here a picture is the same on every renderer.

#include "context.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace {

/// Colors multiplied by their opacity, 0xaarrggbb.
struct Target {
  uint32_t *pixels;
  int stride;
  int left, top, right, bottom;
};

/// What triangles are filled with: the letters' opacities, or a picture.
struct Source {
  const uint8_t *opacities;
  const uint32_t *pixels;
  int width, height;
};

struct Tint {
  uint32_t red, green, blue, alpha;
};

inline uint32_t by255(uint32_t product) { return (product + 128 + ((product + 128) >> 8)) >> 8; }

/// Over what is there; the color is straight.
inline void blend(uint32_t &pixel, const Tint &tint) {
  if (tint.alpha == 0) return;
  if (tint.alpha == 255) {
    pixel = 0xff000000 | tint.red << 16 | tint.green << 8 | tint.blue;
    return;
  }
  const uint32_t rest = 255 - tint.alpha;
  const uint32_t alpha = tint.alpha + by255((pixel >> 24) * rest);
  const uint32_t red = by255(tint.red * tint.alpha) + by255((pixel >> 16 & 255) * rest);
  const uint32_t green = by255(tint.green * tint.alpha) + by255((pixel >> 8 & 255) * rest);
  const uint32_t blue = by255(tint.blue * tint.alpha) + by255((pixel & 255) * rest);
  pixel = alpha << 24 | std::min(red, alpha) << 16 | std::min(green, alpha) << 8 | std::min(blue, alpha);
}

inline Tint tint_of(ImU32 color) {
  return {color >> IM_COL32_R_SHIFT & 255, color >> IM_COL32_G_SHIFT & 255, color >> IM_COL32_B_SHIFT & 255,
          color >> IM_COL32_A_SHIFT & 255};
}

inline int clamped(int value, int count) { return std::min(std::max(value, 0), count - 1); }

/// The picture's color, multiplied by its opacity, between the four nearest pixels.
inline Tint sample(const Source &source, float u, float v) {
  const float x = u * source.width - 0.5f, y = v * source.height - 0.5f;
  const int left = static_cast<int>(std::floor(x)), top = static_cast<int>(std::floor(y));
  const float right_share = x - left, bottom_share = y - top;
  float sums[4] = {0, 0, 0, 0};
  for (int corner = 0; corner < 4; corner++) {
    const int column = clamped(left + (corner & 1), source.width);
    const int row = clamped(top + (corner >> 1), source.height);
    const uint32_t pixel = source.pixels[row * source.width + column];
    const float share =
        (corner & 1 ? right_share : 1 - right_share) * (corner >> 1 ? bottom_share : 1 - bottom_share);
    for (int channel = 0; channel < 4; channel++) sums[channel] += share * (pixel >> (channel * 8) & 255);
  }
  auto rounded = [](float sum) { return static_cast<uint32_t>(sum + 0.5f); };
  return {rounded(sums[2]), rounded(sums[1]), rounded(sums[0]), rounded(sums[3])};
}

/// A pixel of a tinted source over what is there.
inline void fill(uint32_t &pixel, const Source &source, float u, float v, const Tint &tint) {
  if (source.opacities) {
    const int column = clamped(static_cast<int>(u * source.width), source.width);
    const int row = clamped(static_cast<int>(v * source.height), source.height);
    Tint letter = tint;
    letter.alpha = by255(tint.alpha * source.opacities[row * source.width + column]);
    blend(pixel, letter);
    return;
  }
  const Tint found = sample(source, u, v);
  const uint32_t alpha = by255(found.alpha * tint.alpha), rest = 255 - alpha;
  auto over = [&](uint32_t color, uint32_t share, int shift) {
    return std::min(by255(by255(color * share) * tint.alpha) + by255((pixel >> shift & 255) * rest), 255u)
        << shift;
  };
  pixel = std::min(alpha + by255((pixel >> 24) * rest), 255u) << 24 | over(found.red, tint.red, 16) |
          over(found.green, tint.green, 8) | over(found.blue, tint.blue, 0);
}

/// Two triangles that are an upright rectangle of one color: most of what panels are made of, and all
/// letters.
bool fill_rectangle(const Target &target, const Source &source, const ImDrawVert *const corners[4]) {
  const ImDrawVert &a = *corners[0], &b = *corners[1], &c = *corners[2], &d = *corners[3];
  if (a.col != b.col || a.col != c.col || a.col != d.col) return false;
  if (a.pos.x != d.pos.x || b.pos.x != c.pos.x || a.pos.y != b.pos.y || c.pos.y != d.pos.y) return false;
  if (a.uv.x != d.uv.x || b.uv.x != c.uv.x || a.uv.y != b.uv.y || c.uv.y != d.uv.y) return false;
  if (c.pos.x < a.pos.x || c.pos.y < a.pos.y) return false;
  // The pixels whose centers lie within.
  const int left = std::max(static_cast<int>(std::ceil(a.pos.x - 0.5f)), target.left);
  const int right = std::min(static_cast<int>(std::ceil(c.pos.x - 0.5f)), target.right);
  const int top = std::max(static_cast<int>(std::ceil(a.pos.y - 0.5f)), target.top);
  const int bottom = std::min(static_cast<int>(std::ceil(c.pos.y - 0.5f)), target.bottom);
  if (left >= right || top >= bottom) return true;
  const Tint tint = tint_of(a.col);
  if (a.uv.x == c.uv.x && a.uv.y == c.uv.y && source.opacities) {
    // One texel for all: that of plain shapes.
    uint32_t first = 0;
    fill(first, source, a.uv.x, a.uv.y, tint);
    for (int y = top; y < bottom; y++) {
      uint32_t *row = target.pixels + static_cast<size_t>(y) * target.stride;
      if (first >> 24 == 255) {
        std::fill(row + left, row + right, first);
      } else {
        for (int x = left; x < right; x++) fill(row[x], source, a.uv.x, a.uv.y, tint);
      }
    }
    return true;
  }
  const float across = (c.uv.x - a.uv.x) / (c.pos.x - a.pos.x),
              down = (c.uv.y - a.uv.y) / (c.pos.y - a.pos.y);
  for (int y = top; y < bottom; y++) {
    uint32_t *row = target.pixels + static_cast<size_t>(y) * target.stride;
    const float v = a.uv.y + (y + 0.5f - a.pos.y) * down;
    for (int x = left; x < right; x++) fill(row[x], source, a.uv.x + (x + 0.5f - a.pos.x) * across, v, tint);
  }
  return true;
}

inline int64_t floor_divide(int64_t a, int64_t b) {
  const int64_t quotient = a / b;
  return quotient * b > a ? quotient - 1 : quotient;
}

/// A side of a triangle: not negative for the pixels inside. Of two triangles that share it one has the
/// pixels on it.
struct Side {
  int64_t across, down, start;

  Side(const int64_t (&from)[2], const int64_t (&to)[2]) {
    const int64_t dx = to[0] - from[0], dy = to[1] - from[1];
    across = -dy * 256;
    down = dx * 256;
    const bool has_pixels = dy < 0 || (dy == 0 && dx > 0);
    start = dx * (128 - from[1]) - dy * (128 - from[0]) - (has_pixels ? 0 : 1);
  }
};

void fill_triangle(const Target &target, const Source &source, const ImDrawVert *const given[3]) {
  const ImDrawVert *corners[3] = {given[0], given[1], given[2]};
  int64_t places[3][2];
  auto place = [&] {
    for (int i = 0; i < 3; i++) {
      places[i][0] = std::llround(static_cast<double>(corners[i]->pos.x) * 256);
      places[i][1] = std::llround(static_cast<double>(corners[i]->pos.y) * 256);
    }
    return (places[1][0] - places[0][0]) * (places[2][1] - places[0][1]) -
           (places[1][1] - places[0][1]) * (places[2][0] - places[0][0]);
  };
  int64_t area = place();
  if (area == 0) return;
  if (area < 0) {
    std::swap(corners[1], corners[2]);
    area = place();
  }
  auto bound = [&](int axis, bool is_low) {
    const int64_t a = places[0][axis], b = places[1][axis], c = places[2][axis];
    return static_cast<int>(floor_divide(is_low ? std::min({a, b, c}) : std::max({a, b, c}), 256));
  };
  const int top = std::max(bound(1, true), target.top), bottom = std::min(bound(1, false) + 1, target.bottom);
  const int low = std::max(bound(0, true), target.left), high = std::min(bound(0, false) + 1, target.right);
  if (low >= high || top >= bottom) return;
  const Side sides[3] = {{places[0], places[1]}, {places[1], places[2]}, {places[2], places[0]}};

  const bool is_plain = corners[0]->col == corners[1]->col && corners[0]->col == corners[2]->col;
  const bool is_one_texel = corners[0]->uv.x == corners[1]->uv.x && corners[0]->uv.x == corners[2]->uv.x &&
                            corners[0]->uv.y == corners[1]->uv.y && corners[0]->uv.y == corners[2]->uv.y;
  const Tint tints[3] = {tint_of(corners[0]->col), tint_of(corners[1]->col), tint_of(corners[2]->col)};
  const double scale = 1 / static_cast<double>(area);
  for (int y = top; y < bottom; y++) {
    int64_t left = low, right = high - 1;
    for (const Side &side : sides) {
      const int64_t value = side.start + side.down * y;
      if (side.across > 0) {
        left = std::max(left, -floor_divide(value, side.across));
      } else if (side.across < 0) {
        right = std::min(right, floor_divide(value, -side.across));
      } else if (value < 0) {
        right = left - 1;
      }
    }
    uint32_t *row = target.pixels + static_cast<size_t>(y) * target.stride;
    for (int64_t x = left; x <= right; x++) {
      if (is_plain && is_one_texel) {
        fill(row[x], source, corners[0]->uv.x, corners[0]->uv.y, tints[0]);
        continue;
      }
      // The shares of the corners: the sides opposite to them, by the whole.
      const double b = (sides[2].start + sides[2].down * y + sides[2].across * x) * scale;
      const double c = (sides[0].start + sides[0].down * y + sides[0].across * x) * scale;
      const double a = 1 - b - c;
      auto mix = [&](double first, double second, double third) {
        return first * a + second * b + third * c;
      };
      auto byte = [&](uint32_t first, uint32_t second, uint32_t third) {
        return static_cast<uint32_t>(std::min(std::max(mix(first, second, third) + 0.5, 0.0), 255.0));
      };
      const Tint tint =
          is_plain ? tints[0]
                   : Tint{byte(tints[0].red, tints[1].red, tints[2].red),
                          byte(tints[0].green, tints[1].green, tints[2].green),
                          byte(tints[0].blue, tints[1].blue, tints[2].blue),
                          byte(tints[0].alpha, tints[1].alpha, tints[2].alpha)};
      fill(
          row[x], source, static_cast<float>(mix(corners[0]->uv.x, corners[1]->uv.x, corners[2]->uv.x)),
          static_cast<float>(mix(corners[0]->uv.y, corners[1]->uv.y, corners[2]->uv.y)), tint);
    }
  }
}

}  // namespace

void tumble_ui_raster(
    TumbleUI *ui, int list, int command, TumbleUIPixels given, TumbleUIRect clip, TumbleUIPicture picture) {
  Working working(ui);
  const ImDrawList *drawn = ui->drawn->CmdLists[list];
  const ImDrawCmd &part = drawn->CmdBuffer[command];
  if (part.UserCallback) return;
  auto whole = [](float value) {
    return static_cast<int>(std::floor(std::fmin(std::fmax(value, -1e6f), 1e6f) + 0.5f));
  };
  const Target target = {
      given.pixels,
      given.stride,
      std::max({whole(clip.x), whole(part.ClipRect.x), 0}),
      std::max({whole(clip.y), whole(part.ClipRect.y), 0}),
      std::min({whole(clip.x + clip.width), whole(part.ClipRect.z), given.width}),
      std::min({whole(clip.y + clip.height), whole(part.ClipRect.w), given.height})};
  if (target.left >= target.right || target.top >= target.bottom) return;
  const ImFontAtlas *fonts = ImGui::GetIO().Fonts;
  Source source = {nullptr, picture.pixels, picture.width, picture.height};
  if (!picture.pixels) source = {fonts->TexPixelsAlpha8, nullptr, fonts->TexWidth, fonts->TexHeight};
  if (!source.opacities && !source.pixels) return;

  const ImDrawVert *vertices = drawn->VtxBuffer.Data + part.VtxOffset;
  const ImDrawIdx *indices = drawn->IdxBuffer.Data + part.IdxOffset;
  for (unsigned int i = 0; i + 3 <= part.ElemCount; i += 3) {
    const ImDrawVert *corners[3] = {
        vertices + indices[i], vertices + indices[i + 1], vertices + indices[i + 2]};
    if (i + 6 <= part.ElemCount && indices[i + 3] == indices[i] && indices[i + 4] == indices[i + 2]) {
      const ImDrawVert *quad[4] = {corners[0], corners[1], corners[2], vertices + indices[i + 5]};
      if (fill_rectangle(target, source, quad)) {
        i += 3;
        continue;
      }
    }
    fill_triangle(target, source, corners);
  }
}

void tumble_ui_make_straight(const uint32_t *pixels, uint32_t *straight, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const uint32_t pixel = pixels[i], alpha = pixel >> 24;
    if (alpha == 255 || alpha == 0) {
      straight[i] = pixel;
      continue;
    }
    auto divided = [&](int shift) {
      return std::min(((pixel >> shift & 255) * 255 + alpha / 2) / alpha, 255u) << shift;
    };
    straight[i] = alpha << 24 | divided(16) | divided(8) | divided(0);
  }
}
