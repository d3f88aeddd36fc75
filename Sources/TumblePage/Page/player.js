// The page: its controls, its keys, and the clock that plays the run.

class Player {
  constructor(run, page) {
    this.run = run;
    this.frame = 0;
    this.speed = 1;
    this.isPlaying = false;
    this.page = page;
    this.stage = new Stage(run, page.stage);
    const seek = (part) => this.seek(part * (run.frames - 1));
    this.graphs = run.graphs.map((graph) => new Graph(run, graph, null, seek));
    page.graphs.append(...this.graphs.map((graph) => graph.figure));
    page.place.max = run.frames - 1;
    page.facts.textContent += ` · ${run.rate} steps per second`;
    const [, , width, height] = run.view;
    page.stage.style.aspectRatio = `${width} / ${height}`;
    // All of the stage is seen, with the controls under it.
    const room = run.graphs.length > 0 ? "100vh - 26.5rem" : "100vh - 14rem";
    if (!isCard()) page.stage.style.maxWidth = `calc(max(${room}, 15rem) * ${width / height})`;
    for (const speed of [4, 2, 1, 0.5, 0.25, 0.1]) page.speed.add(new Option(`${speed} ×`, speed));
    page.speed.value = 1;
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

  setSpeed(speed) {
    this.speed = speed;
    this.page.speed.value = speed;
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
    this.frame += (passed * this.speed * this.run.rate) / this.run.stride;
    if (this.frame >= this.run.frames - 1) {
      this.frame = this.run.frames - 1;
      this.isPlaying = false;
    }
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
    const { theme, colors } = this.run;
    const isDark =
      theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    this.stage.prepare(isDark && theme === "auto");
    for (const graph of this.graphs) graph.prepare(colors[isDark && theme === "auto" ? 1 : 0]);
    this.show();
  }

  show() {
    const { run, page, frame } = this;
    this.stage.draw(frame);
    for (const graph of this.graphs) graph.draw(frame);
    const whole = Math.floor(frame);
    page.place.value = whole;
    page.place.style.setProperty("--played", `${(frame / Math.max(run.frames - 1, 1)) * 100}%`);
    const time = `${run.time(whole).toFixed(2)} s`;
    page.place.setAttribute("aria-valuetext", time);
    page.time.textContent = "";
    page.time.append(`${run.time(whole).toFixed(2)} / ${run.time(run.frames - 1).toFixed(2)} s`);
    page.time.appendChild(document.createElement("small")).textContent = `step ${run.step(whole)}`;
    document.body.classList.toggle("playing", this.isPlaying);
    page.play.setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
  }

  // MARK: Events

  listen() {
    const { page } = this;
    page.play.addEventListener("click", () => this.toggle());
    page.back.addEventListener("click", () => this.step(-1));
    page.forth.addEventListener("click", () => this.step(1));
    page.stage.addEventListener("click", () => this.toggle());
    page.place.addEventListener("input", () => this.seek(Number(page.place.value)));
    page.speed.addEventListener("change", () => this.setSpeed(Number(page.speed.value)));
    document.addEventListener("keydown", (event) => this.press(event));
    addEventListener("hashchange", () => this.begin());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.prepare());
    new ResizeObserver(() => this.prepare()).observe(page.stage);
    // Also where the page is zoomed, or moved to another screen: then it has other pixels.
    addEventListener("resize", () => this.prepare());
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    // A list and a button have keys of their own.
    const { tagName } = event.target;
    const isPressed = (tagName === "BUTTON" || tagName === "SUMMARY") && event.key === " ";
    if (tagName === "SELECT" || isPressed) return;
    const second = this.run.rate / this.run.stride;
    const by = event.shiftKey ? Math.max(1, Math.round(second)) : 1;
    const keys = {
      " ": () => this.toggle(), ",": () => this.step(-1), ".": () => this.step(1),
      ArrowLeft: () => this.step(-by), ArrowRight: () => this.step(by),
      Home: () => this.seek(0), End: () => this.seek(this.run.frames - 1),
      s: () => this.changeSpeed(1), S: () => this.changeSpeed(-1), 0: () => this.setSpeed(1),
    };
    if (!Object.hasOwn(keys, event.key)) return;
    keys[event.key]();
    event.preventDefault();
  }

  // To the next of the list's.
  changeSpeed(by) {
    const { options } = this.page.speed;
    const place = Math.min(Math.max(this.page.speed.selectedIndex + by, 0), options.length - 1);
    this.setSpeed(Number(options[place].value));
  }
}

// A card in another page waits to be played.
function isCard() {
  return document.body.classList.contains("card");
}

function decodeImage(png) {
  return new Promise((done, fail) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = () => fail(new Error("One of the page's pictures cannot be read."));
    image.src = `data:image/png;base64,${png}`;
  });
}

async function start() {
  const find = (id) => document.getElementById(id);
  try {
    const json = JSON.parse(find("run").textContent);
    if (json.format !== 3) throw new Error("The page's data has a format that its script does not know.");
    const lists = JSON.parse(new TextDecoder().decode(await unpack(json.lists)));
    const run = new Run({ ...json, ...lists }, await unpack(json.data));
    for (const page of run.pages) page.image = await decodeImage(page.png);
    const player = new Player(run, {
      stage: document.querySelector("#stage canvas"), graphs: find("graphs"), place: find("place"),
      play: find("play"), back: find("back"), forth: find("forth"), time: find("time"),
      speed: find("speed"), facts: find("facts"),
    });
    // For the browser's console, and for tests.
    window.tumble = {
      player,
      // How a body is at a step; null where it is not there, or the page has no such step.
      pose(name, step) {
        const frame = (step - run.firstStep) / run.stride;
        const bodies = Number.isInteger(frame) ? run.bodies : [];
        const poses = bodies.map((body) => body.name === name && run.pose(body, frame, 0));
        const pose = poses.find(Boolean);
        if (!pose) return null;
        const { body, ...seen } = pose;
        return seen;
      },
    };
    if (!player.begin()) {
      const isStill = isCard() || matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (isStill) player.seek(run.frameAt(run.poster));
      else player.play();
    }
  } catch (error) {
    find("problem").hidden = false;
    find("problem").textContent = error.message;
    console.error(error);
  }
}

start();
