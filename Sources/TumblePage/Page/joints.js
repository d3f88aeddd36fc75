// What joints, belts and fluids are drawn with. Places are pixels of the canvas, y down, unless something
// else is said.

class JointPainter {
  // - pixel: a fine line's width on the screen, in pixels.
  constructor(context, colors, pixel) {
    this.context = context;
    this.pixel = pixel;
    this.colors = {};
    for (const name of ["rope", "rod", "spring", "slot", "pin"]) this.colors[name] = parseColor(colors[name]);
  }

  line(points, width, color) {
    const { context } = this;
    context.beginPath();
    points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    context.lineWidth = width;
    context.strokeStyle = css(color);
    context.stroke();
  }

  // Round to the eye: its edges turn away from the light.
  rod(points, width, color) {
    this.line(points, width * this.pixel, shade(color, 0.68));
    this.line(points, width * this.pixel * 0.5, color);
  }

  disc([x, y], radius, color) {
    const { context } = this;
    const edge = Math.min(1.6 * this.pixel, radius * this.pixel * 0.4);
    context.beginPath();
    context.arc(x, y, radius * this.pixel, 0, 2 * Math.PI);
    context.fillStyle = css(shade(color, 0.68));
    context.fill();
    context.beginPath();
    context.arc(x, y, radius * this.pixel - edge, 0, 2 * Math.PI);
    context.fillStyle = css(color);
    context.fill();
  }

  pins(a, b) {
    this.disc(a, 3.2, this.colors.pin);
    this.disc(b, 3.2, this.colors.pin);
  }

  // A rope that is longer than its ends are apart hangs in a parabola of its length.
  // - length: in pixels; down: the direction of gravity, of length 1, or null.
  rope(a, b, length, down) {
    const way = [b[0] - a[0], b[1] - a[1]];
    let low = 0;
    if (down && length > Math.hypot(...way) * (1 + 1e-6)) {
      let high = length / 2;
      for (let i = 0; i < 24; i++) {
        const middle = (low + high) / 2;
        if (parabolaLength(way, [down[0] * middle, down[1] * middle]) < length) low = middle;
        else high = middle;
      }
    }
    const pieces = low > 0.5 ? Math.min(Math.max(Math.floor(Math.sqrt(low) * 2), 4), 24) : 1;
    const points = [];
    for (let i = 0; i <= pieces; i++) {
      const part = i / pieces;
      const sag = 4 * part * (1 - part) * low;
      points.push([
        a[0] + way[0] * part + (down?.[0] ?? 0) * sag,
        a[1] + way[1] * part + (down?.[1] ?? 0) * sag,
      ]);
    }
    this.context.lineJoin = "round";
    this.rod(points, 2.5, this.colors.rope);
  }

  // A spring: the strands behind it first, then those in front, each with a dark edge.
  coil(a, b) {
    const { context, pixel } = this;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (length < 1) return;
    const tone = (part) => shade(this.colors.spring, part);
    const turns = 11;
    const pen = 13 * 0.17 * pixel;
    const reach = (13 * pixel - pen * 1.5) / 2;
    const lead = length * 0.06;
    const corner = (half) => {
      const x = lead + (half * (length - 2 * lead)) / turns / 2;
      if (half === 0 || half === 2 * turns) return [x, 0];
      return [x, half % 2 === 0 ? reach : -reach];
    };
    context.save();
    context.translate(...a);
    context.rotate(Math.atan2(b[1] - a[1], b[0] - a[0]));
    context.lineCap = "round";
    this.line([[0, 0], corner(0)], pen, tone(0.8));
    this.line([corner(2 * turns), [length, 0]], pen, tone(0.8));
    for (let half = 0; half < 2 * turns; half += 2) {
      this.line([corner(half), corner(half + 1)], pen, tone(0.5));
    }
    for (let half = 1; half < 2 * turns; half += 2) {
      this.line([corner(half), corner(half + 1)], pen * 1.5, tone(0.38));
      this.line([corner(half), corner(half + 1)], pen, tone(0.86));
    }
    context.restore();
  }

  // A wheel with eight cogs and a marked hub, so that one sees it turn.
  cog([x, y], angle) {
    const { context, pixel } = this;
    const radius = 8 * pixel;
    const gray = (part) => css([part * 255, part * 255, part * 255, 1]);
    const disc = (cx, cy, r, style) => {
      context.beginPath();
      context.arc(cx, cy, r, 0, 2 * Math.PI);
      context.fillStyle = style;
      context.fill();
    };
    context.save();
    context.translate(x, y);
    context.rotate(-angle);
    context.beginPath();
    for (let i = 0; i < 8; i++) {
      for (const [turn, part] of [[-0.39, 0.76], [-0.26, 0.98], [0.26, 0.98], [0.39, 0.76]]) {
        const at = ((i + turn) * Math.PI) / 4;
        context.lineTo(part * radius * Math.cos(at), part * radius * Math.sin(at));
      }
    }
    context.closePath();
    context.fillStyle = gray(0.34);
    context.fill();
    disc(0, 0, radius * 0.6, gray(0.5));
    disc(0, 0, radius * 0.22, gray(0.15));
    disc(radius * 0.42, 0, radius * 0.11, gray(0.9));
    context.restore();
  }

  // What runs in a groove.
  piston([x, y], angle) {
    const { context, pixel } = this;
    context.save();
    context.translate(x, y);
    context.rotate(-angle);
    context.fillStyle = css(shade(this.colors.rod, 0.68));
    context.fillRect(-7 * pixel, -4.5 * pixel, 14 * pixel, 9 * pixel);
    context.fillStyle = css(this.colors.rod);
    context.fillRect(-5.4 * pixel, -2.9 * pixel, 10.8 * pixel, 5.8 * pixel);
    context.restore();
    this.disc([x, y], 3.2, this.colors.pin);
  }
}

// The length of a parabola over a way whose middle sags: the integral of its speed, by Gauss and Legendre
// over four pieces.
function parabolaLength(way, sag) {
  let sum = 0;
  for (let piece = 0; piece < 4; piece++) {
    for (const [place, weight] of [[0.1127016654, 5 / 18], [0.5, 8 / 18], [0.8872983346, 5 / 18]]) {
      const speed = 4 - 8 * ((piece + place) / 4);
      sum += (weight / 4) * Math.hypot(way[0] + sag[0] * speed, way[1] + sag[1] * speed);
    }
  }
  return sum;
}

// The band of a conveyor inside its outlines, with treads that run at the surface's velocity. The context is
// in the body's points.
// - width: of the band, in points; time: in seconds.
function paintBelts(context, look, width, time) {
  look.shapes.forEach((outline, i) => {
    const [vx, vy] = look.belts[i];
    if (vx === 0 && vy === 0) return;
    const thin = Math.min(look.bounds.width, look.bounds.height);
    const band = Math.min(width, thin * 0.2);
    context.save();
    context.beginPath();
    trace(context, outline);
    context.clip();
    context.lineJoin = "round";
    const strokes = [["rgb(51 51 51)", 2, 0], ["rgb(26 26 26)", 0.6, 0], ["rgb(158 158 158)", 1.4, 1]];
    for (const [style, line, dash] of strokes) {
      context.beginPath();
      trace(context, outline);
      context.lineWidth = band * line;
      context.strokeStyle = style;
      context.setLineDash(dash ? [band * 1.4, band * 4.6] : []);
      // Counter-clockwise the upper side runs to the left.
      context.lineDashOffset = dash ? Math.hypot(vx, vy) * time * (vx < 0 ? -1 : 1) : 0;
      context.stroke();
    }
    context.restore();
  });
}

// A translucent fluid up to its level, with a surface that ripples. The context is in points of the world.
// - pixel: a fine line's width, in points.
function paintFluid(context, outline, level, color, time, pixel) {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  context.save();
  context.beginPath();
  for (let i = 0; i < outline.length; i += 2) {
    context.lineTo(outline[i], outline[i + 1]);
    left = Math.min(left, outline[i]);
    right = Math.max(right, outline[i]);
    bottom = Math.min(bottom, outline[i + 1]);
    top = Math.max(top, outline[i + 1]);
  }
  context.closePath();
  context.clip();
  const surface = [];
  const column = Math.max((right - left) / 400, 4 * pixel);
  const mean = Math.min(level, top);
  for (let x = left; x < right + column; x += column) {
    surface.push([x, mean + 0.7 * Math.sin(x / 17 + time * 1.7) + 0.4 * Math.sin(x / 7.3 - time * 2.9)]);
  }
  context.beginPath();
  context.moveTo(left, bottom);
  for (const point of surface) context.lineTo(...point);
  context.lineTo(right + column, bottom);
  context.fillStyle = css(color);
  context.fill();
  context.beginPath();
  for (const point of surface) context.lineTo(...point);
  context.strokeStyle = css([...color.slice(0, 3), Math.min(color[3] * 1.8, 1)]);
  context.lineWidth = 3 * pixel;
  context.stroke();
  context.restore();
}
