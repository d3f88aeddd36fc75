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
// Numbers of a vertex: place, place in the sheet, tint. Vertices drawn at once.
const [SIZE, CAPACITY] = [8, 6 * 4096];
// What has no body.
const STILL = { x: 0, y: 0, angle: 0, opacity: 1, scaleX: 1, scaleY: 1 };

class Stage {
  constructor(run, canvas) {
    Object.assign(this, { run, canvas });
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
    const { canvas, run: { view: [, , width, height] } } = this;
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
    const numbers = [x, y, u, v, red * alpha, green * alpha, blue * alpha, isAdded ? 0 : alpha];
    this.vertices.set(numbers, this.count++ * SIZE);
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
      for (const [x, y, color, isAdded] of [points[0], points[i - 1], points[i]]) {
        this.vertex(x, y, 0, 0, color, isAdded);
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
    const [x, y] = [b[0] - a[0], b[1] - a[1]];
    const scale = Math.hypot(x, y) / this.run.sprites[this.pick(sprite)][7];
    this.put(sprite, [a[0] + x / 2, a[1] + y / 2, Math.atan2(y, x)], [scale, 1], color);
  }

  // MARK: A moment

  // - frame: whole or not.
  draw(frame) {
    const { run } = this;
    this.frame = frame;
    this.time = run.time(frame);
    this.view = run.shown(frame);
    this.pixel = this.view[2] / this.canvas.width;
    this.poses = run.bodies.map((body) => run.pose(body, frame));
    this.byID = new Map(this.poses.filter(Boolean).map((pose) => [pose.body.id, pose]));
    this.gl.uniform4fv(this.viewPlace, this.view);
    this.paper(run.paper);
    for (const mark of run.marks) {
      const at = frame - mark.first;
      if (at >= 0 && at < mark.count) this[mark.kind](mark, at);
    }
    this.flush();
    this.canvas.setAttribute("data-step", run.step(Math.floor(frame)));
  }

  paper({ steps, colors }) {
    const { pixel, view: [left, bottom, across, up], run: { view: [, floor, , height] } } = this;
    const [top, low, grid, major, vignette] = colors.map((color) => this.color(color));
    const [right, high, ceiling] = [left + across, bottom + up, floor + height];
    // A camera sees beyond the view, where the paper goes on in one color.
    this.box(left, Math.min(bottom, floor), right, floor, low);
    this.box(left, floor, right, ceiling, low, top);
    this.box(left, ceiling, right, Math.max(high, ceiling), top);
    // Lines of whole pixels.
    const line = Math.max(1, Math.round(this.density)) * pixel;
    const step = steps.find((step) => step >= 14 * this.density * pixel) ?? steps.at(-1);
    const snap = (length) => Math.floor(length / pixel + 0.5) * pixel;
    for (let i = Math.floor(left / step) + 1; i * step < right; i++) {
      const x = left + snap(i * step - left);
      this.box(x, bottom, x + line, high, i % 5 ? grid : major);
    }
    for (let i = Math.floor(bottom / step) + 1; i * step < high; i++) {
      const y = high - snap(high - i * step);
      this.box(left, y - line, right, y, i % 5 ? grid : major);
    }
    const reach = Math.hypot(across, up) / 2;
    const at = (turn, part, alpha) => [
      left + across / 2 + Math.cos(turn) * part * reach, bottom + up / 2 + Math.sin(turn) * part * reach,
      [...vignette.slice(0, 3), alpha * vignette[3]],
    ];
    for (let i = 0; i < 64; i++) {
      const [a, b] = [(i * Math.PI) / 32, ((i + 1) * Math.PI) / 32];
      this.polygon(at(a, 0.45, 0), at(a, 1.01, 1), at(b, 1.01, 1), at(b, 0.45, 0));
    }
  }

  // A point of a body, with the body's angle; null where the body is not there.
  place(pose, x, y) {
    if (!pose) return null;
    const [cosine, sine] = [Math.cos(pose.angle), Math.sin(pose.angle)];
    return [pose.x + cosine * x - sine * y, pose.y + sine * x + cosine * y, pose.angle];
  }

  // The color of a body, or what a mark has in its place.
  shade(pose, { isTinted, tint = "#ffffff", night }) {
    const dark = this.pick(night);
    return isTinted && !dark && pose.color ? [...pose.color] : this.color(dark ?? tint);
  }

  // How far what is far away goes along with the camera.
  lag(depth) {
    return [0, 1].map((i) => {
      const [shown, whole] = [this.view, this.run.view].map((view) => view[i] + view[i + 2] / 2);
      return (shown - whole) * depth;
    });
  }

  // MARK: Marks

  // A sprite of a body, or of nothing that moves. `isPart` shows some of it, as transitions do.
  sprite(mark, frame) {
    const pose = mark.body === undefined ? STILL : this.poses[mark.body];
    if (!pose || pose.opacity <= 0) return;
    const { at: [x, y] = [0, 0], offset = [0, 0], depth, quarters = 0, spin = 0 } = mark;
    const [right, up] = depth ? this.lag(depth) : offset;
    const scale = [pose.scaleX, pose.scaleY];
    const at = this.place(pose, x * scale[0], y * scale[1]);
    const turn = (quarters * Math.PI) / 2 + spin * this.time;
    const place = [at[0] + right, at[1] + up, turn + (mark.isUpright ? 0 : at[2])];
    if (quarters % 2) scale.reverse();
    const color = this.shade(pose, mark).map((part, i) => (i < 3 ? part * (mark.dim ?? 1) : part));
    color[3] *= pose.opacity * (mark.grain ?? 1) * (mark.isGlow ? pose.glow : 1);
    if (mark.isFaded) color[3] *= pose.color?.[3] ?? 1;
    if (!mark.isPart) return this.put(mark.sprite, place, scale, color);
    const [opacity, ...numbers] = mark.tracks.map((track) => track.at(frame));
    const [, , , , , ...edges] = this.run.sprites[this.pick(mark.sprite)];
    // What is at an edge of the picture has its rim too.
    const shown = numbers.slice(0, 4).map((share, i) => {
      const [low, edge] = [mark.whole[i % 2], edges[i % 2]];
      const [length, size] = [mark.whole[2 + (i % 2)], edges[2 + (i % 2)]];
      return share <= 0 ? 0 : share >= 1 ? 1 : (low + length * share - edge) / size;
    });
    color[3] *= opacity;
    const way = [0, 1].map((i) => numbers[4 + i] * mark.whole[2 + i] * scale[i]);
    this.put(mark.sprite, this.place(pose, ...way), scale, color, false, shown);
  }

  // The way that a body came, as a ribbon that tapers and fades.
  trail(mark, frame) {
    const { x, y, every } = this.run.bodies[mark.body];
    const { length = Infinity, jumps } = mark;
    const start = Math.max(frame - length, 0);
    let points = [];
    for (let at = frame; ; at = Math.max(Math.ceil(at) - 1, start)) {
      const point = [x.at(at / every), y.at(at / every), 1 - (frame - at) / length];
      const isEnd = at === start || jumps.includes(Math.ceil(at));
      const last = points.at(-1);
      if (isEnd || !last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= 2 * this.pixel) {
        points.push(point);
      }
      if (isEnd) this.ribbon(mark, points.splice(0));
      if (at === start) return;
    }
  }

  // - points: x, y and what is left of width and opacity of each.
  ribbon(mark, points) {
    const [red, green, blue, alpha] = this.color(mark.color);
    let last = null;
    points.forEach(([x, y, strength], i) => {
      const [a, b] = [points[Math.max(i - 1, 0)], points[Math.min(i + 1, points.length - 1)]];
      const half = Math.max(mark.width * strength, this.pixel) / 2;
      const share = half / (Math.hypot(b[0] - a[0], b[1] - a[1]) || Infinity);
      const [u, v] = [(a[1] - b[1]) * share, (b[0] - a[0]) * share];
      const next = [-1, 0, 1].map((side) => [
        x + u * side, y + v * side, [red, green, blue, side ? 0 : alpha * strength], this.pick(mark.isAdded),
      ]);
      if (last) for (const side of [0, 2]) this.polygon(last[side], last[1], next[1], next[side]);
      last = next;
    });
  }

  // Where a joint holds its bodies, in their own coordinates, and how it sags.
  anchors({ joint, from, to, first }, frame) {
    if (joint === undefined) return [...from, ...to];
    const held = this.run.joints[joint];
    return held.tracks.map((track) => track.at(frame + first - held.first));
  }

  // A sprite from one point of a body to one of another, along a parabola where it sags; of several sprites
  // that which is stretched least.
  link(mark, frame) {
    const pose = this.byID.get(mark.a);
    const [ax, ay, bx, by, sagX = 0, sagY = 0] = this.anchors(mark, frame);
    const [a, b] = [this.place(pose, ax, ay), this.place(this.byID.get(mark.b), bx, by)];
    if (!a || !b) return;
    const color = this.shade(pose, mark);
    if (mark.isTinted) color[3] = 1;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const off = (sprite) => Math.abs(Math.log(length / this.run.sprites[sprite][7]));
    const sprite = mark.sprites.reduce((x, y) => (off(y) < off(x) ? y : x));
    const pieces = !mark.isTinted && (sagX || sagY) ? 16 : 1;
    const at = (share) => {
      const sag = 4 * share * (1 - share);
      return [a[0] + (b[0] - a[0]) * share + sagX * sag, a[1] + (b[1] - a[1]) * share + sagY * sag];
    };
    for (let i = 0; i < pieces; i++) this.stretch(sprite, at(i / pieces), at((i + 1) / pieces), color);
  }

  // A sprite at a point of a body, turned with a body or not.
  dot(mark, frame) {
    const [x, y] = mark.at ?? this.anchors(mark, frame).slice(mark.end === "a" ? 0 : 2);
    const at = this.place(this.byID.get(mark.body), x, y);
    const turned = this.byID.get(mark.turned);
    if (!at) return;
    at[2] = turned ? turned.angle + mark.angle : 0;
    this.put(mark.sprite, at, [1, 1], [1, 1, 1, 1]);
  }

  // Sprites that run along a body's border.
  treads({ body, sprite, treads, way, turns }) {
    const pose = this.poses[body];
    for (let i = 0; pose && i < treads; i++) {
      const part = i / treads + this.time * turns;
      const at = (part - Math.floor(part)) * way.length;
      // A part just below 0 may be all of the way, by a rounding.
      const [from, to] = [0, 1].map((next) => way[(Math.floor(at) + next) % way.length]);
      const [x, y] = [0, 1].map((j) => from[j] + (to[j] - from[j]) * (at % 1));
      const [left, up, angle] = this.place(pose, x, y);
      this.put(sprite, [left, up, angle + from[2]], [1, 1], [1, 1, 1, pose.opacity]);
    }
  }

  // A cloth or a blob: triangles between bodies, and the rim around them.
  mesh(mark, frame) {
    const { rim, faces } = mark.states.findLast(({ from }) => from <= frame) ?? mark.states[0];
    const corners = mark.pieces.map((id, i) => {
      const pose = this.byID.get(id);
      if (!pose) return null;
      const light = mark.tracks[i].at(frame / this.run.every);
      const color = this.shade(pose, { isTinted: true, tint: mark.tints[i] });
      const lit = color.map((c, j) => (j < 3 ? c + ((light > 0) - c) * Math.abs(light) : c * pose.opacity));
      return [pose.x, pose.y, lit];
    });
    for (const { stroke, disc, shade } of mark.rims) {
      const tint = ([, , color]) => [...shade.map((part, i) => part * color[i]), 1];
      for (const [a, b] of rim.map((edge) => edge.map((i) => corners[i]))) {
        if (a && b) this.stretch(stroke, a, b, tint(a));
      }
      for (const i of new Set(rim.flat())) {
        if (corners[i]) this.put(disc, [...corners[i].slice(0, 2), 0], [1, 1], tint(corners[i]));
      }
    }
    for (const face of faces) {
      const points = face.map((i) => corners[i]);
      if (points.every(Boolean)) this.polygon(...points);
    }
  }

  // Many balls as one, which is where a field, the sum of a bump for each, is more than a threshold.
  skin(mark) {
    const { pixel } = this;
    const cell = Math.max(mark.cell, mark.leastCell * this.density * pixel);
    const [column, row] = [0, 1].map((i) => Math.floor(this.view[i] / cell) - 4);
    const [columns, rows] = [2, 3].map((i) => Math.floor(this.view[i] / cell) + 10);
    // Kept from frame to frame.
    if (mark.sums?.length !== 4 * columns * rows) mark.sums = new Float32Array(4 * columns * rows);
    const sums = mark.sums.fill(0);
    mark.bodies.forEach((number, k) => {
      const pose = this.poses[number];
      if (!pose || pose.opacity <= 0) return;
      const [cx, cy] = mark.centers[k];
      const at = this.place(pose, cx * pose.scaleX, cy * pose.scaleY);
      const [x, y] = [at[0] / cell - column, at[1] / cell - row];
      const radius = mark.radii[k] * Math.max(Math.abs(pose.scaleX), Math.abs(pose.scaleY));
      const reach = (Math.max(radius, cell) * mark.reach) / cell;
      const tint = this.pick(mark.tints[k]);
      const [red, green, blue] = tint ? this.color(tint) : pose.color;
      for (let j = Math.max(Math.ceil(y - reach), 1); j < Math.min(y + reach, rows - 1); j++) {
        for (let i = Math.max(Math.ceil(x - reach), 1); i < Math.min(x + reach, columns - 1); i++) {
          const rest = 1 - ((i - x) ** 2 + (j - y) ** 2) / reach ** 2;
          if (rest <= 0) continue;
          const [bump, at] = [rest * rest * pose.opacity, 4 * (j * columns + i)];
          sums[at] += bump;
          sums[at + 1] += red * bump;
          sums[at + 2] += green * bump;
          sums[at + 3] += blue * bump;
        }
      }
    });
    const sum = (i, j) => sums.subarray(4 * (j * columns + i), 4 * (j * columns + i) + 4);
    const field = (i, j) => sums[4 * (j * columns + i)];
    const unit = ([x, y]) => {
      const length = Math.hypot(x, y);
      return length > 1e-9 ? [x / length, y / length] : [0, 0];
    };
    // Out of the skin.
    const normal = (i, j) =>
      i > 0 && j > 0 && i < columns - 1 && j < rows - 1
        ? unit([field(i - 1, j) - field(i + 1, j), field(i, j - 1) - field(i, j + 1)]) : [0, 0];
    const crust = mark.crust && this.color(mark.crust);
    const shade = ([f, ...color], [u, v]) => {
      const depth = (f - mark.threshold) / (mark.deep - mark.threshold);
      const edge = 1 - Math.min(Math.max(depth, 0), 1);
      const light = (u * mark.from[0] + v * mark.from[1]) * edge;
      const [end, share] = light > 0 ? [1, light * mark.light] : [0, -light * mark.dark];
      const lit = color.map((part) => part / f + (end - part / f) * share);
      return [...(crust ? lit.map((part, n) => part + (crust[n] - part) * edge * edge) : lit), mark.alpha];
    };
    const mix = (a, b, share) => a.map((number, n) => number + (b[n] - number) * share);
    for (let j = 0; j < rows - 1; j++) {
      for (let i = 0; i < columns - 1; i++) {
        const most = Math.max(field(i, j), field(i + 1, j), field(i + 1, j + 1), field(i, j + 1));
        if (most < mark.threshold) continue;
        const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
        const values = corners.map(([i, j]) => field(i, j));
        const cut = [];
        corners.forEach((here, k) => {
          const next = corners[(k + 1) % 4];
          const [value, other] = [values[k], values[(k + 1) % 4]];
          const point = ([i, j]) => [(column + i) * cell, (row + j) * cell];
          const isInside = value >= mark.threshold;
          if (isInside) cut.push([...point(here), shade(Array.from(sum(...here)), normal(...here))]);
          if (isInside === other >= mark.threshold) return;
          const share = (mark.threshold - value) / (other - value);
          const out = unit(mix(normal(...here), normal(...next), share));
          const color = shade(mix(Array.from(sum(...here)), sum(...next), share), out);
          cut.push([...mix(point(here), point(next), share), color, false, out]);
        });
        this.polygon(...cut);
        // A border that ends softly.
        cut.forEach((a, k) => {
          const b = cut[(k + 1) % cut.length];
          if (!a[4] || !b[4]) return;
          const outer = ([x, y, color, , [u, v]]) =>
            [x + u * pixel, y + v * pixel, [...color.slice(0, 3), 0]];
          this.polygon(a, b, outer(b), outer(a));
        });
      }
    }
  }

  // Columns of water, with a line along the surface.
  water(mark, frame) {
    const [fill, rim] = [this.color(mark.fill), this.color(mark.rim)];
    const heights = mark.tracks.map((track) => track.at(frame / this.run.every));
    for (let i = 1; i < mark.columns.length; i++) {
      const [[x, low], [next, nextLow]] = [mark.columns[i - 1], mark.columns[i]];
      const [top, line, nextTop, nextLine] = heights.slice(2 * i - 2, 2 * i + 2);
      this.polygon([x, low, fill], [next, nextLow, fill], [next, nextTop, fill], [x, top, fill]);
      if (!line || !nextLine) continue;
      const under = [[x, top - line, rim], [next, nextTop - nextLine, rim]];
      this.polygon(...under, [next, nextTop, rim], [x, top, rim]);
    }
  }

  // Particles, each a function of its birth and its age.
  particles({ tracks, samples, cells, isAdded }) {
    const clamp = (number) => Math.min(Math.max(number, 0), 1);
    for (let i = 0; i < samples; i++) {
      const age = this.time - tracks[0].at(i);
      if (age < 0 || age >= tracks[1].at(i)) continue;
      const numbers = tracks.slice(2).map((track) => track.at(i));
      const [place, x, y, u, v, angle, spin, width, growth, ...colors] = numbers;
      const { sprite, acceleration: [ax, ay], colorSpeed, alphaSpeed } = cells[place];
      const size = width + growth * age;
      const color = colorSpeed.map((speed, j) => clamp(colors[j] + speed * age) * colors[j + 3]);
      color.push(clamp(colors[6] + alphaSpeed * age));
      if (size <= 0 || color[3] === 0) continue;
      const at = [x + (u + (ax * age) / 2) * age, y + (v + (ay * age) / 2) * age, angle + spin * age];
      this.put(sprite, at, [size, size], color, isAdded);
    }
  }
}
