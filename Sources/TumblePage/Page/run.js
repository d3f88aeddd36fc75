// The run that the page plays, read from the JSON in it. docs/export.md of Tumble describes the layout.

// Numbers over frames. `values` has a single one where all are the same.
class Track {
  constructor(values, unit) {
    Object.assign(this, { values, unit, last: values.length - 1 });
  }

  // - frame: whole, or part of the way from one to the next.
  at(frame) {
    const { values, last } = this;
    const from = Math.min(Math.floor(frame), last);
    return (values[from] + (values[Math.min(from + 1, last)] - values[from]) * (frame - from)) / this.unit;
  }
}

// The bytes of what is packed as by zlib and written in base64.
async function unpack(base64) {
  if (!window.DecompressionStream) {
    throw new Error("This browser cannot unpack the page's data; those since 2023 can.");
  }
  try {
    const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Error("The page is not complete: its data cannot be unpacked.");
  }
}

// Returns what reads the numbers in bytes, one after the other: seven bits of each, the lowest first.
function reader(bytes, place) {
  return () => {
    let number = 0;
    for (let weight = 1; ; weight *= 128) {
      if (place >= bytes.length) throw new Error("The page is not complete: its data ends too early.");
      const byte = bytes[place++];
      // Not by bits: they would end at 32.
      number += (byte & 127) * weight;
      if (byte < 128) return number;
    }
  };
}

class Run {
  // - bytes: the page's data, unpacked.
  constructor(json, bytes) {
    Object.assign(this, json);
    const [next, span] = [reader(bytes, 0), reader(bytes, json.spans)];
    const signed = () => {
      const code = next();
      return code % 2 === 0 ? code / 2 : -(code + 1) / 2;
    };
    // The first number, and then straight lines: how much the slope changes, and how many numbers are on it.
    const track = (count, unit, isMotion = true) => {
      const values = new Float64Array(count);
      let [value, slope, isConstant] = [count > 0 ? signed() : 0, 0, true];
      values[0] = value;
      for (let i = 1; i < count; ) {
        slope = signed() + (isMotion ? slope : 0);
        isConstant &&= slope === 0;
        for (const end = Math.min(i + span() + 1, count); i < end; i++) values[i] = value += slope;
      }
      return new Track(isConstant ? values.slice(0, 1) : values, unit);
    };
    const { bodies, joints, marks, frames } = this;
    this.camera &&= this.camera.map((unit) => track(frames, unit));
    for (const entry of [...bodies, ...joints, ...marks]) {
      [entry.first, entry.count] = entry.frames ?? [0, frames];
      entry.every ??= 1;
    }
    for (const letter of "xyaowhlrgbt") {
      for (const body of bodies) {
        const unit = body.units[letter];
        if (unit) body[letter] = track(Math.ceil(body.count / body.every), unit);
      }
    }
    for (const { tracks, count } of joints) tracks.forEach((unit, i) => (tracks[i] = track(count, unit)));
    for (const { kind, tracks, samples } of marks) {
      tracks?.forEach((unit, i) => (tracks[i] = track(samples, unit, kind !== "particles")));
    }
    // The highest bytes of all come first, and the lowest are not told.
    const [all, view] = [this.channels * frames, new DataView(new ArrayBuffer(4))];
    this.values = Array.from({ length: this.channels }, (_, channel) =>
      Float32Array.from({ length: frames }, (_, frame) => {
        for (const i of [0, 1, 2]) view.setUint8(i, bytes[json.values + i * all + channel * frames + frame]);
        return view.getFloat32(0);
      }));
  }

  // Seconds of the scene's time, and steps, of a frame.
  time(frame) {
    return this.step(frame) / this.rate;
  }

  step(frame) {
    return this.firstStep + frame * this.stride;
  }

  // The frame, whole or not, of a moment.
  frameAt(time) {
    return Math.min(Math.max((time * this.rate - this.firstStep) / this.stride, 0), this.frames - 1);
  }

  // What is shown at a frame, whole or not: left, bottom, width and height.
  shown(frame) {
    const [, , width, height] = this.view;
    if (!this.camera) return this.view;
    const [x, y, zoom] = this.camera.map((track) => track.at(frame));
    return [x - width / 2 / zoom, y - height / 2 / zoom, width / zoom, height / zoom];
  }

  // How a body is drawn at a frame, whole or not; null where it is not there.
  pose(body, frame) {
    if (frame < body.first || frame >= body.first + body.count) return null;
    const at = (frame - body.first) / body.every;
    const { x, y, a, o, w, h, l, r, g, b, t } = body;
    return {
      body, x: x.at(at), y: y.at(at), angle: a.at(at), opacity: o ? o.at(at) : 1, glow: l ? l.at(at) : 0,
      scaleX: w ? w.at(at) : 1, scaleY: h ? h.at(at) : 1,
      color: r ? [r, g, b, t].map((track) => track.at(Math.floor(at))) : null,
    };
  }
}
