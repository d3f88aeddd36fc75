// The page: its controls, its keys, its graphs, and the clock that plays the run.

class Player {
  constructor(run, page) {
    Object.assign(this, { run, page, frame: 0, isPlaying: false });
    this.stage = new Stage(run, page.stage);
    this.listen();
    this.prepare();
  }

  // MARK: What can be done

  play() {
    if (this.run.frames < 2) return;
    if (this.frame >= this.run.frames - 1) this.frame = 0;
    this.isPlaying = true;
    this.latest = null;
    this.show();
    this.awaitTick();
  }

  // What stands is a frame of the run, not something between two.
  pause() {
    this.isPlaying = false;
    this.seek(this.frame);
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  // Shows a frame, and stays there unless the run plays: then it goes on from there.
  seek(frame) {
    this.frame = Math.min(Math.max(this.isPlaying ? frame : Math.round(frame), 0), this.run.frames - 1);
    this.latest = null;
    this.show();
  }

  // Goes by whole frames, and pauses.
  step(by) {
    const from = by < 0 ? Math.ceil(this.frame) : Math.floor(this.frame);
    this.isPlaying = false;
    this.seek(from + by);
  }

  get speed() {
    return Number(this.page.speed.value);
  }

  // To another of the list's.
  changeSpeed(by) {
    const { speed } = this.page;
    speed.selectedIndex = Math.min(Math.max(speed.selectedIndex + by, 0), speed.options.length - 1);
  }

  // MARK: Time

  // However often it is asked for, one at a time.
  awaitTick() {
    cancelAnimationFrame(this.request);
    this.request = requestAnimationFrame((now) => this.tick(now));
  }

  // - now: in milliseconds.
  tick(now) {
    if (!this.isPlaying) return;
    // A page in the background gets no frames: its time stands still too.
    const passed = this.latest === null ? 0 : Math.min((now - this.latest) / 1000, 0.25);
    this.latest = now;
    const frame = this.frame + (passed * this.speed * this.run.rate) / this.run.stride;
    this.frame = Math.min(frame, this.run.frames - 1);
    this.isPlaying = frame < this.run.frames - 1;
    this.show();
    this.awaitTick();
  }

  // `#step=600` or `#t=5` shows that moment; without, the run plays, unless the reader wants little motion.
  begin() {
    const [, key, value] = /^#(step|t)=(\d+(?:\.\d*)?)s?$/.exec(location.hash) ?? [];
    if (!key) return false;
    this.isPlaying = false;
    this.seek(this.run.frameAt(key === "t" ? Number(value) : Number(value) / this.run.rate));
    return true;
  }

  // MARK: What is shown

  prepare() {
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    this.stage.prepare(isDark && this.run.theme === "auto");
    this.show();
  }

  show() {
    const { run, page, frame } = this;
    this.stage.draw(frame);
    const [whole, played] = [Math.floor(frame), `${(100 * frame) / Math.max(run.frames - 1, 1)}%`];
    run.graphs.forEach((graph, i) => this.showGraph(graph, page.graphs.children[i], whole, played));
    const [now, end] = [whole, run.frames - 1].map((at) => run.time(at).toFixed(2));
    page.place.value = whole;
    page.place.style.setProperty("--played", played);
    page.place.setAttribute("aria-valuetext", `${now} s`);
    page.time.textContent = `${now} / ${end} s`;
    page.time.appendChild(document.createElement("small")).textContent = `step ${run.step(whole)}`;
    document.body.classList.toggle("playing", this.isPlaying);
    page.play.setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
  }

  // A graph's line of the present, and the values there.
  showGraph({ channels, range: [low, high] }, figure, frame, left) {
    const [line, texts] = [figure.querySelector(".now"), figure.querySelectorAll(".value")];
    line.style.left = left;
    channels.forEach(({ place }, i) => {
      const value = this.run.values[place][frame];
      const dot = line.children[i];
      dot.hidden = !Number.isFinite(value);
      dot.style.bottom = `${100 * clamp((value - low) / (high - low))}%`;
      // What cannot be told from 0 in the graph is 0.
      const shown = Math.abs(value) < (high - low) * 1e-6 ? 0 : value;
      texts[i].textContent = dot.hidden ? "–" : format.format(shown);
    });
  }

  // MARK: Events

  listen() {
    const { page, run } = this;
    page.play.addEventListener("click", () => this.toggle());
    page.back.addEventListener("click", () => this.step(-1));
    page.forth.addEventListener("click", () => this.step(1));
    page.stage.addEventListener("click", () => this.toggle());
    page.place.addEventListener("input", () => this.seek(Number(page.place.value)));
    for (const area of page.graphs.querySelectorAll(".graph")) {
      const seek = (event) => {
        if (event.type === "pointermove" && event.buttons === 0) return;
        if (event.type === "pointerdown") area.setPointerCapture(event.pointerId);
        const { left, width } = area.getBoundingClientRect();
        this.seek(clamp((event.clientX - left) / width) * (run.frames - 1));
      };
      for (const name of ["pointerdown", "pointermove"]) area.addEventListener(name, seek);
    }
    document.addEventListener("keydown", (event) => this.press(event));
    addEventListener("hashchange", () => this.begin());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.prepare());
    new ResizeObserver(() => this.prepare()).observe(page.stage);
    // Also where the page is zoomed, or moved to another screen: then it has other pixels.
    addEventListener("resize", () => this.prepare());
  }

  press(event) {
    // A list and a button have keys of their own.
    const { target: { tagName }, key } = event;
    const isTheirs = tagName === "SELECT" || (["BUTTON", "SUMMARY"].includes(tagName) && key === " ");
    if (isTheirs || event.ctrlKey || event.altKey || event.metaKey) return;
    const by = event.shiftKey ? Math.max(1, Math.round(this.run.rate / this.run.stride)) : 1;
    const keys = {
      " ": () => this.toggle(), ",": () => this.step(-1), ".": () => this.step(1),
      ArrowLeft: () => this.step(-by), ArrowRight: () => this.step(by),
      Home: () => this.seek(0), End: () => this.seek(this.run.frames - 1),
      s: () => this.changeSpeed(1), S: () => this.changeSpeed(-1), 0: () => (this.page.speed.value = 1),
    };
    if (!Object.hasOwn(keys, key)) return;
    keys[key]();
    event.preventDefault();
  }
}

const format = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 4 });

async function decodeImage(kind, bytes) {
  const image = new Image();
  image.src = `data:image/${kind};base64,${bytes}`;
  await image.decode().catch(() => {
    throw new Error("One of the page's pictures cannot be read.");
  });
  return image;
}

// A page of sprites; where its colors are a file of their own, the other has its alpha.
async function decodePage({ png, jpeg }) {
  const image = await decodeImage("png", png);
  if (!jpeg) return image;
  const { width, height } = image;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  context.globalCompositeOperation = "source-in";
  context.drawImage(await decodeImage("jpeg", jpeg), 0, 0);
  return canvas;
}

async function start() {
  const find = (id) => document.getElementById(id);
  try {
    const json = JSON.parse(find("run").textContent);
    if (json.format !== 6) throw new Error("The page's data has a format that its script does not know.");
    const lists = JSON.parse(new TextDecoder().decode(await unpack(json.lists)));
    const run = new Run({ ...json, ...lists }, await unpack(json.data));
    for (const page of run.pages) page.image = await decodePage(page);
    const names = ["stage", "graphs", "place", "play", "back", "forth", "time", "speed"];
    const player = new Player(run, Object.fromEntries(names.map((name) => [name, find(name)])));
    // How a body is at a step; null where it is not there, or the page has no such step.
    const pose = (name, step) => {
      const frame = (step - run.firstStep) / run.stride;
      const bodies = Number.isInteger(frame) ? run.bodies.filter((body) => body.name === name) : [];
      const { body, ...seen } = bodies.map((body) => run.pose(body, frame)).find(Boolean) ?? {};
      return body ? seen : null;
    };
    // For the browser's console, and for tests.
    window.tumble = { player, pose };
    if (player.begin()) return;
    // A card in another page waits to be played.
    const isCard = document.body.classList.contains("card");
    const isStill = isCard || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isStill) player.seek(run.frameAt(run.poster));
    else player.play();
  } catch (error) {
    find("problem").hidden = false;
    find("problem").textContent = error.message;
    console.error(error);
  }
}

start();
