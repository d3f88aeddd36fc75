// A graph that the page has: its line of the present, and the values there.

class Graph {
  // - onSeek: gets the part of the run, 0 to 1, that is pointed at.
  constructor(run, { channels, range }, figure, onSeek) {
    Object.assign(this, { run, channels, range });
    this.values = figure.querySelectorAll(".value");
    this.now = figure.querySelector(".now");
    const area = figure.querySelector(".graph");
    const seek = (event) => {
      if (event.type === "pointermove" && event.buttons === 0) return;
      if (event.type === "pointerdown") area.setPointerCapture(event.pointerId);
      const { left, width } = area.getBoundingClientRect();
      onSeek(Math.min(Math.max((event.clientX - left) / width, 0), 1));
    };
    area.addEventListener("pointerdown", seek);
    area.addEventListener("pointermove", seek);
  }

  // - frame: whole or not.
  draw(frame) {
    const [low, high] = this.range;
    this.now.style.left = `${(100 * frame) / Math.max(this.run.frames - 1, 1)}%`;
    this.channels.forEach(({ place }, i) => {
      const value = this.run.values[place][Math.floor(frame)];
      const part = Math.min(Math.max((value - low) / (high - low), 0), 1);
      const dot = this.now.children[i];
      dot.hidden = !Number.isFinite(value);
      dot.style.bottom = `${100 * part}%`;
      // What cannot be told from 0 in the graph is 0.
      const shown = Math.abs(value) < (high - low) * 1e-6 ? 0 : value;
      this.values[i].textContent = dot.hidden ? "–" : format.format(shown);
    });
  }
}

const format = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 4 });
