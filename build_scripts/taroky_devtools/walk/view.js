// @ts-check
// Runs in a page, after step_view.js: what somebody sees of the part that is shown, where a finger finds a
// thing, and how the page stands. It only looks.
const walkView = (() => {
  const { all, box, problems, seen } = stepView;
  /** Where words are not read as running text: pictures, what only a reader of the screen hears. */
  const UNREAD = "svg, script, style, noscript, .tk-note, .headerlink, .tk-next-title";
  /** What is pressed or read, beside the words themselves. */
  const PRESSED = "button, summary, a, input, select";
  const BLOCK = "p, li, h1, h2, h3, button, summary, td, th, label";

  /** The part of the page that is about one thing: the table over a lesson, a step, a trick of the home page,
   * else all of it.
   * @returns {Element} */
  const scope = () =>
    ["#tk-room", ".tk-step.is-current, .tk-first"]
      .flatMap((part) => [...document.querySelectorAll(part)]).find(seen) ??
    document.querySelector("article") ?? document.body;

  /** What clips an element: the window without what stays on top, and what scrolls around it.
   * @param {Element} one */
  const clipOf = (one) => {
    const clip = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (let up = one.parentElement; up; up = up.parentElement) {
      if (up === document.body || getComputedStyle(up).overflowY === "visible") continue;
      const { left, top, right, bottom } = box(up);
      clip.left = Math.max(clip.left, left);
      clip.top = Math.max(clip.top, top);
      clip.right = Math.min(clip.right, right);
      clip.bottom = Math.min(clip.bottom, bottom);
    }
    return clip;
  };

  /** Texts in the order in which they are read.
   * @param {Element} where @returns {Text[]} */
  const textsOf = (where) => {
    const found = [];
    const walker = document.createTreeWalker(where, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement;
      if (!node.textContent?.trim() || !around || around.closest(UNREAD) || !seen(around)) continue;
      found.push(/** @type {Text} */ (node));
    }
    return found;
  };

  /** What lies on something else: on words, or on what is pressed.
   * @param {Element} where */
  const hidden = (where) => {
    const found = new Set();
    /** @param {Element} one @param {{ left: number, top: number, right: number, bottom: number }} rect @param {string} name */
    const look = (one, rect, name) => {
      if (getComputedStyle(one).pointerEvents === "none") return; // nobody can say what lies on it
      const clip = clipOf(one);
      const y = (rect.top + rect.bottom) / 2;
      if (y <= clip.top || y >= clip.bottom) return;
      for (const share of [0.1, 0.5, 0.9]) {
        const x = rect.left + share * (rect.right - rect.left);
        if (x <= clip.left || x >= clip.right) continue;
        const top = document.elementFromPoint(x, y);
        if (top && !top.contains(one) && !one.contains(top)) {
          found.add(`“${name}” lies under ${top.closest("[class]")?.getAttribute("class") ?? top.localName}`);
        }
      }
    };
    for (const text of textsOf(where)) {
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const rect of range.getClientRects()) {
        if (rect.width > 4) look(/** @type {Element} */ (text.parentElement), rect, text.data.trim().slice(0, 30));
      }
    }
    for (const one of all(where, PRESSED)) {
      // Cards of a hand lie like a fan; whether one can be touched is asked by `place`.
      if (!one.matches(".tk-hand *, .tk-own-card") && !one.closest(UNREAD)) look(one, box(one), (one.textContent ?? "").trim().slice(0, 30));
    }
    return [...found];
  };

  /** Everything that is seen of the part that is shown. */
  const look = () => {
    const where = scope();
    const { outside, covered } = problems(where);
    const title = document.querySelector("h1");
    const cut = all(where, ".tk-reply, .tk-widget > .tk-solution[open]")
      .filter((one) => getComputedStyle(one).overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1)
      .map((one) => `the ${one.matches(".tk-reply") ? "reply" : "solution"} goes on`);
    const clipped = title && getComputedStyle(title).overflowY !== "visible";
    if (clipped && (title.scrollWidth > title.clientWidth + 1 || title.scrollHeight > title.clientHeight + 1)) {
      cut.push("the title is cut off");
    }
    const texts = [...(title && !where.contains(title) ? textsOf(title) : []), ...textsOf(where)];
    return {
      outside: [...outside.map((part) => `${part} out of view`), ...cut],
      covered: [...covered, ...hidden(where)],
      wide: document.documentElement.scrollWidth - innerWidth,
      texts: texts.map((text) => ({
        text: text.data.replace(/\s+/g, " "),
        term: text.parentElement?.closest(".tk-term")?.getAttribute("aria-describedby") ?? "",
        stressed: text.parentElement?.closest("em, strong, dfn") !== null,
        title: text.parentElement?.closest("h1") !== null,
        block: (text.parentElement?.closest(BLOCK)?.textContent ?? text.data).replace(/\s+/g, " ").trim(),
      })),
    };
  };

  /** Where a finger finds a thing: amid what is seen of it; nothing if it cannot be touched.
   * @param {Element} one @returns {[number, number] | null} */
  const place = (one) => {
    const { left, top, right, bottom } = box(one);
    /** @type {[number, number][]} */
    const found = [];
    for (let x = left + 1; x < right; x += 3) {
      for (let y = top + 1; y < bottom; y += 3) {
        if (one.contains(document.elementFromPoint(x, y))) found.push([x, y]);
      }
    }
    if (!found.length) return null;
    // Of words that go on in the next line, the middle is in neither.
    const line = [...one.getClientRects()].reduce((most, next) => (next.width > most.width ? next : most));
    const inLine = found.filter(([x, y]) => x > line.left && x < line.right && y > line.top && y < line.bottom);
    if (inLine.length) found.splice(0, found.length, ...inLine);
    const amid = [0, 1].map((axis) => found.reduce((sum, point) => sum + point[axis], 0) / found.length);
    /** @param {[number, number]} point */
    const away = (point) => Math.hypot(point[0] - amid[0], point[1] - amid[1]);
    return found.reduce((best, point) => (away(point) < away(best) ? point : best));
  };

  /** What the task has been answered so far. */
  const answered = () => scope().querySelector("[data-widget]")?.getAttribute("data-widget");

  /** How the page stands, to see whether a press has done anything. */
  const standing = () => JSON.stringify([
    location.href, document.body.innerText, answered(),
    [...document.querySelectorAll("details[open], dialog[open], .is-shown, [aria-expanded], [aria-pressed], :checked, .is-reading")]
      .map((one) => [one.id, one.className, one.getAttribute("aria-expanded"), one.getAttribute("aria-pressed")]),
  ]);

  return { answered, look, place, scope, standing };
})();
