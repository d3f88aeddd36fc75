// Draws a run's moments with WebGL: tinted sprites and triangles, as the run's marks say. What anything looks
// like is in them.

const VERTEX_SHADER = `#version 300 es
  in vec2 place; in vec2 spot; in vec4 tint;
  uniform vec4 view;
  out vec2 where; out vec4 color;
  void main() {
    gl_Position = vec4((place - view.xy) / view.zw * 2.0 - 1.0, 0.0, 1.0);
    where = spot; color = tint;
  }`;
// A picture; where it is at least half opaque; a bump of a field; or the skin that there is where the sum of
// bumps is more than a threshold.
const [PICTURE, GROUND, BUMP, SKIN] = [0, 1, 2, 3];
const PIXEL_SHADER = `#version 300 es
  precision highp float;
  uniform sampler2D sheet;
  uniform int kind;
  // Of a skin: threshold, the sum without a surface, opacity; towards the light, lighter, darker; the crust.
  uniform vec4 look[3];
  in vec2 where; in vec4 color;
  out vec4 pixel;
  float sum(vec2 way) { return texture(sheet, where + way / vec2(textureSize(sheet, 0))).a; }
  void main() {
    vec4 here = texture(sheet, where);
    float slope = max(fwidth(here.a), 1e-6);
    float bump = pow(max(1.0 - dot(where, where), 0.0), 2.0);
    pixel = kind == ${BUMP} ? color * bump : here * color;
    if (kind == ${GROUND} && pixel.a < 0.5) discard;
    if (kind != ${SKIN}) return;
    vec2 way = vec2(sum(vec2(-1, 0)) - sum(vec2(1, 0)), sum(vec2(0, -1)) - sum(vec2(0, 1)));
    float edge = clamp((look[0].y - here.a) / (look[0].y - look[0].x), 0.0, 1.0);
    float light = dot(way, look[1].xy) / max(length(way), 1e-6) * edge;
    float share = max(light * look[1].z, -light * look[1].w);
    vec3 lit = mix(here.rgb / max(here.a, 1e-6), vec3(step(0.0, light)), share);
    lit = mix(lit, look[2].rgb, look[2].a * edge * edge);
    pixel = vec4(lit, 1) * look[0].z * clamp((here.a - look[0].x) / slope + 1.0, 0.0, 1.0);
  }`;
// Numbers of a vertex: place, place in the sheet, tint. Vertices drawn at once.
const [SIZE, CAPACITY] = [8, 6 * 4096];
// What has no body.
const STILL = { x: 0, y: 0, angle: 0, opacity: 1, scaleX: 1, scaleY: 1 };
// Colors are multiplied by their alpha; without it they are added to what is below.
const CLEAR = [0, 0, 0, 0];
const multiplied = ([red, green, blue, alpha]) => [red * alpha, green * alpha, blue * alpha, alpha];
const scaled = (color, part) => color.map((number) => number * part);
const mix = (a, b, share) => a.map((number, i) => number + (b[i] - number) * share);
const clamp = (number) => Math.min(Math.max(number, 0), 1);

class Stage {
  constructor(run, canvas) {
    Object.assign(this, { run, canvas });
    // Kept after it is drawn, so that a person, or a test, can take the picture.
    this.gl = canvas.getContext("webgl2", { alpha: false, stencil: true, preserveDrawingBuffer: true });
    if (!this.gl) throw new Error("This browser cannot draw the page: it has no WebGL.");
    this.vertices = new Float32Array(CAPACITY * SIZE);
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => {
      this.begin();
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
    const names = ["kind", "view", "look"];
    this.uniforms = Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(program, name)]));
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, this.vertices.byteLength, gl.STREAM_DRAW);
    for (const [name, count, from] of [["place", 2, 0], ["spot", 2, 2], ["tint", 4, 4]]) {
      const attribute = gl.getAttribLocation(program, name);
      gl.enableVertexAttribArray(attribute);
      gl.vertexAttribPointer(attribute, count, gl.FLOAT, false, 4 * SIZE, 4 * from);
    }
    gl.enable(gl.BLEND);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    this.pages = this.run.pages.map(({ image }) => this.texture(image));
    this.plain = this.texture(new ImageData(new Uint8ClampedArray(4).fill(255), 1));
    // A field of numbers beyond 1, which some devices have by one of these.
    for (const kind of ["", "_half"]) gl.getExtension(`EXT_color_buffer${kind}_float`);
    this.field = { ...this.texture(new ImageData(1, 1)), buffer: gl.createFramebuffer() };
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.field.buffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.field.texture, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
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
  }

  // What a theme has in place of another: a light page's first.
  pick(value) {
    return Array.isArray(value) ? value[this.isDark ? 1 : 0] : value;
  }

  color(value = "#ffffff") {
    const hex = this.pick(value).slice(1).padEnd(8, "f");
    return multiplied([0, 2, 4, 6].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255));
  }

  // MARK: Triangles

  // Draws from now on with a part of the world over all of the pixels.
  aim(kind, view, width, height) {
    this.flush();
    this.gl.uniform1i(this.uniforms.kind, kind);
    this.gl.uniform4fv(this.uniforms.view, view);
    this.gl.viewport(0, 0, width, height);
  }

  // - points: x, y and color of each, and where it is in a texture.
  polygon(points, page = this.plain) {
    if (this.page !== page || this.count + 3 * points.length > CAPACITY) {
      this.flush();
      this.page = page;
      this.gl.bindTexture(this.gl.TEXTURE_2D, page.texture);
    }
    for (let i = 2; i < points.length; i++) {
      for (const [x, y, color, u = 0, v = 0] of [points[0], points[i - 1], points[i]]) {
        this.vertices.set([x, y, u, v, ...color], this.count++ * SIZE);
      }
    }
  }

  flush() {
    const { gl, count } = this;
    if (count === 0) return;
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, this.vertices.subarray(0, count * SIZE));
    gl.drawArrays(gl.TRIANGLES, 0, count);
    this.count = 0;
  }

  // What is between rows of points.
  strip(rows) {
    for (let i = 1; i < rows.length; i++) {
      const [a, b] = [rows[i - 1], rows[i]];
      for (let j = 1; j < a.length; j++) this.polygon([a[j - 1], b[j - 1], b[j], a[j]]);
    }
  }

  box(left, bottom, right, top, color) {
    this.strip([[[left, bottom, color], [right, bottom, color]], [[left, top, color], [right, top, color]]]);
  }

  // - sprite: a place in the run's; at: x, y and angle; part: of it, from 0 to 1.
  put(sprite, [x, y, angle], [scaleX, scaleY], color, [left, bottom, right, top] = [0, 0, 1, 1]) {
    const [number, column, row, w, h, minX, minY, width, height] = this.run.sprites[this.pick(sprite)];
    const [page, cosine, sine] = [this.pages[number], Math.cos(angle), Math.sin(angle)];
    this.polygon([[left, bottom], [right, bottom], [right, top], [left, top]].map(([a, b]) => {
      const [across, up] = [(minX + width * a) * scaleX, (minY + height * b) * scaleY];
      const [u, v] = [(column + w * a) / page.width, (row + h * (1 - b)) / page.height];
      return [x + cosine * across - sine * up, y + sine * across + cosine * up, color, u, v];
    }), page);
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
    const { run, canvas, gl } = this;
    this.frame = frame;
    this.time = run.time(frame);
    this.view = run.shown(frame);
    this.pixel = this.view[2] / canvas.width;
    this.poses = run.bodies.map((body) => run.pose(body, frame));
    this.byID = new Map(this.poses.filter(Boolean).map((pose) => [pose.body.id, pose]));
    this.byID.set(undefined, STILL);
    this.aim(PICTURE, this.view, canvas.width, canvas.height);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.clear(gl.STENCIL_BUFFER_BIT);
    this.paper(run.paper);
    for (const mark of run.marks) {
      const at = frame - mark.first;
      if (at < 0 || at >= mark.count) continue;
      this.keepTo(mark.isOnGround ?? false);
      this[mark.kind](mark, at);
    }
    this.keepTo(false);
    this.flush();
    canvas.setAttribute("data-step", run.step(Math.floor(frame)));
  }

  paper({ steps, colors }) {
    const { pixel, view: [left, bottom, across, up], run: { view: [, floor, , height] } } = this;
    const [sky, ground, grid, major, vignette] = colors.map((color) => this.color(color));
    const [right, top] = [left + across, bottom + up];
    // A camera sees beyond the view, where the paper goes on in one color.
    const ends = [[bottom, ground], [floor, ground], [floor + height, sky], [top, sky]];
    this.strip(ends.map(([y, color]) => [[left, y, color], [right, y, color]]));
    // Lines of whole pixels.
    const line = Math.max(1, Math.round(this.density)) * pixel;
    const step = steps.find((step) => step >= 14 * this.density * pixel) ?? steps.at(-1);
    const snap = (length) => Math.floor(length / pixel + 0.5) * pixel;
    for (let i = Math.floor(left / step) + 1; i * step < right; i++) {
      const x = left + snap(i * step - left);
      this.box(x, bottom, x + line, top, i % 5 ? grid : major);
    }
    for (let i = Math.floor(bottom / step) + 1; i * step < top; i++) {
      const y = top - snap(top - i * step);
      this.box(left, y - line, right, y, i % 5 ? grid : major);
    }
    const reach = Math.hypot(across, up) / 2;
    this.strip(Array.from({ length: 65 }, (_, i) => [[0.45, CLEAR], [1.01, vignette]].map(([part, color]) => [
      left + across / 2 + Math.cos((i * Math.PI) / 32) * part * reach,
      bottom + up / 2 + Math.sin((i * Math.PI) / 32) * part * reach, color,
    ])));
  }

  // A point of a body, with the body's angle; null where the body is not there.
  place(pose, x, y) {
    if (!pose) return null;
    const [cosine, sine] = [Math.cos(pose.angle), Math.sin(pose.angle)];
    return [pose.x + cosine * x - sine * y, pose.y + sine * x + cosine * y, pose.angle];
  }

  // MARK: Marks

  // Draws on the ground alone from now on, or on all.
  keepTo(isGround) {
    if (this.isGround === isGround) return;
    this.flush();
    this.isGround = isGround;
    this.gl[isGround ? "enable" : "disable"](this.gl.STENCIL_TEST);
  }

  // A sprite of what is ground: it is noted, and not seen.
  ground(mark, frame) {
    const { gl, canvas, view } = this;
    this.keepTo(true);
    for (const isNoted of [true, false]) {
      this.aim(isNoted ? GROUND : PICTURE, view, canvas.width, canvas.height);
      gl.stencilFunc(isNoted ? gl.ALWAYS : gl.EQUAL, 1, 255);
      gl.stencilOp(gl.KEEP, gl.KEEP, isNoted ? gl.REPLACE : gl.KEEP);
      gl.colorMask(!isNoted, !isNoted, !isNoted, !isNoted);
      if (isNoted) this.sprite(mark, frame);
    }
  }

  // A sprite of a body, or of nothing that moves; with tracks, as much of it as a transition shows.
  sprite(mark, frame) {
    const { at = [0, 0], offset = [0, 0], depth = 0, quarters = 0, spin = 0, grain = 1 } = mark;
    const pose = this.byID.get(mark.body);
    if (!pose || pose.opacity <= 0) return;
    const scale = [pose.scaleX, pose.scaleY];
    const [opacity, left, bottom, right, top, x, y] = mark.tracks?.map((track) => track.at(frame)) ?? [1];
    const middle = mark.tracks ? [x, y] : at;
    const place = this.place(pose, middle[0] * scale[0], middle[1] * scale[1]);
    for (const i of [0, 1]) {
      // What is far away goes along with the camera by a part of its way.
      const [shown, whole] = [this.view, this.run.view].map((view) => view[i] + view[i + 2] / 2);
      place[i] += offset[i] + (shown - whole) * depth;
    }
    if (mark.isUpright) place[2] = 0;
    place[2] += (at[2] ?? 0) + (quarters * Math.PI) / 2 + spin * this.time;
    if (quarters % 2) scale.reverse();
    const own = multiplied(pose.color ?? [1, 1, 1, 1]);
    const tint = this.color(mark.tint).map((part, i) => (this.pick(mark.isTinted) ? part * own[i] : part));
    const light = (mark.isGlow ? pose.glow : 1) * (mark.isFaded ? own[3] : 1);
    const color = scaled(tint, pose.opacity * opacity * grain * light);
    if (this.pick(mark.isAdded)) color[3] = 0;
    this.put(mark.sprite, place, scale, color, mark.tracks && [left, bottom, right, top]);
  }

  // Sprites that run along a body's border.
  treads({ treads, way, turns, ...mark }) {
    for (let i = 0; i < treads; i++) {
      const at = ((((turns * this.time + i / treads) % 1) + 1) % 1) * (way.length - 1);
      this.sprite({ ...mark, at: mix(way[Math.floor(at)], way[Math.ceil(at)], at % 1) });
    }
  }

  // The way that a body came in some of its frames, as a ribbon that tapers and fades.
  trail({ entry, from, to, length = Infinity, width, ...mark }, frame) {
    const { x, y, every } = this.run.bodies[entry];
    const [now, points] = [from + frame, []];
    const oldest = Math.max(now - length, from);
    for (let at = Math.min(now, to); ; at = Math.max(Math.ceil(at) - 1, oldest)) {
      const point = [x.at(at / every), y.at(at / every), 1 - (now - at) / length];
      const last = points.at(-1);
      const isFar = !last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= 2 * this.pixel;
      if (isFar || at <= oldest) points.push(point);
      if (at <= oldest) break;
    }
    const color = this.color(mark.color);
    if (this.pick(mark.isAdded)) color[3] = 0;
    this.strip(points.map(([x, y, strength], i) => {
      const [a, b] = [points[Math.max(i - 1, 0)], points[Math.min(i + 1, points.length - 1)]];
      const half = Math.max(width * strength, this.pixel) / 2;
      const share = half / (Math.hypot(b[0] - a[0], b[1] - a[1]) || Infinity);
      const [u, v] = [(a[1] - b[1]) * share, (b[0] - a[0]) * share];
      return [-1, 0, 1].map((side) => [x + u * side, y + v * side, side ? CLEAR : scaled(color, strength)]);
    }));
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
    const [pose, other] = [mark.a, mark.b].map((id) => this.byID.get(id));
    const [ax, ay, bx, by, sagX = 0, sagY = 0] = this.anchors(mark, frame);
    const [a, b] = [this.place(pose, ax, ay), this.place(other, bx, by)];
    if (!a || !b) return;
    const color = mark.isTinted && pose.color ? [...pose.color.slice(0, 3), 1] : this.color(mark.tint);
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const off = (sprite) => Math.abs(Math.log(length / this.run.sprites[sprite][7]));
    const sprite = mark.sprites.reduce((x, y) => (off(y) < off(x) ? y : x));
    const pieces = !mark.isTinted && (sagX || sagY) ? 16 : 1;
    const at = (share) => {
      const sag = 4 * share * (1 - share);
      const [x, y] = mix(a, b, share);
      return [x + sagX * sag, y + sagY * sag];
    };
    for (let i = 0; i < pieces; i++) this.stretch(sprite, at(i / pieces), at((i + 1) / pieces), color);
  }

  // A sprite at a point of a body, turned with a body or not.
  dot(mark, frame) {
    const [x, y] = mark.at ?? this.anchors(mark, frame).slice(mark.end === "a" ? 0 : 2);
    const at = this.place(this.byID.get(mark.body), x, y);
    if (!at) return;
    at[2] = (this.byID.get(mark.turned)?.angle ?? 0) + (mark.angle ?? 0);
    this.put(mark.sprite, at, [1, 1], [1, 1, 1, 1]);
  }

  // A cloth or a blob: triangles between bodies, and the rim around them.
  mesh(mark, frame) {
    const { rim, faces } = mark.states.findLast(({ from }) => from <= frame) ?? mark.states[0];
    const corners = mark.pieces.map((id, i) => {
      const pose = this.byID.get(id);
      if (!pose) return null;
      const light = mark.tracks[i].at(frame / this.run.every);
      const color = pose.color ?? this.color(mark.tints[i]);
      const lit = [...mix(color.slice(0, 3), Array(3).fill(light > 0 ? 1 : 0), Math.abs(light)), color[3]];
      return [pose.x, pose.y, scaled(multiplied(lit), pose.opacity)];
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
      if (points.every(Boolean)) this.polygon(points);
    }
  }

  // Many balls as one: a bump for each, which are added up in a field. That has a texel for each corner of a
  // grid, which stays where it is as the camera moves.
  skin(mark) {
    const { gl, canvas, field, view } = this;
    const cell = Math.max(mark.cell, mark.leastCell * this.density * this.pixel);
    const [left, bottom] = [0, 1].map((i) => (Math.floor(view[i] / cell) - 4.5) * cell);
    const [columns, rows] = [2, 3].map((i) => Math.floor(view[i] / cell) + 10);
    const [width, height] = [columns * cell, rows * cell];
    this.aim(BUMP, [left, bottom, width, height], columns, rows);
    this.page = field;
    gl.bindTexture(gl.TEXTURE_2D, field.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA16F, columns, rows, 0, gl.RGBA, gl.HALF_FLOAT, null);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.bindFramebuffer(gl.FRAMEBUFFER, field.buffer);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.blendFunc(gl.ONE, gl.ONE);
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
    mark.entries.forEach((number, i) => {
      const pose = this.poses[number];
      if (!pose || pose.opacity <= 0) return;
      const [x, y] = mark.centers[i];
      const at = this.place(pose, x * pose.scaleX, y * pose.scaleY);
      const scale = Math.max(Math.abs(pose.scaleX), Math.abs(pose.scaleY));
      const reach = Math.max(mark.radii[i] * scale, cell) * mark.reach;
      const tint = this.pick(mark.tints[i]);
      const color = scaled([...(tint ? this.color(tint) : pose.color).slice(0, 3), 1], pose.opacity);
      this.polygon(corners.map(([u, v]) => [at[0] + u * reach, at[1] + v * reach, color, u, v]));
    });
    this.flush();
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.aim(SKIN, view, canvas.width, canvas.height);
    gl.uniform4fv(this.uniforms.look, mark.look);
    this.polygon(corners.map(([u, v]) => {
      const [across, up] = [(u + 1) / 2, (v + 1) / 2];
      return [left + across * width, bottom + up * height, CLEAR, across, up];
    }), field);
    this.aim(PICTURE, view, canvas.width, canvas.height);
  }

  // Columns of water, with a line along the surface.
  water(mark, frame) {
    const [fill, rim] = [this.color(mark.fill), this.color(mark.rim)];
    const heights = mark.tracks.map((track) => track.at(frame / this.run.every));
    const columns = mark.columns.map(([x, low], i) => [x, low, ...heights.slice(2 * i, 2 * i + 2)]);
    this.strip(columns.map(([x, low, top]) => [[x, low, fill], [x, top, fill]]));
    this.strip(columns.map(([x, , top, line]) => [[x, top - line, rim], [x, top, rim]]));
  }

  // Particles, each a function of its birth and its age.
  particles({ tracks, samples, cells, isAdded }) {
    for (let i = 0; i < samples; i++) {
      const age = this.time - tracks[0].at(i);
      if (age < 0 || age >= tracks[1].at(i)) continue;
      const numbers = tracks.slice(2).map((track) => track.at(i));
      const [place, x, y, u, v, angle, spin, width, growth, ...colors] = numbers;
      const { sprite, acceleration: [ax, ay], colorSpeed, alphaSpeed } = cells[place];
      const [size, alpha] = [width + growth * age, clamp(colors[6] + alphaSpeed * age)];
      if (size <= 0 || alpha === 0) continue;
      const color = colorSpeed.map((speed, j) => clamp(colors[j] + speed * age) * colors[j + 3] * alpha);
      const at = [x + (u + (ax * age) / 2) * age, y + (v + (ay * age) / 2) * age, angle + spin * age];
      this.put(sprite, at, [size, size], [...color, isAdded ? 0 : alpha]);
    }
  }
}
