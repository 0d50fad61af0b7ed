
// The points of every player over time, with lanes of what each of them took.
function chart() {
  const root = byId("chart");
  const most = Math.max(13, ...game.frames.flatMap((frame) => frame.sides.map(total)));
  const laneHeight = 26;
  const plotHeight = 190;
  const edge = { left: 30, right: 26, top: 16 };
  const lanesTop = edge.top + plotHeight + 26;
  const height = lanesTop + laneHeight * game.players.length + 4;
  let width = 0;
  let cursor = null;
  let dots = [];

  const x = (at) => edge.left + ((width - edge.left - edge.right) * at) / Math.max(1, last);
  const y = (points) => edge.top + plotHeight * (1 - points / most);
  // Lines of equal points lie side by side instead of one over the other.
  const aside = (place) => 2.5 * (place - (game.players.length - 1) / 2);

  function text(at, content, name, parent) {
    svg("text", { x: at[0], y: at[1], class: name }, parent).textContent = content;
  }

  function grid() {
    for (let points = 0; points <= most; points += 3) {
      if (points === 12) continue;
      svg("path", { d: `M${edge.left} ${y(points)}H${width - edge.right}`, class: "grid" }, root);
      text([edge.left - 8, y(points) + 4], points, "scale", root);
    }
    svg("path", { d: `M${edge.left} ${y(12)}H${width - edge.right}`, class: "goal" }, root);
    text([edge.left - 8, y(12) + 4], 12, "scale goal-text", root);
    text([edge.left + 4, y(12) - 5], words.chart_goal, "goal-label", root);
  }

  function turnTicks() {
    const room = Math.max(1, Math.floor((width - edge.left - edge.right) / 44));
    const turns = game.frames[last].t;
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((by) => turns / by <= room) || 1000;
    let before = 0;
    game.frames.forEach((frame, at) => {
      if (frame.t === before) return;
      before = frame.t;
      if (frame.t % step && frame.t !== 1) return;
      if (frame.t === 1 && step > 2) return;
      const foot = y(0);
      svg("path", { d: `M${x(at)} ${foot}v5`, class: "tick" }, root);
      text([x(at), foot + 16], frame.t, "turn-number", root);
    });
    text([edge.left - 4, y(0) + 16], words.chart_turn, "scale", root);
  }

  function line(place) {
    let d = "";
    let before = null;
    game.frames.forEach((frame, at) => {
      const points = total(frame.sides[place]);
      if (points !== before) {
        const level = y(points) + aside(place);
        d += before === null ? `M${x(0)} ${level}` : `H${x(at)}V${level}`;
      }
      before = points;
    });
    return `${d}H${x(last)}`;
  }

  function lines() {
    game.players.forEach((player, place) => {
      const group = svg("g", { class: `p${place} line` }, root);
      const d = line(place);
      svg("path", { d, class: "line-edge" }, group);
      svg("path", { d, class: "line-body" }, group);
    });
    game.players.forEach((player, place) => {
      let had = 0;
      game.frames.forEach((frame, at) => {
        const has = frame.sides[place][3];
        if (has && !had) capital(place, at);
        had = has;
      });
    });
    endMarks();
  }

  function capital(place, at) {
    const level = y(total(game.frames[at].sides[place])) + aside(place);
    const star = svg("g", { class: `p${place} capital`, transform: `translate(${x(at)} ${level})` }, root);
    svg("path", { d: "M0-8L2.2-3L7.6-2.5L3.5 1.1L4.7 6.5L0 3.7L-4.7 6.5L-3.5 1.1L-7.6-2.5L-2.2-3Z" }, star);
    svg("title", {}, star).textContent = `${game.players[place].said}: ${words.chart_capital}`;
  }

  function endMarks() {
    // From the top down, each kept clear of the one before it.
    const ends = game.players
      .map((player, place) => [y(total(game.frames[last].sides[place])), place])
      .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    let free = -Infinity;
    const shifted = ends.map(([level]) => (free = Math.max(level, free) + 15) - 15);
    const over = Math.max(0, shifted[shifted.length - 1] - y(0));
    ends.forEach(([, place], n) => {
      const at = `translate(${x(last) + 14} ${shifted[n] - over})`;
      const end = svg("g", { class: `p${place} end`, transform: at }, root);
      svg("circle", { r: 7.5 }, end);
      text([0, 3.6], game.players[place].mark, "", end);
    });
  }

  function lanes() {
    game.players.forEach((player, place) => {
      const middle = lanesTop + laneHeight * (place + 0.5);
      svg("path", { d: `M${edge.left} ${middle}H${width - edge.right}`, class: "lane" }, root);
      const head = svg("g", { class: `p${place} end`, transform: `translate(14 ${middle})` }, root);
      svg("circle", { r: 8.5 }, head);
      text([0, 3.8], player.mark, "", head);
    });
    const scale = width < 560 ? 0.16 : 0.22;
    for (const [at, place, sign] of game.moments) {
      const middle = lanesTop + laneHeight * (place + 0.5);
      const made = svg("use", {
        href: `#sign-${sign}`,
        class: `p${place} sign`,
        transform: `translate(${x(at)} ${middle}) scale(${scale})`,
      }, root);
      svg("title", {}, made).textContent = `${filled(words.chart_action, { ply: at })}: ${
        links[at].querySelector("i").textContent}`;
    }
  }

  function drawCursor(at) {
    if (!cursor) return;
    cursor.setAttribute("d", `M${x(at)} ${edge.top - 8}V${height - 4}`);
    dots.forEach((dot, place) => {
      dot.setAttribute("cx", x(at));
      dot.setAttribute("cy", y(total(game.frames[at].sides[place])) + aside(place));
    });
  }

  function draw() {
    const now = Math.floor(root.getBoundingClientRect().width);
    if (!now || now === width) return;
    width = now;
    root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    root.setAttribute("height", height);
    root.replaceChildren();
    grid();
    turnTicks();
    lanes();
    lines();
    cursor = svg("path", { class: "cursor" }, root);
    dots = game.players.map((player, place) =>
      svg("circle", { r: 4.5, class: `p${place} dot` }, root));
    drawCursor(ply);
  }

  function pointed(event) {
    const at = event.clientX - root.getBoundingClientRect().left;
    return Math.round(((at - edge.left) / (width - edge.left - edge.right)) * last);
  }

  root.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    goTo(pointed(event));
    root.setPointerCapture(event.pointerId);
  });
  root.addEventListener("pointermove", (event) => {
    if (root.hasPointerCapture(event.pointerId)) goTo(pointed(event));
  });
  listeners.push(drawCursor);
  draw();
  new ResizeObserver(draw).observe(root);
}

chart();
show(plyOf(location.hash) ?? 0, { keepAddress: true });
