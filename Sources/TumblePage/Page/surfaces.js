// Cloths and blobs: each is drawn as one surface where its faces are whole. What has come loose is the disc and the thread that it is.

class Surface {
  constructor({ pieces, radius, edges, faces, middle }) {
    this.pieces = pieces;
    this.radius = radius;
    this.middle = middle;
    // An edge without a joint is between two pieces that stand.
    this.edges = edges.map(([a, b, isFree]) => ({ a, b, key: isFree ? null : edgeKey(pieces[a], pieces[b]) }));
    this.places = new Map(this.edges.map((edge, place) => [edge.key, place]));
    this.faces = faces.map(([corners, edges]) => ({ corners, edges }));
  }

  // Takes in a moment.
  // - held: the keys of the edges whose joints are there; show: gives a body's pixel and color, or null.
  prepare(held, show) {
    this.shown = this.pieces.map((id) => show(id));
    this.counts = this.edges.map(() => 0);
    this.covered = new Set();
    this.isDrawn = false;
    this.isOpaque = this.shown.every((piece) => !piece || piece.color[3] === 1);
    this.whole = this.faces.filter(
      ({ corners, edges }) =>
        corners.every((corner) => this.shown[corner]) &&
        edges.every((edge) => this.edges[edge].key === null || held.has(this.edges[edge].key)));
    for (const { corners, edges } of this.whole) {
      for (const edge of edges) this.counts[edge]++;
      for (const corner of corners) this.covered.add(this.pieces[corner]);
    }
  }

  // Whether a joint between two bodies is not to be seen.
  hides(a, b) {
    const place = this.places.get(edgeKey(a, b));
    if (place === undefined) return false;
    if (this.counts[place] > 0) return true;
    // What holds a blob's ring in its form runs across its faces.
    return this.middle !== undefined && this.covered.has(a) && this.covered.has(b);
  }

  // - scale: pixels per point; pixel: a fine line's width, in pixels.
  draw(context, scale, pixel) {
    if (this.isDrawn) return;
    this.isDrawn = true;
    context.lineCap = "round";
    context.lineJoin = "round";
    const radius = this.radius * scale;
    if (this.isOpaque) {
      this.drawRim(context, radius, (color) => [color[0] * 0.68, color[1] * 0.68, color[2] * 0.7, color[3]]);
      if (radius > 1.6 * pixel) this.drawRim(context, radius - 1.6 * pixel, (color) => color);
    }
    if (this.middle === undefined) this.drawCloth(context);
    else this.drawBlob(context);
    context.lineCap = "butt";
    context.lineJoin = "miter";
  }

  drawRim(context, radius, tint) {
    context.lineWidth = 2 * radius;
    this.edges.forEach(({ a, b }, place) => {
      if (this.counts[place] !== 1) return;
      context.strokeStyle = css(tint(this.shown[a].color));
      context.beginPath();
      context.moveTo(...this.shown[a].at);
      context.lineTo(...this.shown[b].at);
      context.stroke();
    });
  }

  trace(context, { corners }) {
    corners.forEach((corner, i) => {
      if (i === 0) context.moveTo(...this.shown[corner].at);
      else context.lineTo(...this.shown[corner].at);
    });
    context.closePath();
  }

  drawBlob(context) {
    const middle = this.shown[this.middle];
    if (!middle || this.whole.length === 0) return;
    const [x, y] = middle.at;
    let reach = 1;
    context.beginPath();
    for (const face of this.whole) {
      this.trace(context, face);
      for (const corner of face.corners) {
        const [u, v] = this.shown[corner].at;
        reach = Math.max(reach, Math.hypot(u - x, v - y));
      }
    }
    const fill = context.createRadialGradient(x, y, 0, x, y, reach);
    fill.addColorStop(0, css(lit(middle.color, 0.3)));
    fill.addColorStop(1, css(middle.color));
    context.fillStyle = fill;
    context.fill();
  }

  // Where it is pushed together, it turns away from the light.
  drawCloth(context) {
    const areas = this.whole.map((face) => this.area(face));
    const largest = Math.max(...areas);
    this.whole.forEach((face, i) => {
      const { color } = this.shown[face.corners[0]];
      const style = css(lit(color, 0.5 * (Math.sqrt(areas[i] / largest) - 1)));
      context.beginPath();
      this.trace(context, face);
      context.fillStyle = style;
      context.fill();
      if (color[3] < 1) return;
      // Over the seam that the smooth edges of two would leave.
      context.strokeStyle = style;
      context.lineWidth = 1;
      context.stroke();
    });
  }

  area({ corners }) {
    const points = corners.map((corner) => this.shown[corner].at);
    let doubled = 0;
    points.forEach(([x, y], i) => {
      const [u, v] = points[(i + 1) % points.length];
      doubled += x * v - u * y;
    });
    return Math.abs(doubled) / 2;
  }
}

function edgeKey(a, b) {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
