// Draws a run's moments with WebGL: tinted sprites and triangles, as the run's marks say. What anything looks
// like is in them.

const VERTEX_SHADER = `
  attribute vec2 place; attribute vec2 spot; attribute vec4 tint;
  uniform vec4 view;
  varying vec2 where; varying vec4 color;
  void main() {
    gl_Position = vec4((place - view.xy) / view.zw * 2.0 - 1.0, 0.0, 1.0);
    where = spot; color = tint;
  }`;
const PIXEL_SHADER = `
  precision mediump float;
  uniform sampler2D sheet;
  varying vec2 where; varying vec4 color;
  void main() { gl_FragColor = texture2D(sheet, where) * color; }`;
const WHITE = [1, 1, 1, 1];
// Numbers of a vertex: place, place in the sheet, tint. Vertices drawn at once.
const [SIZE, CAPACITY] = [8, 6 * 4096];

class Stage {
  constructor(run, canvas) {
    this.run = run;
    this.canvas = canvas;
    // Kept after it is drawn, so that a person, or a test, can take the picture.
    this.gl = canvas.getContext("webgl2", { alpha: false, preserveDrawingBuffer: true });
    if (!this.gl) throw new Error("This browser cannot draw the page: it has no WebGL.");
    this.vertices = new Float32Array(CAPACITY * SIZE);
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => {
      this.begin();
      this.prepare(this.isDark);
      this.draw(this.frame);
    });
    this.begin();
  }

  begin() {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX_SHADER], [gl.FRAGMENT_SHADER, PIXEL_SHADER]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    gl.useProgram(program);
    this.viewPlace = gl.getUniformLocation(program, "view");
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, this.vertices.byteLength, gl.STREAM_DRAW);
    for (const [name, count, from] of [["place", 2, 0], ["spot", 2, 2], ["tint", 4, 4]]) {
      const attribute = gl.getAttribLocation(program, name);
      gl.enableVertexAttribArray(attribute);
      gl.vertexAttribPointer(attribute, count, gl.FLOAT, false, 4 * SIZE, 4 * from);
    }
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    this.pages = this.run.pages.map(({ image }) => this.texture(image));
    this.plain = this.texture(new ImageData(new Uint8ClampedArray(4).fill(255), 1));
    this.count = 0;
  }

  texture(image) {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) {
      gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
    }
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    return { texture, width: image.width, height: image.height };
  }

  // Takes the size of the canvas on the screen.
  prepare(isDark) {
    const { canvas, run } = this;
    const [, , width, height] = run.view;
    this.isDark = isDark;
    this.density = window.devicePixelRatio || 1;
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * this.density));
    canvas.height = Math.max(1, Math.round((canvas.width * height) / width));
    this.gl.viewport(0, 0, canvas.width, canvas.height);
  }

  // What a theme has in place of another: a light page's first.
  pick(value) {
    return Array.isArray(value) ? value[this.isDark ? 1 : 0] : value;
  }

  color(value) {
    const hex = this.pick(value);
    return [1, 3, 5, 7].map((i) => (i < hex.length ? parseInt(hex.slice(i, i + 2), 16) / 255 : 1));
  }

  // MARK: Triangles

  // - color: its alpha not multiplied; isAdded: to what is below.
  vertex(x, y, u, v, [red, green, blue, alpha], isAdded) {
    const at = this.count++ * SIZE;
    const { vertices } = this;
    vertices[at] = x;
    vertices[at + 1] = y;
    vertices[at + 2] = u;
    vertices[at + 3] = v;
    vertices[at + 4] = red * alpha;
    vertices[at + 5] = green * alpha;
    vertices[at + 6] = blue * alpha;
    vertices[at + 7] = isAdded ? 0 : alpha;
  }

  // Makes room for some vertices with a texture.
  use(page, count) {
    if (this.page === page && this.count + count <= CAPACITY) return;
    this.flush();
    this.page = page;
    this.gl.bindTexture(this.gl.TEXTURE_2D, page.texture);
  }

  flush() {
    const { gl, count } = this;
    if (count === 0) return;
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, this.vertices.subarray(0, count * SIZE));
    gl.drawArrays(gl.TRIANGLES, 0, count);
    this.count = 0;
  }

  // - points: x, y and color of each, and whether that is added to what is below.
  polygon(...points) {
    this.use(this.plain, 3 * points.length);
    for (let i = 2; i < points.length; i++) {
      for (const point of [points[0], points[i - 1], points[i]]) {
        this.vertex(point[0], point[1], 0, 0, point[2], point[3]);
      }
    }
  }

  box(left, bottom, right, top, low, high = low) {
    this.polygon([left, bottom, low], [right, bottom, low], [right, top, high], [left, top, high]);
  }

  // - at: x, y and angle; sprite: a place in the run's; part: of it, from 0 to 1.
  put(sprite, at, [scaleX, scaleY], color, isAdded = false, part = [0, 0, 1, 1]) {
    const [number, column, row, w, h, left, bottom, width, height] = this.run.sprites[this.pick(sprite)];
    const page = this.pages[number];
    this.use(page, 6);
    const [cosine, sine] = [Math.cos(at[2]), Math.sin(at[2])];
    for (const i of [0, 1, 2, 0, 2, 3]) {
      const [a, b] = [part[i === 1 || i === 2 ? 2 : 0], part[i > 1 ? 3 : 1]];
      const [x, y] = [(left + width * a) * scaleX, (bottom + height * b) * scaleY];
      this.vertex(
        at[0] + cosine * x - sine * y, at[1] + sine * x + cosine * y, (column + w * a) / page.width,
        (row + h * (1 - b)) / page.height, color, isAdded);
    }
  }

  // Stretches a sprite from one point to another.
  stretch(sprite, a, b, color) {
    const way = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(...way);
    if (length === 0) return;
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, Math.atan2(way[1], way[0])];
    this.put(sprite, middle, [length / this.run.sprites[this.pick(sprite)][7], 1], color);
  }

  // MARK: A moment

  // - frame: whole or not.
  draw(frame) {
    const { run } = this;
    const whole = Math.min(Math.floor(frame), run.frames - 1);
    const part = frame - whole;
    this.frame = frame;
    this.time = run.time(frame);
    this.poses = run.bodies.map((body) => run.pose(body, whole, part));
    this.view = run.shown(whole, part);
    this.gl.uniform4fv(this.viewPlace, this.view);
    this.byID = new Map();
    for (const pose of this.poses) if (pose) this.byID.set(pose.body.id, pose);
    this.paper(run.paper);
    for (const mark of run.marks) {
      const at = whole - mark.first;
      if (at >= 0 && at < mark.count) this[mark.kind](mark, at, part);
    }
    this.flush();
    this.canvas.setAttribute("data-step", run.step(whole));
  }

  paper({ steps, colors }) {
    const [left, bottom, across, up] = this.view;
    const [, floor, , height] = this.run.view;
    const [top, low, grid, major, vignette] = colors.map((color) => this.color(color));
    const [right, high] = [left + across, bottom + up];
    // A camera sees beyond the view, where the paper goes on in one color.
    this.box(left, Math.min(bottom, floor), right, floor, low);
    this.box(left, floor, right, floor + height, low, top);
    this.box(left, floor + height, right, Math.max(high, floor + height), top);
    // Lines of whole pixels.
    const pixel = across / this.canvas.width;
    const line = Math.max(1, Math.round(this.density)) * pixel;
    const step = steps.find((step) => step >= 14 * this.density * pixel) ?? steps.at(-1);
    const snap = (length) => Math.floor(length / pixel + 0.5) * pixel;
    for (const color of [grid, major]) {
      const isShown = (i) => (i % 5 === 0) === (color === major);
      for (let i = Math.floor(left / step) + 1; i * step < right; i++) {
        const x = left + snap(i * step - left);
        if (isShown(i)) this.box(x, bottom, x + line, high, color);
      }
      for (let i = Math.floor(bottom / step) + 1; i * step < high; i++) {
        const y = high - snap(high - i * step);
        if (isShown(i)) this.box(left, y - line, right, y, color);
      }
    }
    const reach = Math.hypot(across, up) / 2;
    const at = (turn, length, color) =>
      [left + across / 2 + Math.cos(turn) * length, bottom + up / 2 + Math.sin(turn) * length, color];
    const clear = [...vignette.slice(0, 3), 0];
    for (let i = 0; i < 64; i++) {
      const [a, b] = [(i * Math.PI) / 32, ((i + 1) * Math.PI) / 32];
      const [inner, outer] = [reach * 0.45, reach * 1.01];
      this.polygon(at(a, inner, clear), at(a, outer, vignette), at(b, outer, vignette), at(b, inner, clear));
    }
  }

  // The way that a body came, as a ribbon that tapers and fades.
  trail(mark, frame, part) {
    const { tracks: { x, y }, isSeldom } = this.run.bodies[mark.body];
    const [now, length] = [frame + part, mark.length ?? Infinity];
    const pixel = this.view[2] / this.canvas.width;
    let points = [];
    for (let at = now; ; at = Math.ceil(at) - 1) {
      const place = Math.max(at, now - length, 0);
      let [whole, rest] = [Math.floor(place), place % 1];
      if (isSeldom) [whole, rest] = this.run.seldom(whole, rest);
      const point = [x.between(whole, rest), y.between(whole, rest), 1 - (now - place) / length];
      const isEnd = place > at || place === 0 || mark.jumps.includes(Math.ceil(at));
      const last = points.at(-1);
      const isFar = !last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= 2 * pixel;
      if (isEnd || isFar) points.push(point);
      if (isEnd) {
        this.ribbon(mark, points, pixel);
        points = [];
      }
      if (place > at || place === 0) return;
    }
  }

  // - points: x, y and what is left of width and opacity of each.
  ribbon(mark, points, pixel) {
    const [red, green, blue, alpha] = this.color(mark.color);
    let last = null;
    points.forEach(([x, y, strength], i) => {
      const [a, b] = [points[Math.max(i - 1, 0)], points[Math.min(i + 1, points.length - 1)]];
      const half = Math.max(mark.width * strength, pixel) / 2;
      const share = half / (Math.hypot(b[0] - a[0], b[1] - a[1]) || Infinity);
      const [u, v] = [(a[1] - b[1]) * share, (b[0] - a[0]) * share];
      const corner = (side) => [
        x + u * side, y + v * side, [red, green, blue, side ? 0 : alpha * strength], this.pick(mark.isAdded),
      ];
      const next = [-1, 0, 1].map(corner);
      if (last) for (const i of [0, 2]) this.polygon(last[i], last[1], next[1], next[i]);
      last = next;
    });
  }

  // A point of a body, with the body's angle; null where the body is not there.
  place(pose, x, y) {
    if (!pose) return null;
    const [cosine, sine] = [Math.cos(pose.angle), Math.sin(pose.angle)];
    return [pose.x + cosine * x - sine * y, pose.y + sine * x + cosine * y, pose.angle];
  }

  // The color of a body, or what a mark has in its place.
  shade(pose, plain) {
    const { color } = pose;
    if (!color) return plain ? this.color(plain) : WHITE;
    return [color[0] / 255, color[1] / 255, color[2] / 255, color[3]];
  }

  // MARK: Marks

  // A sprite of nothing that moves.
  picture({ sprite }) {
    this.put(sprite, [0, 0, 0], [1, 1], WHITE);
  }

  // A sprite of a body. `part` shows some of it, as transitions do.
  sprite(mark, frame, part) {
    const pose = this.poses[mark.body];
    if (!pose || pose.opacity <= 0) return;
    const scale = [pose.scaleX, pose.scaleY];
    const [x, y] = mark.middle ?? [0, 0];
    const at = this.place(pose, x * scale[0], y * scale[1]);
    at[0] += mark.offset?.[0] ?? 0;
    at[1] += mark.offset?.[1] ?? 0;
    if (mark.middle) at[2] = 0;
    if (mark.quarters) at[2] += (mark.quarters * Math.PI) / 2;
    if (mark.quarters % 2) scale.reverse();
    const color = mark.tint || mark.isTinted ? this.shade(mark.isTinted ? pose : {}, mark.tint) : [...WHITE];
    if (mark.isFaded) color[3] *= pose.color?.[3] ?? 1;
    color[3] *= pose.opacity * (mark.isGlow ? pose.glow : 1);
    if (mark.dim) for (let i = 0; i < 3; i++) color[i] *= mark.dim;
    if (color[3] === 0) return;
    if (!mark.isPart) return this.put(mark.sprite, at, scale, color);
    const numbers = mark.tracks.map((track) => track.between(frame, part));
    const [opacity, left, bottom, right, top, dx, dy] = numbers;
    const [, , , , , u, v, width, height] = this.run.sprites[this.pick(mark.sprite)];
    const [wholeX, wholeY, wholeWidth, wholeHeight] = mark.whole;
    // What is at an edge of the picture has its rim too.
    const cut = (share, low, length, edge, size) =>
      share <= 0 ? 0 : share >= 1 ? 1 : (low + length * share - edge) / size;
    const shown = [
      cut(left, wholeX, wholeWidth, u, width), cut(bottom, wholeY, wholeHeight, v, height),
      cut(right, wholeX, wholeWidth, u, width), cut(top, wholeY, wholeHeight, v, height),
    ];
    color[3] *= opacity;
    const moved = this.place(pose, dx * wholeWidth * scale[0], dy * wholeHeight * scale[1]);
    if (opacity > 0) this.put(mark.sprite, moved, scale, color, false, shown);
  }

  // Where a joint holds its bodies, in their own coordinates, and how it sags.
  anchors({ joint, from, to }, frame, part) {
    if (joint === undefined) return [...from, ...to];
    const { first, tracks } = this.run.joints[joint];
    return tracks.map((track) => track.between(frame - first, part));
  }

  // A sprite from one point of a body to one of another, along a parabola where it sags; of several sprites
  // that which is stretched least.
  link(mark, frame, part) {
    const pose = this.byID.get(mark.a);
    const [ax, ay, bx, by, sagX, sagY] = this.anchors(mark, frame + mark.first, part);
    const [a, b] = [this.place(pose, ax, ay), this.place(this.byID.get(mark.b), bx, by)];
    if (!a || !b) return;
    const color = this.shade(mark.isTinted ? pose : {}, mark.tint);
    color[3] = 1;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const off = (sprite) => Math.abs(Math.log(length / this.run.sprites[sprite][7]));
    const { sprites } = mark;
    const sprite = sprites.length > 1 ? sprites.reduce((x, y) => (off(y) < off(x) ? y : x)) : sprites[0];
    const pieces = !mark.isTinted && Math.hypot(sagX ?? 0, sagY ?? 0) > 0 ? 16 : 1;
    let from = a;
    for (let i = 1; i <= pieces; i++) {
      const share = i / pieces;
      const sag = 4 * share * (1 - share);
      const to = [0, 1].map((j) => a[j] + (b[j] - a[j]) * share + ([sagX, sagY][j] ?? 0) * sag);
      this.stretch(sprite, from, to, color);
      from = to;
    }
  }

  // A sprite at a point of a body, turned with a body or not.
  dot(mark, frame, part) {
    const [x, y] = mark.at ?? this.anchors(mark, frame + mark.first, part).slice(mark.end === "a" ? 0 : 2);
    const at = this.place(this.byID.get(mark.body), x, y);
    const turned = this.byID.get(mark.turned);
    if (at) this.put(mark.sprite, [at[0], at[1], turned ? turned.angle + mark.angle : 0], [1, 1], WHITE);
  }

  // The band of a conveyor, with rollers and treads that run.
  belt(mark) {
    const pose = this.poses[mark.body];
    if (!pose) return;
    const color = [1, 1, 1, pose.opacity];
    const put = (sprite, x, y, angle) => {
      const at = this.place(pose, x, y);
      this.put(sprite, [at[0], at[1], at[2] + angle], [1, 1], color);
    };
    put(mark.band, 0, 0, 0);
    for (const [x, y] of mark.rollers) put(mark.roller, x, y, mark.spin * this.time);
    const { way } = mark;
    for (let i = 0; i < mark.treads; i++) {
      const turns = i / mark.treads + this.time * mark.turns;
      const at = (turns - Math.floor(turns)) * way.length;
      const [from, to] = [way[Math.floor(at) % way.length], way[(Math.floor(at) + 1) % way.length]];
      const share = at - Math.floor(at);
      put(mark.tread, from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, from[2]);
    }
  }

  // A cloth or a blob: triangles between bodies, and the rim around them.
  mesh(mark, frame, part) {
    let state = mark.states[0];
    for (const other of mark.states) if (other.from <= frame) state = other;
    const corners = mark.pieces.map((id, i) => {
      const pose = this.byID.get(id);
      if (!pose) return null;
      const light = mark.tracks[i].between(...this.run.seldom(frame, part));
      const color = this.shade(pose, mark.tints[i]);
      const end = light > 0 ? 1 : 0;
      const lit = color.map((c, j) => (j < 3 ? c + (end - c) * Math.abs(light) : c * pose.opacity));
      return [pose.x, pose.y, lit];
    });
    for (const { stroke, disc, shade } of mark.rims) {
      const tint = ([r, g, b]) => [r * shade[0], g * shade[1], b * shade[2], 1];
      for (const [a, b] of state.rim) {
        if (corners[a] && corners[b]) this.stretch(stroke, corners[a], corners[b], tint(corners[a][2]));
      }
      for (const i of new Set(state.rim.flat())) {
        if (corners[i]) this.put(disc, [corners[i][0], corners[i][1], 0], [1, 1], tint(corners[i][2]));
      }
    }
    for (const face of state.faces) {
      const points = face.map((i) => corners[i]);
      if (points.every(Boolean)) this.polygon(...points);
    }
  }

  // Columns of water, with a line along the surface.
  water(mark, frame, part) {
    const [fill, rim] = [this.color(mark.fill), this.color(mark.rim)];
    const at = this.run.seldom(frame, part);
    const heights = mark.tracks.map((track) => track.between(...at));
    for (let i = 1; i < mark.columns.length; i++) {
      const [[x, low], [next, nextLow]] = [mark.columns[i - 1], mark.columns[i]];
      const [top, line, nextTop, nextLine] = heights.slice(2 * i - 2, 2 * i + 2);
      this.polygon([x, low, fill], [next, nextLow, fill], [next, nextTop, fill], [x, top, fill]);
      if (line > 0 && nextLine > 0) {
        this.polygon(
          [x, top - line, rim], [next, nextTop - nextLine, rim], [next, nextTop, rim], [x, top, rim]);
      }
    }
  }

  // Particles, each a function of its birth and its age.
  particles(mark) {
    const clamp = (number) => Math.min(Math.max(number, 0), 1);
    const [born, life, cells, x, y, u, v, angles, spins, sizes, growths, ...colors] = mark.tracks;
    for (let i = 0; i < mark.samples; i++) {
      const age = this.time - born.at(i);
      if (age < 0 || age >= life.at(i)) continue;
      const cell = mark.cells[cells.at(i)];
      const size = sizes.at(i) + growths.at(i) * age;
      const color = cell.colorSpeed.map(
        (speed, j) => clamp(colors[j].at(i) + speed * age) * colors[j + 3].at(i));
      color.push(clamp(colors[6].at(i) + cell.alphaSpeed * age));
      if (size <= 0 || color[3] === 0) continue;
      const [ax, ay] = cell.acceleration;
      const at = [
        x.at(i) + u.at(i) * age + (ax * age * age) / 2, y.at(i) + v.at(i) * age + (ay * age * age) / 2,
        angles.at(i) + spins.at(i) * age,
      ];
      this.put(cell.sprite, at, [size, size], color, mark.isAdded);
    }
  }
}
