// The run that the page plays, read from the JSON in it. docs/export.md of Tumble describes the layout.

// Numbers over frames. `values` has a single one where all are the same.
class Track {
  constructor(values, unit) {
    this.values = values;
    this.unit = unit;
  }

  at(frame) {
    return this.values[this.values.length === 1 ? 0 : frame] / this.unit;
  }

  // Part of the way from a frame to the next.
  between(frame, part) {
    const { values, unit } = this;
    if (values.length === 1) return values[0] / unit;
    if (part === 0 || frame + 1 >= values.length) return values[Math.min(frame, values.length - 1)] / unit;
    return (values[frame] + (values[frame + 1] - values[frame]) * part) / unit;
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

// Reads the page's data from the first byte to the last.
class DataReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.place = 0;
  }

  varint() {
    let number = 0;
    for (let weight = 1; ; weight *= 128) {
      if (this.place >= this.bytes.length) {
        throw new Error("The page is not complete: its data ends too early.");
      }
      const byte = this.bytes[this.place++];
      // Not by bits: they would end at 32.
      number += (byte & 127) * weight;
      if (byte < 128) return number;
    }
  }

  // Each number is written as what it differs from where the two before it lead to; 0 is followed by how many
  // more zeros come.
  track(count, unit) {
    let values = new Int32Array(count);
    let [last, slope, zeros, isConstant] = [0, 0, 0, true];
    for (let i = 0; i < count; i++) {
      let difference = 0;
      if (zeros > 0) {
        zeros--;
      } else {
        const code = this.varint();
        if (code === 0) zeros = this.varint();
        difference = code % 2 === 0 ? code / 2 : -(code + 1) / 2;
      }
      const number = last + slope + difference;
      slope = i === 0 ? 0 : number - last;
      last = number;
      if (values instanceof Int32Array && number !== (number | 0)) values = Float64Array.from(values);
      values[i] = number;
      if (number !== values[0]) isConstant = false;
    }
    return new Track(isConstant ? values.slice(0, 1) : values, unit);
  }

  floats(count) {
    const view = new DataView(this.bytes.buffer, this.place);
    const numbers = new Float32Array(count);
    for (let i = 0; i < count; i++) numbers[i] = view.getFloat32(4 * i, true);
    this.place += 4 * count;
    return numbers;
  }
}

class Run {
  // - bytes: the page's data, unpacked.
  constructor(json, bytes) {
    Object.assign(this, json);
    delete this.data;
    delete this.lists;
    const data = new DataReader(bytes);
    const { parts } = this;
    if (this.camera) {
      this.camera = [parts, parts, this.camera].map((unit) => data.track(this.frames, unit));
    }
    for (const entry of [...this.bodies, ...this.joints, ...this.marks]) {
      [entry.first, entry.count] = entry.frames ?? [0, this.frames];
    }
    for (const body of this.bodies) {
      const { unit, parts: per = parts } = body;
      const units = {
        x: per, y: per, a: unit, w: unit, h: unit, o: 255, l: 255, r: 1, g: 1, b: 1, t: 255,
      };
      const letters = body.tracks;
      body.tracks = {};
      const samples = Math.ceil(body.count / (body.isSeldom ? this.every : 1));
      for (const letter of letters) body.tracks[letter] = data.track(samples, units[letter]);
    }
    for (const joint of this.joints) {
      joint.tracks = Array.from({ length: joint.tracks }, () => data.track(joint.count, parts));
    }
    for (const mark of this.marks) mark.tracks = mark.tracks?.map((unit) => data.track(mark.samples, unit));
    this.values = Array.from({ length: this.channels }, () => data.floats(this.frames));
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

  // What is shown part of the way from a frame to the next: left, bottom, width and height.
  shown(frame, part) {
    const [, , width, height] = this.view;
    if (!this.camera) return this.view;
    const [x, y, zoom] = this.camera.map((track) => track.between(frame, part));
    return [x - width / 2 / zoom, y - height / 2 / zoom, width / zoom, height / zoom];
  }

  // Where a moment is among what is told seldom.
  seldom(frame, part) {
    const at = (frame + part) / this.every;
    return [Math.floor(at), at - Math.floor(at)];
  }

  // How a body is drawn part of the way from a frame to the next; null where it is not there.
  pose(body, frame, part) {
    let place = frame - body.first;
    if (place < 0 || place >= body.count) return null;
    if (body.isSeldom) [place, part] = this.seldom(place, part);
    const { x, y, a, o, w, h, l, r, g, b, t } = body.tracks;
    return {
      body,
      x: x.between(place, part),
      y: y.between(place, part),
      angle: a.between(place, part),
      opacity: o ? o.between(place, part) : 1,
      glow: l ? l.between(place, part) : 0,
      scaleX: w ? w.between(place, part) : 1,
      scaleY: h ? h.between(place, part) : 1,
      color: r ? [r.at(place), g.at(place), b.at(place), t.at(place)] : null,
    };
  }
}
