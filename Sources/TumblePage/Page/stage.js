// Draws a run's moments into a canvas: paper, what stands still, shadows, bodies, joints, fluids.

class Stage {
  constructor(run, canvas) {
    this.run = run;
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    for (const [place, look] of run.looks.entries()) {
      look.place = place;
      look.shapes = look.outlines.map(prepareOutline);
      look.bounds = boundsOf(look.shapes);
      look.picture = run.textures[look.texture];
    }
    this.surfaces = run.surfaces.map((surface) => new Surface(surface));
    // By body: its surface, and its place in that.
    this.pieces = new Map();
    for (const surface of this.surfaces) {
      surface.pieces.forEach((id, place) => this.pieces.set(id, { surface, place }));
    }
    for (const body of run.bodies) {
      const { x, y, a, o, w, h } = body.tracks;
      body.isEmpty = run.looks[body.look].shapes.length === 0;
      // The window draws such bodies behind all others, but for what a surface shows, through which they
      // would shine.
      const isStatic = run.looks[body.look].kind === "static" && !this.pieces.has(body.id);
      body.isStill = isStatic && [x, y, a].every((track) => track.isConstant) && !o && !w && !h;
    }
    // By id, whatever order they came in.
    run.bodies.sort((a, b) => a.id - b.id || a.first - b.first);
    for (const joint of run.joints) {
      joint.surface = this.pieces.get(joint.a)?.surface;
      joint.edge = joint.surface?.edgeBetween(joint.a, joint.b);
    }
  }

  // Takes the size of the canvas on the screen, and the colors of a theme.
  prepare(colors) {
    const [, , width, height] = this.run.view;
    const density = window.devicePixelRatio || 1;
    const across = Math.max(1, Math.round(this.canvas.clientWidth * density));
    this.colors = colors;
    this.scale = across / width;
    this.density = density;
    this.canvas.width = across;
    this.canvas.height = Math.max(1, Math.round(height * this.scale));
    this.pixel = Math.min(density, Math.min(this.canvas.width, this.canvas.height) / 500);
    this.sprites = new Sprites(this.scale, this.pixel);
    this.joints = new JointPainter(this.context, colors, this.pixel);
    this.bodyColors = colors.dynamic.map(parseColor);
    this.backdrop = null;
    this.scenery = [false, true].map((isInFront) => this.sceneryCanvas(isInFront));
  }

  // The canvas's pixel of a point of the world.
  toPixel(x, y) {
    const [left, bottom] = this.run.view;
    return [(x - left) * this.scale, this.canvas.height - (y - bottom) * this.scale];
  }

  // - frame: whole or not.
  draw(frame) {
    const { run, context, canvas } = this;
    const whole = Math.min(Math.floor(frame), run.frames - 1);
    const part = frame - whole;
    this.time = run.time(frame);
    const poses = [];
    this.byID = new Map();
    for (const body of run.bodies) {
      const pose = run.pose(body, whole, part);
      if (!pose) continue;
      poses.push(pose);
      this.byID.set(body.id, pose);
    }
    // What stands still is behind all others, unless it is in a higher layer than one of them.
    const layer = (pose) => run.looks[pose.body.look].layer ?? 0;
    const lowest = Math.min(...poses.filter((pose) => !pose.body.isStill).map(layer));
    const isBehind = (pose) => pose.body.isStill && !pose.glow && layer(pose) <= lowest;
    const still = inLayers(poses.filter(isBehind), run.looks);
    const moving = inLayers(
      poses.filter((pose) => !isBehind(pose) && !pose.body.isEmpty && pose.opacity > 0), run.looks);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.drawImage(this.backdropWith(still), 0, 0);
    for (const pose of still) this.drawBelts(context, pose);
    this.prepareSurfaces(whole, part);
    for (const pose of moving) {
      // Through what is half seen the shadows of its discs would be seen.
      const surface = this.surfaceOver(pose);
      if (!surface || surface.isOpaque) this.drawShadow(context, pose);
    }
    this.forEachJoint(whole, part, (joint, a, b) => this.drawTrack(joint));
    for (const pose of moving) this.drawHalo(context, pose);
    for (const pose of moving) {
      const surface = this.surfaceOver(pose);
      if (surface) {
        this.drawSurface(surface);
        continue;
      }
      this.drawBody(context, pose);
      this.drawBelts(context, pose);
    }
    for (const surface of this.surfaces) this.drawSurface(surface);
    context.globalAlpha = 1;
    context.setTransform(1, 0, 0, 1, 0, 0);
    const down = this.down(whole, part);
    this.forEachJoint(whole, part, (joint, a, b) => this.drawJoint(joint, a, b, down));
    for (const fluid of run.fluids) this.drawFluid(fluid, whole, part);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    const [, front] = this.scenery;
    if (front) context.drawImage(front, 0, 0);
    canvas.setAttribute("data-step", run.step(whole));
  }

  // MARK: Bodies

  colorOf(pose) {
    if (pose.color) return pose.color;
    const look = this.run.looks[pose.body.look];
    if (look.isMissing) return parseColor(this.colors.missing);
    if (look.kind !== "dynamic") return parseColor(this.colors[look.kind]);
    return this.bodyColors[pose.body.id % this.bodyColors.length];
  }

  // Makes the context's units the body's own points: y up, or down for a picture.
  enter(context, pose, up = 1) {
    const [x, y] = this.toPixel(pose.x, pose.y);
    const cosine = Math.cos(pose.angle) * this.scale;
    const sine = Math.sin(pose.angle) * this.scale;
    const { scaleX, scaleY } = pose;
    context.setTransform(cosine * scaleX, -sine * scaleX, -up * sine * scaleY, -up * cosine * scaleY, x, y);
  }

  drawBody(context, pose) {
    const { body } = pose;
    const look = this.run.looks[body.look];
    // A picture is painted as it is where the body has no color of its own.
    const color = look.picture || look.gradient ? pose.color : this.colorOf(pose);
    const opaque = color && [...color.slice(0, 3), 1];
    const sprite = this.sprites.sprite(look, opaque, body.quarters ?? 0, body.brightness ?? 1);
    context.globalAlpha = pose.opacity * (color?.[3] ?? 1);
    this.drawSprite(context, sprite, pose);
    if (look.caption?.middle) this.drawUprightCaption(context, pose, look, opaque);
  }

  drawSprite(context, { canvas, x, y, width, height }, pose) {
    this.enter(context, pose, -1);
    context.drawImage(canvas, x, y, width, height);
  }

  drawUprightCaption(context, pose, look, color) {
    const [x, y] = [look.caption.middle[0] * pose.scaleX, look.caption.middle[1] * pose.scaleY];
    const [cosine, sine] = [Math.cos(pose.angle), Math.sin(pose.angle)];
    const [left, bottom] = [pose.x + cosine * x - sine * y, pose.y + sine * x + cosine * y];
    this.enter(context, { ...pose, x: left, y: bottom, angle: 0 });
    paintCaption(context, look.caption, fillOf(look, color));
  }

  drawShadow(context, pose) {
    const look = this.run.looks[pose.body.look];
    if (!look.shadow || !this.colors.shadow) return;
    const sprite = this.sprites.shadow(look, parseColor(this.colors.shadow), look.shadow[2]);
    const [dx, dy] = look.shadow;
    context.globalAlpha = pose.opacity * (pose.color?.[3] ?? 1);
    this.drawSprite(context, sprite, { ...pose, x: pose.x + dx, y: pose.y + dy });
  }

  // The light of a body that glows, as wide as the window's halos are.
  drawHalo(context, pose) {
    if (!pose.glow) return;
    const look = this.run.looks[pose.body.look];
    const color = (look.picture ? pose.color : this.colorOf(pose)) ?? [255, 255, 255, 1];
    const blur = 0.25 * Math.sqrt(look.bounds.width * look.bounds.height);
    context.globalAlpha = pose.glow * pose.opacity * color[3];
    this.drawSprite(context, this.sprites.shadow(look, [...color.slice(0, 3), 1], blur), pose);
  }

  drawBelts(context, pose) {
    const look = this.run.looks[pose.body.look];
    if (!look.belts) return;
    this.enter(context, pose);
    context.globalAlpha = pose.opacity;
    const [, , width, height] = this.run.view;
    paintBelts(context, look, 0.00675 * Math.min(width, height), this.time);
  }

  // MARK: What stands still

  // The paper, and bodies that stand still; painted again only where others do, or a theme or size has
  // changed.
  backdropWith(still) {
    const key = still.map((pose) => `${pose.body.id} ${pose.body.first}`).join();
    if (this.backdrop?.key === key) return this.backdrop.canvas;
    const canvas = newCanvas(this.canvas.width, this.canvas.height);
    const context = canvas.getContext("2d");
    this.paintPaper(context, canvas);
    const [back] = this.scenery;
    if (back) context.drawImage(back, 0, 0);
    for (const pose of still) if (!pose.body.isEmpty) this.drawShadow(context, pose);
    context.globalAlpha = 1;
    for (const pose of still) {
      const look = this.run.looks[pose.body.look];
      if ((look.picture && pose.color) || isStyled(look) || look.caption) {
        this.drawBody(context, pose);
        continue;
      }
      this.enter(context, pose);
      paintLook(context, look, this.colorOf(pose), (1.6 * this.pixel) / this.scale, 0);
    }
    this.backdrop = { key, canvas };
    return canvas;
  }

  // All scenery behind or in front of the bodies; null without any.
  sceneryCanvas(isInFront) {
    const entries = this.run.scenery.filter((entry) => Boolean(entry.isInFront) === isInFront);
    if (entries.length === 0) return null;
    const canvas = newCanvas(this.canvas.width, this.canvas.height);
    const context = canvas.getContext("2d");
    for (const entry of entries) {
      const look = this.run.looks[entry.look];
      const fill = look.isMissing ? this.colors.missing : entry.color ?? this.colors.static;
      const color = look.picture ? null : parseColor(fill);
      const opaque = color && [...color.slice(0, 3), 1];
      context.globalAlpha = (entry.opacity ?? 1) * (color?.[3] ?? 1);
      // What is small has no rim, as in the window.
      if (color && Math.max(look.bounds.width, look.bounds.height) * this.scale < 8) {
        context.fillStyle = css(opaque);
        for (let i = 0; i < entry.count; i++) {
          this.enter(context, entry.place(i));
          for (const shape of look.shapes) {
            context.beginPath();
            trace(context, shape);
            context.fill();
          }
        }
        continue;
      }
      const sprite = this.sprites.sprite(look, opaque, 0, 1);
      for (let i = 0; i < entry.count; i++) this.drawSprite(context, sprite, entry.place(i));
    }
    return canvas;
  }

  paintPaper(context, { width, height }) {
    const { colors } = this;
    const paper = context.createLinearGradient(0, 0, 0, height);
    paper.addColorStop(0, colors.paper[0]);
    paper.addColorStop(1, colors.paper[1]);
    context.fillStyle = paper;
    context.fillRect(0, 0, width, height);
    const [left, bottom, across, up] = this.run.view;
    const step = this.gridStep();
    const line = Math.max(1, Math.round(this.density));
    for (const isMajor of [false, true]) {
      context.fillStyle = isMajor ? colors.gridEvery5th : colors.grid;
      for (let i = Math.floor(left / step) + 1; i * step < left + across; i++) {
        if ((i % 5 === 0) !== isMajor) continue;
        context.fillRect(Math.floor(this.toPixel(i * step, 0)[0] + 0.5), 0, line, height);
      }
      for (let i = Math.floor(bottom / step) + 1; i * step < bottom + up; i++) {
        if ((i % 5 === 0) !== isMajor) continue;
        context.fillRect(0, Math.floor(this.toPixel(0, i * step)[1] + 0.5), width, line);
      }
    }
    const reach = Math.hypot(width, height) / 2;
    const [x, y] = [width / 2, height / 2];
    const vignette = context.createRadialGradient(x, y, reach * 0.45, x, y, reach);
    vignette.addColorStop(0, css([...parseColor(colors.vignette).slice(0, 3), 0]));
    vignette.addColorStop(1, colors.vignette);
    context.fillStyle = vignette;
    context.fillRect(0, 0, width, height);
  }

  // A round number of points (1, 2 or 5 times a power of ten) that makes squares of 14 to 35 points of the
  // screen.
  gridStep() {
    let step = 1e-6;
    for (let i = 0; step < (14 * this.density) / this.scale && i < 60; i++) step *= [2, 2.5, 2][i % 3];
    return step;
  }

  // MARK: Joints and fluids

  // A point of a body in pixels; null where the body is not there.
  place(id, x, y) {
    const pose = this.byID.get(id);
    if (!pose) return null;
    const [cosine, sine] = [Math.cos(pose.angle), Math.sin(pose.angle)];
    return this.toPixel(pose.x + cosine * x - sine * y, pose.y + sine * x + cosine * y);
  }

  forEachJoint(frame, part, act) {
    for (const joint of this.run.joints) {
      const at = frame - joint.first;
      if (at < 0 || at >= joint.count) continue;
      const [ax, ay, bx, by] = joint.anchors.map((track) => track.between(at, part));
      const [a, b] = [this.place(joint.a, ax, ay), this.place(joint.b, bx, by)];
      if (a && b) act(joint, a, b);
    }
  }

  // Gravity's direction on the screen; null without any.
  down(frame, part) {
    const [x, y] = this.run.gravity.map((track) => track.between(frame, part));
    const length = Math.hypot(x, y);
    return length > 0 ? [x / length, -y / length] : null;
  }

  trackEnds(joint) {
    if (!joint.track) return null;
    const [x, y, u, v] = joint.track;
    const ends = [this.place(joint.a, x, y), this.place(joint.a, u, v)];
    return ends.every(Boolean) ? ends : null;
  }

  // The slot of a groove, behind the bodies.
  drawTrack(joint) {
    const ends = joint.look === "groove" && this.trackEnds(joint);
    if (!ends) return;
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.globalAlpha = 1;
    this.joints.rod(ends, 5, this.joints.colors.slot);
    for (const end of ends) this.joints.disc(end, 4.2, this.joints.colors.rod);
  }

  drawJoint(joint, a, b, down) {
    const { joints } = this;
    switch (joint.look) {
      case "rod":
        joints.rod([a, b], 4, joints.colors.rod);
        return joints.pins(a, b);
      case "rope":
        joints.rope(a, b, (joint.length ?? 0) * this.scale, down);
        return joints.pins(a, b);
      case "coil":
        joints.coil(a, b);
        return joints.pins(a, b);
      case "thread":
        if (joint.edge && joint.surface.hides(joint.edge)) return;
        return joints.rod([a, b], 4, this.byID.get(joint.a).color ?? joints.colors.rope);
      case "hub":
        return joints.disc(b, 4.2, joints.colors.rod);
      case "groove": {
        const ends = this.trackEnds(joint);
        const angle = ends ? Math.atan2(ends[0][1] - ends[1][1], ends[1][0] - ends[0][0]) : 0;
        return joints.piston(b, angle);
      }
      case "cogs":
        joints.cog(a, this.byID.get(joint.a).angle);
        return joints.cog(b, this.byID.get(joint.b).angle);
      case "cog":
        return joints.cog(b, this.byID.get(joint.b).angle);
    }
  }

  prepareSurfaces(frame, part) {
    if (this.surfaces.length === 0) return;
    for (const surface of this.surfaces) surface.clear();
    for (const { edge, first, count } of this.run.joints) {
      if (edge && frame >= first && frame < first + count) edge.isHeld = true;
    }
    const show = (id) => {
      const pose = this.byID.get(id);
      if (!pose || this.run.looks[pose.body.look].picture) return null;
      const color = this.colorOf(pose);
      return { at: this.toPixel(pose.x, pose.y), color: [...color.slice(0, 3), color[3] * pose.opacity] };
    };
    for (const surface of this.surfaces) surface.prepare(show);
  }

  // The surface that shows a body; nothing where it shows itself.
  surfaceOver(pose) {
    const piece = this.pieces.get(pose.body.id);
    return piece?.surface.isCovered[piece.place] ? piece.surface : undefined;
  }

  drawSurface(surface) {
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.globalAlpha = 1;
    surface.draw(this.context, this.scale, this.pixel);
  }

  drawFluid(fluid, frame, part) {
    const at = frame - fluid.first;
    if (at < 0 || at >= fluid.count) return;
    let color = parseColor(fluid.color ?? this.colors.fluid);
    if (color[3] === 1) color = [...color.slice(0, 3), 0.42];
    this.enter(this.context, { x: 0, y: 0, angle: 0, scaleX: 1, scaleY: 1 });
    const level = fluid.level.between(at, part);
    paintFluid(this.context, fluid.outline, level, color, this.time, this.density / this.scale);
  }
}
