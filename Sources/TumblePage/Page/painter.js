// How bodies are painted: as Tumble's window paints them. Units are points of the world, y up, unless
// something else is said.

// [red, green, blue (0 to 255), alpha (0 to 1)] of `#rrggbb` or `#rrggbbaa`.
function parseColor(hex) {
  const byte = (i) => parseInt(hex.slice(i, i + 2), 16);
  return [byte(1), byte(3), byte(5), hex.length > 7 ? byte(7) / 255 : 1];
}

function css([red, green, blue, alpha]) {
  return `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)} / ${alpha})`;
}

// Part of the way to white, or (below 0) to black.
function lit(color, part) {
  const end = part > 0 ? 255 : 0;
  return [...color.slice(0, 3).map((c) => c + (end - c) * Math.abs(part)), color[3]];
}

function shade(color, by) {
  return [color[0] * by, color[1] * by, color[2] * by, color[3]];
}

// The corners, ends or center of an outline as [x, y], and a line's thickness as it is drawn: none is unseen.
function prepareOutline(outline) {
  const corners = [];
  for (let i = 0; i < outline.points.length; i += 2) corners.push([outline.points[i], outline.points[i + 1]]);
  const radius = outline.radius ?? 0;
  return { kind: outline.kind, corners, radius: outline.kind === "segment" ? Math.max(radius, 0.5) : radius };
}

function boundsOf(outlines) {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { corners, radius } of outlines) {
    for (const [x, y] of corners) {
      left = Math.min(left, x - radius);
      bottom = Math.min(bottom, y - radius);
      right = Math.max(right, x + radius);
      top = Math.max(top, y + radius);
    }
  }
  return { left, bottom, width: right - left, height: top - bottom };
}

// Adds an outline to the path, counter-clockwise.
function trace(context, { kind, corners, radius }) {
  const isPoint = kind === "segment" && String(corners[0]) === String(corners[1]);
  if (kind === "circle" || isPoint) {
    context.moveTo(corners[0][0] + radius, corners[0][1]);
    context.arc(...corners[0], radius, 0, 2 * Math.PI);
    context.closePath();
    return;
  }
  corners.forEach((corner, i) => {
    if (radius === 0) {
      if (i === 0) context.moveTo(...corner);
      else context.lineTo(...corner);
      return;
    }
    // Round each corner, from the one edge's outward normal, to the right of the way, to the other's.
    const before = corners[(i + corners.length - 1) % corners.length];
    const after = corners[(i + 1) % corners.length];
    const start = Math.atan2(before[0] - corner[0], corner[1] - before[1]);
    let end = Math.atan2(corner[0] - after[0], after[1] - corner[1]);
    if (end < start - 1e-9) end += 2 * Math.PI;
    const x = corner[0] + radius * Math.cos(start);
    const y = corner[1] + radius * Math.sin(start);
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
    context.arc(...corner, radius, start, end);
  });
  context.closePath();
}

// An outline filled, with a darker rim and a lit edge inside it; a circle is round, and has a spoke where it
// may turn.
function paintOutline(context, outline, color, edgeWidth, hasSpoke) {
  const edge = [color[0] * 0.68, color[1] * 0.68, color[2] * 0.7, color[3]];
  const fill = (shape, style) => {
    context.beginPath();
    trace(context, shape);
    context.fillStyle = style;
    context.fill();
  };
  const inset = (by) => ({ ...outline, radius: outline.radius - by });
  if (outline.radius > edgeWidth) {
    fill(outline, css(edge));
    if (outline.kind === "circle") {
      const [x, y] = outline.corners[0];
      const round = context.createRadialGradient(x, y, 0, x, y, outline.radius);
      round.addColorStop(0, css(lit(color, 0.14)));
      round.addColorStop(1, css(lit(color, -0.12)));
      fill(inset(edgeWidth), round);
      if (!hasSpoke) return;
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + outline.radius - edgeWidth, y);
      context.strokeStyle = css(edge);
      context.lineWidth = edgeWidth;
      context.stroke();
    } else if (outline.radius > edgeWidth * 1.9) {
      fill(inset(edgeWidth), css(lit(color, 0.28)));
      fill(inset(edgeWidth * 1.9), css(color));
    } else {
      fill(inset(edgeWidth), css(color));
    }
    return;
  }
  fill(outline, css(color));
  context.save();
  context.beginPath();
  trace(context, outline);
  context.clip();
  context.lineJoin = "miter";
  // Half of a stroke falls outside, where the clip takes it away.
  for (const [style, width] of [[lit(color, 0.28), 3.8], [edge, 2]]) {
    context.beginPath();
    trace(context, outline);
    context.strokeStyle = css(style);
    context.lineWidth = edgeWidth * width;
    context.stroke();
  }
  context.restore();
}

// A picture over the outlines' bounds, cut to them. `texture` has an `image`, and the `size` that the file's
// picture had.
function paintTexture(context, outlines, texture, fit, quarters) {
  const { left, bottom, width, height } = boundsOf(outlines);
  context.save();
  context.beginPath();
  for (const outline of outlines) trace(context, outline);
  context.clip();
  context.translate(left + width / 2, bottom + height / 2);
  context.rotate((quarters * Math.PI) / 2);
  // From here on y is down, as in pictures.
  context.scale(1, -1);
  context.translate(-width / 2, -height / 2);
  const [across, down] = texture.size;
  if (fit === "slice") paintSliced(context, texture.image, across, down, width, height);
  else if (fit === "tile") paintTiled(context, texture.image, across / 2, down / 2, width, height);
  else context.drawImage(texture.image, 0, 0, width, height);
  context.restore();
}

// The picture's ends as they are, a quarter of it each, and its middle as often between them as fits best.
function paintSliced(context, image, across, down, width, height) {
  const isWide = width * down >= height * across;
  const [length, thickness] = isWide ? [width, height] : [height, width];
  const whole = thickness * (isWide ? across / down : down / across);
  const cap = Math.min(whole / 4, length / 2);
  const middle = length - 2 * cap;
  if (middle <= 0) return void context.drawImage(image, 0, 0, width, height);
  const count = Math.min(Math.max(Math.round(middle / (whole / 2)), 1), 500);
  const tile = middle / count;
  // What of the picture lies in a part of the length, the picture beginning at a place and being so long.
  const piece = (from, to, start, long) => {
    context.save();
    context.beginPath();
    if (isWide) context.rect(from, 0, to - from, height);
    else context.rect(0, from, width, to - from);
    context.clip();
    if (isWide) context.drawImage(image, start, 0, long, height);
    else context.drawImage(image, 0, start, width, long);
    context.restore();
  };
  // Each goes on a little under the next, so that no seam shines through.
  const under = Math.min(tile / 8, thickness / 16);
  piece(0, cap + under, 0, cap * 4);
  for (let i = 0; i < count; i++) {
    const start = cap + i * tile;
    piece(start, start + tile + under, start - tile / 2, tile * 2);
  }
  piece(length - cap, length, length - cap * 4, cap * 4);
}

function paintTiled(context, image, across, down, width, height) {
  if (Math.ceil(width / across) * Math.ceil(height / down) > 20000) {
    return void context.drawImage(image, 0, 0, width, height);
  }
  const under = across / 64;
  for (let y = 0; y < height; y += down) {
    for (let x = 0; x < width; x += across) context.drawImage(image, x, y, across + under, down + under);
  }
}

// All of a look. `color` is the body's own or the theme's; a texture is painted without it.
function paintLook(context, look, color, edgeWidth, quarters) {
  if (look.picture) {
    paintTexture(context, look.shapes, look.picture, look.fit, quarters);
    paintOver(context, look);
  } else if (look.gradient || look.border) {
    paintStyled(context, look, color, edgeWidth);
  } else {
    paintPlain(context, look, color, edgeWidth);
  }
  if (look.caption && !look.caption.middle) paintCaption(context, look.caption, fillOf(look, color));
}

function paintPlain(context, look, color, edgeWidth) {
  const hasSpoke = look.kind !== "static" && (!look.caption || look.caption.middle);
  for (const outline of look.shapes) paintOutline(context, outline, color, edgeWidth, hasSpoke);
}

function newCanvas(width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.ceil(width));
  canvas.height = Math.max(1, Math.ceil(height));
  return canvas;
}

// Bodies painted in advance, each as it looks in a color, and their shadows, at one resolution.
class Sprites {
  // - scale: pixels per point; pixel: a fine line's width on the screen, in pixels.
  constructor(scale, pixel) {
    this.scale = scale;
    this.pixel = pixel;
    this.made = new Map();
  }

  // A canvas with what `paint` paints of a look, and a margin of some points around it.
  canvas(look, margin, paint) {
    const { left, bottom, width, height } = look.bounds;
    const side = Math.max(width, height) + 2 * margin;
    const scale = Math.min(this.scale, 4096 / side);
    const pad = margin + 2 / scale;
    const canvas = newCanvas((width + 2 * pad) * scale, (height + 2 * pad) * scale);
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, -scale, (pad - left) * scale, (bottom + height + pad) * scale);
    paint(context, canvas, scale);
    return {
      canvas, x: left - pad, y: -(bottom + height + pad), width: canvas.width / scale,
      height: canvas.height / scale,
    };
  }

  sprite(look, color, quarters, brightness) {
    const key = `${look.place} ${color ?? ""} ${quarters} ${brightness}`;
    let sprite = this.made.get(key);
    if (sprite) return sprite;
    // Colors that change all the time would fill it.
    if (this.made.size > 2000) this.made.clear();
    sprite = this.canvas(look, look.caption?.margin ?? 0, (context, canvas, scale) => {
      paintLook(context, look, color, (1.6 * this.pixel) / scale, quarters);
      if (!look.picture || (!color && brightness === 1)) return;
      // A color multiplies a picture; what multiplies beside it is taken away again.
      const plain = newCanvas(canvas.width, canvas.height);
      plain.getContext("2d").drawImage(canvas, 0, 0);
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.globalCompositeOperation = "multiply";
      context.fillStyle = css(shade(color ?? [255, 255, 255, 1], brightness));
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.globalCompositeOperation = "destination-in";
      context.drawImage(plain, 0, 0);
    });
    this.made.set(key, sprite);
    return sprite;
  }

  // A silhouette in a color, blurred by a deviation in points.
  shadow(look, color, blur) {
    const key = `${look.place} shadow ${color} ${blur}`;
    let sprite = this.made.get(key);
    if (sprite) return sprite;
    const body = this.sprite(look, look.picture ? null : [0, 0, 0, 1], 0, 1);
    sprite = this.canvas(look, 3 * blur, (context, canvas, scale) => {
      // Painted outside, so that only its shadow is seen.
      const away = 2 * canvas.width;
      context.shadowColor = css(color);
      context.shadowBlur = 2 * blur * scale;
      context.shadowOffsetX = away;
      context.translate(-away / scale, 0);
      context.scale(1, -1);
      context.drawImage(body.canvas, body.x, body.y, body.width, body.height);
    });
    this.made.set(key, sprite);
    return sprite;
  }
}
