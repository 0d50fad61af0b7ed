"use strict";

// Steps through a game: draws its frames and keeps slider, lists, panels and address together.
const game = JSON.parse(document.getElementById("game").textContent);
const words = game.words;
const last = game.frames.length - 1;
const links = [...document.querySelectorAll("#moves a")];
const momentLinks = [...document.querySelectorAll("#took a")];
const byId = (id) => document.getElementById(id);
const still = matchMedia("(prefers-reduced-motion: reduce)");
const listeners = [];
const standing = new Map();
let ply = 0;
let timer = 0;
let hashTimer = 0;

function svg(name, attributes, parent) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (parent) parent.append(made);
  return made;
}

function filled(template, values) {
  return template.replace(/\{(\w+)\}/g, (slot, name) => (name in values ? values[name] : slot));
}

// Frames hold only what has changed; here each gets all pieces and all sides.
function unfold() {
  let pieces = new Map();
  let sides = [];
  for (const frame of game.frames) {
    pieces = new Map(pieces);
    for (let n = 0; n < frame.d.length; n += 2) {
      if (frame.d[n + 1] < 0) pieces.delete(frame.d[n]);
      else pieces.set(frame.d[n], frame.d[n + 1]);
    }
    sides = [...sides];
    for (const [place, side] of Object.entries(frame.p || {})) sides[place] = side;
    frame.pieces = pieces;
    frame.sides = sides;
  }
}

const total = (side) => side[0] + side[1] + side[2];

// The board

function put(symbol, cell, parent) {
  const [name, x, y] = game.cells[cell];
  const made = svg("use", { href: `#s${symbol}`, x, y }, parent);
  if (game.labels[symbol]) {
    svg("title", {}, made).textContent = `${game.labels[symbol]}, ${name}`;
  }
  return made;
}

function putAll(id, flat) {
  const layer = byId(id);
  layer.replaceChildren();
  for (let n = 0; n < flat.length; n += 2) put(flat[n], flat[n + 1], layer);
}

function drawBoard(frame, forward) {
  putAll("under", frame.u || []);
  putAll("over", frame.o || []);
  drawPieces(frame.pieces);
  if (forward && frame.v && standing.has(2 * frame.v[1])) {
    slide(standing.get(2 * frame.v[1]).piece, frame.v);
  }
  const told = { ply, count: last, words: said() };
  byId("board").setAttribute("aria-label", filled(words.board_now, told));
}

// Pieces that stay are left alone: most do, and each is costly to draw.
function drawPieces(pieces) {
  const layer = byId("pieces");
  for (const [place, { symbol, piece }] of standing) {
    if (pieces.get(place) === symbol) continue;
    piece.remove();
    standing.delete(place);
  }
  const places = [...pieces.keys()].sort((a, b) => a - b);
  places.forEach((place, n) => {
    if (standing.has(place)) return;
    const symbol = pieces.get(place);
    const piece = put(symbol, place >> 1);
    // All places before this one are filled already.
    layer.insertBefore(piece, layer.children[n] || null);
    standing.set(place, { symbol, piece });
  });
}

function slide(piece, [from, to]) {
  if (still.matches) return;
  const [, x0, y0] = game.cells[from];
  const [, x1, y1] = game.cells[to];
  const away = `translate(${x0 - x1}px, ${y0 - y1}px)`;
  piece.animate([{ transform: away }, { transform: "none" }], { duration: 240, easing: "ease-out" });
}

// What is said beside it

const said = () => links[ply].querySelector("i").textContent;

function drawNow(frame) {
  const link = links[ply];
  const notation = link.querySelector("b");
  byId("now-turn").textContent = frame.t
    ? filled(words.turn, { turn: frame.t })
    : ply ? words.before_turns : words.start;
  const who = byId("now-who");
  who.replaceChildren();
  const mover = /\bp(\d+)\b/.exec(link.className);
  if (mover) who.append(chip(mover[1]), nameOf(mover[1]));
  byId("now-notation").textContent = ply && notation ? notation.textContent : "";
  byId("now-words").textContent = said();
  drawNext(frame);
  const slider = byId("slider");
  slider.value = ply;
  slider.setAttribute("aria-valuetext", `${filled(words.counter, { ply, count: last })}: ${said()}`);
  slider.style.setProperty("--done", `${last ? (100 * ply) / last : 0}%`);
  byId("counter").textContent = filled(words.counter, { ply, count: last });
}

function drawNext(frame) {
  const next = byId("now-next");
  next.replaceChildren();
  next.className = ply === last ? "result" : "";
  if (ply === last) {
    next.textContent = game.result;
    return;
  }
  const name = game.players[frame.m].said;
  const text = `${filled(words.to_move, { name })} · ${words[`step_${frame.s}`]}`;
  next.append(chip(frame.m), text);
}

function chip(place) {
  const made = document.createElement("span");
  made.className = `chip p${place}`;
  made.textContent = game.players[place].mark;
  made.setAttribute("aria-hidden", "true");
  return made;
}

function nameOf(place) {
  const made = document.createElement("bdi");
  made.textContent = game.players[place].name;
  return made;
}

function clockText(seconds) {
  const left = Math.abs(seconds);
  const two = (value) => String(value).padStart(2, "0");
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor(left / 60) % 60;
  const text = hours ? `${hours}:${two(minutes)}` : String(minutes);
  return `${seconds < 0 ? "−" : ""}${text}:${two(left % 60)}`;
}

// The players

function drawPlayers(frame) {
  for (const panel of document.querySelectorAll(".player")) {
    const place = Number(panel.dataset.player);
    const side = frame.sides[place];
    const set = (name, text) => {
      const field = panel.querySelector(`[data-is="${name}"]`);
      if (field) field.textContent = text;
      return field;
    };
    set("total", total(side));
    set("buildings", side[0]);
    set("captives", side[1]);
    set("pyramids", side[2]);
    set("capital", side[3] ? words.capital_held : words.capital_not);
    set("reserve", side[5] ? `${side[4]} ${words.emperor_in_reserve}` : side[4]);
    set("box", side[6]);
    const prison = set("prison", side[7].length ? "" : words.prison_empty);
    for (const emperor of side[7]) {
      const held = chip(emperor);
      held.title = game.players[emperor].name;
      held.setAttribute("role", "img");
      held.setAttribute("aria-label", game.players[emperor].name);
      held.removeAttribute("aria-hidden");
      prison.append(held);
    }
    if (side.length > 8) set("clock", clockText(side[8]));
    drawTrack(panel, side);
    panel.classList.toggle("has-capital", Boolean(side[3]));
    panel.classList.toggle("to-move", frame.s !== "over" && frame.m === place);
  }
}

function drawTrack(panel, side) {
  // The track is 12 points long, and scaled where somebody has more.
  const scale = 12 / Math.max(12, total(side));
  let at = 0;
  ["buildings", "captives", "pyramids"].forEach((part, n) => {
    const bar = panel.querySelector(`[data-is="bar-${part}"]`);
    bar.setAttribute("x", at);
    bar.setAttribute("width", side[n] * scale);
    at += side[n] * scale;
  });
}

// The lists

function mark(list, link) {
  const before = list.querySelector('[aria-current="step"]');
  if (before && before !== link) before.removeAttribute("aria-current");
  if (!link) return;
  link.setAttribute("aria-current", "step");
  const box = list.getBoundingClientRect();
  const own = link.getBoundingClientRect();
  // Only the list itself may scroll: the page stays where the reader has put it.
  if (own.top < box.top + 40 || own.bottom > box.bottom - 8) {
    list.scrollTop += own.top - box.top - box.height / 3;
  }
}

function drawLists() {
  mark(byId("moves"), links[ply]);
  const reached = momentLinks.filter((link) => plyOf(link.hash) <= ply);
  mark(byId("took"), reached[reached.length - 1]);
  momentLinks.forEach((link) => link.classList.toggle("to-come", plyOf(link.hash) > ply));
}

// Going from frame to frame

function plyOf(hash) {
  const found = /^#ply=(\d{1,9})$/.exec(hash);
  return found ? Math.min(Number(found[1]), last) : null;
}

function show(wanted, { keepAddress = false } = {}) {
  const to = Math.max(0, Math.min(last, wanted));
  const forward = to === ply + 1;
  ply = to;
  const frame = game.frames[ply];
  drawBoard(frame, forward);
  drawNow(frame);
  drawPlayers(frame);
  drawLists();
  byId("first").disabled = byId("previous").disabled = ply === 0;
  byId("last").disabled = byId("next").disabled = ply === last;
  for (const listener of listeners) listener(ply);
  if (!keepAddress) rememberAddress();
}

function rememberAddress() {
  // Browsers refuse a page that changes its address too often, as a dragged slider would.
  clearTimeout(hashTimer);
  hashTimer = setTimeout(() => {
    try {
      history.replaceState(null, "", `#ply=${ply}`);
    } catch {
      // The address then stays as it is, and everything else works.
    }
  }, 200);
}

function goTo(wanted) {
  pause();
  show(wanted);
}

function goToTurn(step) {
  const turn = game.frames[ply].t;
  let to = ply;
  if (step > 0) {
    while (to < last && game.frames[to].t === turn) to += 1;
  } else {
    while (to > 0 && game.frames[to].t === turn) to -= 1;
    const before = game.frames[to].t;
    while (to > 0 && game.frames[to - 1].t === before) to -= 1;
  }
  goTo(to);
}

// Playing

function setPlaying(on) {
  const button = byId("play");
  button.classList.toggle("playing", on);
  button.setAttribute("aria-label", on ? words.pause : words.play);
  button.title = on ? words.pause : words.play;
  // Nobody can listen to every action of a game that plays by itself.
  byId("now-words").setAttribute("aria-live", on ? "off" : "polite");
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  setPlaying(false);
}

function playOn() {
  timer = setTimeout(() => {
    show(ply + 1);
    if (ply === last) pause();
    else playOn();
  }, 1400 / Number(byId("speed").value));
}

function togglePlay() {
  if (timer) {
    pause();
    return;
  }
  if (!last) return;
  setPlaying(true);
  if (ply === last) show(0);
  playOn();
}

// What the reader does

const KEYS = {
  ArrowLeft: () => goTo(ply - 1),
  ArrowRight: () => goTo(ply + 1),
  Home: () => goTo(0),
  End: () => goTo(last),
  PageUp: () => goToTurn(-1),
  PageDown: () => goToTurn(1),
  " ": togglePlay,
};

function onKey(event) {
  const at = event.target;
  const act = KEYS[event.key];
  if (!act || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (at.closest("select") || (event.key === " " && at.closest("button, a"))) return;
  event.preventDefault();
  act();
}

function onLink(event) {
  const link = event.target.closest("a");
  const to = link && plyOf(link.hash);
  if (to === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  goTo(to);
}

function dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function setTheme(name, keep) {
  if (name) document.documentElement.dataset.theme = name;
  byId("theme").setAttribute("aria-pressed", String(dark()));
  if (!keep) return;
  try {
    localStorage.setItem("eko-theme", name);
  } catch {
    // Some browsers keep nothing for a local file; the choice then ends with the page.
  }
}

function storedTheme() {
  try {
    const name = localStorage.getItem("eko-theme");
    return name === "dark" || name === "light" ? name : null;
  } catch {
    return null;
  }
}

function begin() {
  document.documentElement.classList.add("script");
  unfold();
  byId("pieces").replaceChildren();
  setTheme(storedTheme(), false);
  byId("theme").addEventListener("click", () => setTheme(dark() ? "light" : "dark", true));
  byId("first").addEventListener("click", () => goTo(0));
  byId("previous").addEventListener("click", () => goTo(ply - 1));
  byId("play").addEventListener("click", togglePlay);
  byId("next").addEventListener("click", () => goTo(ply + 1));
  byId("last").addEventListener("click", () => goTo(last));
  byId("slider").addEventListener("input", (event) => goTo(Number(event.target.value)));
  byId("moves").addEventListener("click", onLink);
  byId("took").addEventListener("click", onLink);
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => {
    const to = plyOf(location.hash);
    if (to !== null && to !== ply) goTo(to);
  });
}

begin();
