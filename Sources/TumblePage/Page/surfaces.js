// Cloths and blobs: each is drawn as one surface where its faces are whole. What has come loose is the disc
// and the thread that it is.

class Surface {
  constructor({ pieces, radius, edges, faces, middle }) {
    this.pieces = pieces;
    this.radius = radius;
    this.middle = middle;
    // Nothing can part two pieces that stand.
    this.edges = edges.map(([a, b, isFree]) => ({ a, b, isFree: Boolean(isFree), isHeld: false, faces: 0 }));
    this.faces = faces.map(([corners, edges]) => ({ corners, edges: edges.map((edge) => this.edges[edge]) }));
    const places = new Map(pieces.map((id, place) => [id, place]));
    this.byEnds = new Map();
    for (const edge of this.edges) {
      this.byEnds.set(`${edge.a} ${edge.b}`, edge);
      this.byEnds.set(`${edge.b} ${edge.a}`, edge);
    }
    this.edgeBetween = (a, b) => this.byEnds.get(`${places.get(a)} ${places.get(b)}`);
  }

  // Begins a moment, whose joints are noted in the edges then.
  clear() {
    for (const edge of this.edges) {
      edge.isHeld = edge.isFree;
      edge.faces = 0;
    }
  }

  // - show: gives a body's pixel and color; null where it is not there.
  prepare(show) {
    this.shown = this.pieces.map(show);
    this.isCovered = this.pieces.map(() => false);
    this.isDrawn = false;
    this.isOpaque = true;
    this.whole = this.faces.filter(
      ({ corners, edges }) =>
        corners.every((corner) => this.shown[corner]) && edges.every((edge) => edge.isHeld));
    for (const { corners, edges } of this.whole) {
      for (const edge of edges) edge.faces++;
      for (const corner of corners) {
        this.isCovered[corner] = true;
        if (this.shown[corner].color[3] < 1) this.isOpaque = false;
      }
    }
  }

  // Whether the joint of an edge is not to be seen.
  hides(edge) {
    if (edge.faces > 0) return true;
    // What holds a blob's ring in its form runs across its faces.
    return this.middle !== undefined && this.isCovered[edge.a] && this.isCovered[edge.b];
  }

  // - scale: pixels per point; pixel: a fine line's width, in pixels.
  draw(context, scale, pixel) {
    if (this.isDrawn) return;
    this.isDrawn = true;
    context.lineCap = "round";
    context.lineJoin = "round";
    const radius = this.radius * scale;
    // Where the rim lies on the faces, a translucent one would show.
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
    for (const { a, b, faces } of this.edges) {
      if (faces !== 1) continue;
      context.strokeStyle = css(tint(this.shown[a].color));
      context.beginPath();
      context.moveTo(...this.shown[a].at);
      context.lineTo(...this.shown[b].at);
      context.stroke();
    }
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
    let largest = 0;
    for (const face of this.whole) {
      face.area = this.area(face);
      largest = Math.max(largest, face.area);
    }
    for (const face of this.whole) {
      const { color } = this.shown[face.corners[0]];
      const style = css(lit(color, largest > 0 ? 0.5 * (Math.sqrt(face.area / largest) - 1) : 0));
      context.beginPath();
      this.trace(context, face);
      context.fillStyle = style;
      context.fill();
      if (!this.isOpaque) continue;
      // Over the seam that the smooth edges of two would leave.
      context.strokeStyle = style;
      context.lineWidth = 1;
      context.stroke();
    }
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
