// A graph of some channels over the whole run, with a line where the run is.

class Graph {
  // - description: the page's; onSeek: gets the part of the run, 0 to 1, that is pointed at.
  constructor(run, description, colors, onSeek) {
    this.run = run;
    this.description = description;
    this.figure = document.createElement("figure");
    const caption = this.figure.appendChild(document.createElement("figcaption"));
    if (description.title) caption.appendChild(document.createElement("b")).textContent = description.title;
    this.legend = description.channels.map((channel) => {
      const entry = caption.appendChild(document.createElement("span"));
      const mark = entry.appendChild(document.createElement("i"));
      entry.append(channel.name + " ");
      const value = entry.appendChild(document.createElement("span"));
      value.className = "value";
      if (channel.unit) entry.append(" " + channel.unit);
      return { mark, value };
    });
    this.canvas = this.figure.appendChild(document.createElement("canvas"));
    this.canvas.setAttribute("role", "img");
    const names = [description.title, ...description.channels.map((c) => c.name)];
    this.canvas.setAttribute("aria-label", names.filter(Boolean).join(", "));
    this.limits = this.findLimits();
    const seek = (event) => {
      if (event.type === "pointermove" && event.buttons === 0) return;
      if (event.type === "pointerdown") this.canvas.setPointerCapture(event.pointerId);
      const { left } = this.canvas.getBoundingClientRect();
      const { from, to } = this.area;
      onSeek(Math.min(Math.max((event.clientX - left - from) / (to - from), 0), 1));
    };
    this.canvas.addEventListener("pointerdown", seek);
    this.canvas.addEventListener("pointermove", seek);
  }

  get lines() {
    return this.description.channels.map((channel) => this.run.values[channel.place]);
  }

  // The least and the greatest value shown, with some room around them.
  findLimits() {
    if (this.description.range) return this.description.range;
    let [low, high] = [Infinity, -Infinity];
    const take = (value) => {
      if (!Number.isFinite(value)) return;
      low = Math.min(low, value);
      high = Math.max(high, value);
    };
    for (const line of this.lines) line.forEach(take);
    this.description.thresholds.forEach(take);
    if (low > high) return [0, 1];
    const room = high > low ? (high - low) * 0.06 : Math.max(Math.abs(high) * 0.1, 1e-6);
    // Room below 0 would look as if there were something.
    return [low >= 0 && low - room < 0 ? 0 : low - room, high + room];
  }

  // Takes the size of the canvas on the screen, and the colors of a theme.
  prepare(colors) {
    this.colors = colors;
    this.density = window.devicePixelRatio || 1;
    const width = Math.max(60, this.canvas.clientWidth);
    const height = Math.max(40, this.canvas.clientHeight);
    this.canvas.width = Math.round(width * this.density);
    this.canvas.height = Math.round(height * this.density);
    this.area = { from: 46, to: width - 10, top: 8, bottom: height - 20 };
    this.legend.forEach(({ mark }, i) => (mark.style.background = colors.lines[i % colors.lines.length]));
    this.plot = newCanvas(this.canvas.width, this.canvas.height);
    this.paint(this.plot.getContext("2d"));
  }

  x(part) {
    return this.area.from + (this.area.to - this.area.from) * part;
  }

  y(value) {
    const [low, high] = this.limits;
    return this.area.bottom - ((value - low) / (high - low || 1)) * (this.area.bottom - this.area.top);
  }

  paint(context) {
    const { area, run, colors } = this;
    context.setTransform(this.density, 0, 0, this.density, 0, 0);
    context.font = '11px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
    context.fillStyle = colors.dim;
    context.strokeStyle = colors.border;
    context.lineWidth = 1;
    const stroke = (x1, y1, x2, y2) => {
      context.beginPath();
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
      context.stroke();
    };
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const value of ticks(...this.limits, 5)) {
      const y = Math.round(this.y(value)) + 0.5;
      stroke(area.from, y, area.to, y);
      context.fillText(shortNumber(value), area.from - 6, y);
    }
    context.textBaseline = "top";
    const [start, end] = [run.time(0), run.time(run.frames - 1)];
    for (const time of ticks(start, end, Math.min(10, (area.to - area.from) / 64))) {
      const x = this.x((time - start) / (end - start || 1));
      context.textAlign = x > area.to - 12 ? "right" : "center";
      context.fillText(`${shortNumber(time)} s`, x > area.to - 12 ? area.to + 8 : x, area.bottom + 5);
    }
    context.save();
    context.beginPath();
    context.rect(area.from, area.top - 2, area.to - area.from, area.bottom - area.top + 4);
    context.clip();
    context.setLineDash([5, 4]);
    context.strokeStyle = colors.accent;
    for (const value of this.description.thresholds) stroke(area.from, this.y(value), area.to, this.y(value));
    context.setLineDash([]);
    context.lineWidth = 1.6;
    context.lineJoin = "round";
    this.lines.forEach((line, i) => {
      context.strokeStyle = colors.lines[i % colors.lines.length];
      this.paintLine(context, line);
    });
    context.restore();
  }

  paintLine(context, line) {
    const last = Math.max(line.length - 1, 1);
    let isOpen = false;
    context.beginPath();
    line.forEach((value, frame) => {
      const wasOpen = isOpen;
      isOpen = Number.isFinite(value);
      if (isOpen) context[wasOpen ? "lineTo" : "moveTo"](this.x(frame / last), this.y(value));
    });
    context.stroke();
  }

  // - frame: whole or not.
  draw(frame) {
    const context = this.canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.plot, 0, 0);
    context.setTransform(this.density, 0, 0, this.density, 0, 0);
    const x = this.x(frame / Math.max(this.run.frames - 1, 1));
    context.strokeStyle = this.colors.text;
    context.globalAlpha = 0.6;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x, this.area.top - 4);
    context.lineTo(x, this.area.bottom + 2);
    context.stroke();
    context.globalAlpha = 1;
    this.lines.forEach((line, i) => {
      const value = line[Math.floor(frame)];
      // What cannot be told from 0 in the graph is 0.
      const isSmall = Math.abs(value) < (this.limits[1] - this.limits[0]) * 1e-6;
      this.legend[i].value.textContent = Number.isFinite(value) ? shortNumber(isSmall ? 0 : value) : "–";
      if (!Number.isFinite(value)) return;
      context.beginPath();
      context.arc(x, Math.min(Math.max(this.y(value), this.area.top), this.area.bottom), 3.5, 0, 2 * Math.PI);
      context.fillStyle = this.colors.lines[i % this.colors.lines.length];
      context.fill();
    });
  }
}

function newCanvas(width, height) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  return canvas;
}

// About so many round numbers within limits.
function ticks(low, high, count) {
  const rough = (high - low) / Math.max(count, 1);
  if (!(rough > 0) || !Number.isFinite(rough)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough * 0.999);
  // Counted from the first: beyond 2^53 a number plus 1 is that number.
  const first = Math.ceil(low / step - 1e-9);
  const found = [];
  for (let i = 0; i <= 10 * count && (first + i) * step <= high + step * 1e-9; i++) {
    found.push((first + i) * step);
  }
  return [...new Set(found)];
}

// Four digits, with k, M and G for large numbers.
function shortNumber(value) {
  const size = Math.abs(value);
  if (size > 0 && (size < 1e-3 || size >= 1e12)) return value.toExponential(1).replace("-", "−");
  const [unit, letter] =
    size >= 1e9 ? [1e9, " G"] : size >= 1e6 ? [1e6, " M"] : size >= 1e4 ? [1e3, " k"] : [1, ""];
  return String(Number((value / unit).toPrecision(4))).replace("-", "−") + letter;
}
