// How gradients, borders and captions are painted: as Tumble's window paints them. Units are points of a
// body, y up.

function isStyled(look) {
  return Boolean(look.gradient || look.border || (look.caption && !look.caption.middle));
}

// As bright as a color looks, 0 (black) to 1 (white).
function luminance([red, green, blue]) {
  const linear = (c) => (c / 255) ** 2 * (0.68 + (0.32 * c) / 255);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function multiply(a, b) {
  return b ? [...[0, 1, 2].map((i) => (a[i] * b[i]) / 255), a[3] * b[3]] : a;
}

// What a caption lies on, about; null for a picture.
function fillOf(look, color) {
  if (look.picture) return null;
  return look.gradient ? multiply(parseColor(look.gradient.average), color) : color;
}

function gradientStyle(context, { type, colors, locations, ends }, color) {
  const style =
    type === "linear"
      ? context.createLinearGradient(...ends)
      : context.createRadialGradient(ends[0], ends[1], 0, ends[0], ends[1], ends[2]);
  colors.forEach((stop, i) => style.addColorStop(locations[i], css(multiply(parseColor(stop), color))));
  return style;
}

function strokeInside(context, outline, style, width) {
  context.beginPath();
  trace(context, outline);
  context.lineJoin = "miter";
  context.strokeStyle = style;
  // Half of it falls outside, where the clip takes it away.
  context.lineWidth = width * 2;
  context.stroke();
}

function paintBorder(context, outline, { width, color }) {
  if (width > 0) strokeInside(context, outline, color ? css(parseColor(color)) : "rgb(0 0 0 / 0.5)", width);
}

// All outlines of a look with a gradient or a border, on a canvas of its own: a later one takes away what it
// covers.
function paintStyled(context, look, color, edgeWidth) {
  look.shapes.forEach((outline, i) => {
    context.save();
    context.beginPath();
    trace(context, outline);
    if (i > 0) {
      context.globalCompositeOperation = "destination-out";
      context.fill();
      context.globalCompositeOperation = "source-over";
    }
    context.clip();
    const [x, y] = outline.corners[0];
    let style = css(color ?? [255, 255, 255, 1]);
    if (look.gradient) {
      style = gradientStyle(context, look.gradient, color);
    } else if (outline.kind === "circle") {
      style = context.createRadialGradient(x, y, 0, x, y, outline.radius);
      style.addColorStop(0, css(lit(color, 0.14)));
      style.addColorStop(1, css(lit(color, -0.12)));
    }
    context.fillStyle = style;
    context.fill();
    if (look.border) {
      paintBorder(context, outline, look.border);
    } else {
      strokeInside(context, outline, "rgb(255 255 255 / 0.28)", edgeWidth * 1.9);
      strokeInside(context, outline, "rgb(0 0 0 / 0.32)", edgeWidth);
    }
    context.restore();
  });
}

// What lies over a picture.
function paintOver(context, look) {
  if (look.border) {
    for (const outline of look.shapes) {
      context.save();
      context.beginPath();
      trace(context, outline);
      context.clip();
      paintBorder(context, outline, look.border);
      context.restore();
    }
  }
}

// - fill: what it lies on; null: anything.
function paintCaption(context, { lines, size, at, color, isBeyond }, fill) {
  const ink = color ? parseColor(color) : fill && luminance(fill) > 0.179 ? [0, 0, 0, 1] : [255, 255, 255, 1];
  context.save();
  context.translate(...at);
  context.scale(1, -1);
  context.font = `${size}px "DejaVu Sans", Verdana, sans-serif`;
  context.textAlign = "center";
  const leading = 1.2 * size;
  lines.forEach((line, i) => {
    const y = 0.29 * size + leading * (i - (lines.length - 1) / 2);
    if (!color && (!fill || isBeyond)) {
      context.lineJoin = "round";
      context.lineWidth = 0.18 * size;
      context.strokeStyle = luminance(ink) > 0.179 ? "rgb(0 0 0 / 0.65)" : "rgb(255 255 255 / 0.65)";
      context.strokeText(line, 0, y);
    }
    context.fillStyle = css(ink);
    context.fillText(line, 0, y);
  });
  context.restore();
}

// The order in which bodies are painted: by layers, within one what stands still first, and then as they
// come.
function inLayers(poses, looks) {
  const layer = (pose) => looks[pose.body.look].layer ?? 0;
  if (poses.every((pose) => layer(pose) === 0)) return poses;
  return [...poses].sort(
    (a, b) => layer(a) - layer(b) || b.body.isStill - a.body.isStill || a.body.id - b.body.id);
}
