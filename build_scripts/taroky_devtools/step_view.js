// @ts-check
// Runs in the page of a lesson, ahead of the scripts that look at its steps: what of a step is in view, and
// what lies on what.
const stepView = (() => {
  /** @typedef {Record<string, HTMLElement[]>} Parts */
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  /** @param {Element} one */
  const box = (one) => one.getBoundingClientRect();
  /** @param {Element} one */
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && box(one).width > 2;
  /** @param {Element} step @param {string} selector @returns {HTMLElement[]} */
  const all = (step, selector) => [.../** @type {NodeListOf<HTMLElement>} */ (step.querySelectorAll(selector))].filter(seen);

  /** The parts of a step that must not lie on one another.
   * @param {Element} step @returns {Parts} */
  const partsOf = (step) => ({
    words: all(step, ".tk-words"),
    task: all(step, ".tk-task"),
    cards: all(step, ".tk-table :is(svg.tk-card:not(.tk-held *), .tk-held > li)"),
    buttons: all(step, ".tk-table :is(button:not(.tk-play), input, label, summary)"),
    reply: all(step, ".tk-reply"),
    bar: all(step, ".tk-widget > .tk-actions .tk-button, .tk-widget > .tk-solution > summary, .tk-next a, .tk-more > .tk-button"),
  });

  /** What is not in view, and what lies on what.
   * @param {Element} step */
  const problems = (step) => {
    const top = Math.max(0, ...[...document.querySelectorAll(".md-header")].map((one) => box(one).bottom));
    const parts = partsOf(step);
    const outside = Object.entries({ ...parts, table: all(step, ".tk-table") })
      .filter(([, found]) => found.some((one) => {
        const { left, right, top: above, bottom } = box(one);
        return above < top - 1 || bottom > innerHeight + 1 || left < -1 || right > innerWidth + 1;
      })).map(([name]) => name);
    const covered = [];
    const names = Object.keys(parts);
    for (const [i, one] of names.entries()) {
      for (const other of names.slice(i + 1)) {
        const hit = parts[one].some((a) => parts[other].some((b) => {
          const [x, y] = [box(a), box(b)];
          return Math.min(x.right, y.right) - Math.max(x.left, y.left) > 1 &&
            Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 1;
        }));
        if (hit) covered.push(`${one} and ${other}`);
      }
    }
    return { outside, covered };
  };
  return { all, box, frame, problems, seen };
})();
