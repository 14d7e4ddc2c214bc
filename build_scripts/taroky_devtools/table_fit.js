// What does not fit at the table that is shown: sentences, none if all is well. Called with the smallest width that a
// card of your hand must have to be touched, in pixels.
(least) => {
  const found = [];
  const room = document.getElementById("tk-room");
  const { innerWidth: wide, innerHeight: high } = window;
  const page = document.scrollingElement;
  if (page.scrollHeight > high + 1 && getComputedStyle(document.documentElement).overflowY !== "hidden") found.push("the page scrolls");
  if (room.scrollHeight > room.clientHeight + 1 || room.scrollWidth > room.clientWidth + 1) {
    found.push(`the table scrolls: ${room.scrollWidth}×${room.scrollHeight} in ${room.clientWidth}×${room.clientHeight}`);
  }
  for (const body of room.querySelectorAll(".tk-panel-body")) {
    if (body.scrollWidth > body.clientWidth + 1) found.push(`the panel scrolls to the side: ${body.scrollWidth} in ${body.clientWidth}`);
    if (body.clientHeight < high / 3) found.push(`the panel has a window of only ${body.clientHeight}`);
  }
  const named = (one) => `${one.className?.baseVal ?? one.className ?? one.localName} “${one.textContent.trim().slice(0, 24)}”`;
  const shown = (one) => one.getClientRects().length > 0 && !one.closest(".tk-only-heard");
  const boxes = (selector) => [...room.querySelectorAll(selector)].filter(shown).map((one) => [one, one.getBoundingClientRect()]);
  // Everything is inside the window.
  const all = boxes(".tk-look, .tk-played, .tk-plate, .tk-name, .tk-badge, .tk-spoken, .tk-backs, .tk-lies, .tk-option, .tk-line, .tk-do > *, .tk-own-card, .tk-ended > *, .tk-panel-head > *");
  for (const [one, box] of all) {
    const scrolls = one.closest(".tk-panel-body"); // up and down, never to the side
    if (box.left < -1 || box.right > wide + 1 || (!scrolls && (box.top < -1 || box.bottom > high + 1))) {
      found.push(`${named(one)} is outside: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
    }
  }
  // Nothing covers anything, but cards of a fan, which are beside one another.
  const parts = boxes(".tk-bar > *, .tk-plate, .tk-lies, .tk-option, .tk-line, .tk-do > *, .tk-fan, .tk-ended > *");
  for (let a = 0; a < parts.length; a++) {
    for (let b = a + 1; b < parts.length; b++) {
      const [[one, p], [two, q]] = [parts[a], parts[b]];
      if (one.contains(two)) continue;
      const x = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (x > 1.5 && y > 1.5) found.push(`${named(one)} and ${named(two)} lie on one another by ${Math.round(x)}×${Math.round(y)}`);
    }
  }
  const inside = boxes(".tk-name, .tk-badge, .tk-spoken, .tk-backs");
  for (const [one, box] of inside) {
    const plate = one.closest(".tk-plate")?.getBoundingClientRect();
    if (plate && (box.left < plate.left - 1 || box.right > plate.right + 1 || box.bottom > plate.bottom + 1)) {
      found.push(`${named(one)} stands out of its place`);
    }
  }
  // No word is cut short.
  for (const [one] of boxes(".tk-name, .tk-badge, .tk-spoken, .tk-option, .tk-line, .tk-do > *, .tk-headline")) {
    if (one.scrollWidth > one.clientWidth + 2 && getComputedStyle(one).overflowX !== "visible") found.push(`${named(one)} is cut short`);
  }
  // Each card has enough of its own to be touched, and each button is high enough.
  const cards = boxes(".tk-own-card");
  for (const [one, box] of cards) {
    const y = box.top + 20;
    // What covers a card covers its right side: its own strip begins at its left edge.
    const own = [1, 0.33 * least, 0.67 * least, least - 1].filter((x) => document.elementFromPoint(box.left + x, y)?.closest(".tk-own-card") === one);
    if (own.length < 4) found.push(`${named(one)} ${one.id} has not ${least} pixels of its own`);
  }
  for (const [one, box] of boxes(".tk-option, .tk-do > button, .tk-look")) {
    if (box.height < 36 || box.width < 36) found.push(`${named(one)} is too small to touch: ${Math.round(box.width)}×${Math.round(box.height)}`);
  }
  return found;
}
