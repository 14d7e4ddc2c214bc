// @ts-check
// Runs in the page of a lesson: shows each of its steps, gives a wrong and a right first answer where the
// page knows what is said to them, unfolds the solution, and tells what is not in view and what lies on what
// (step_view.js).
(async () => {
  const { all, box, frame, problems } = stepView;
  /** @param {Element} step @returns {HTMLElement} */
  const widgetOf = (step) => {
    const found = step.querySelector(".tk-widget");
    if (!(found instanceof HTMLElement)) throw new Error(`${step.id} has no task`);
    return found;
  };

  /** How much of each card is seen in a hand to play from.
   * @param {Element} step */
  const leastCard = (step) => {
    const hands = all(step, ".tk-hand:has(.tk-play)");
    const widths = hands.flatMap((hand) => [...hand.children].map((card, i, cards) => {
      const [here, next] = [box(card), cards[i + 1] && box(cards[i + 1])];
      const width = box(card.firstElementChild ?? card).width;
      return next && next.left > here.left ? Math.min(width, next.left - here.left) : width;
    }));
    return widths.length ? Math.min(...widths) : null;
  };

  /** A wrong and a right first answer, as the text of an event.
   * @param {HTMLElement} widget @returns {Promise<Record<string, string>>} */
  const answersOf = async (widget) => {
    const path = widget.dataset.outcomes;
    if (!path) return {};
    const known = await (await fetch(new URL(path, document.baseURI))).json();
    /** @type {Record<string, string>} */
    const found = {};
    for (const [key, html] of Object.entries(known)) {
      const event = JSON.stringify(JSON.parse(key).at(-1));
      if (event.includes('"hint"')) continue;
      const state = html.includes("tk-feedback is-wrong") ? "wrong" : "right";
      found[state] ??= event;
    }
    return found;
  };

  const rows = [];
  for (const step of document.querySelectorAll(".tk-lesson > .tk-step:has(.tk-widget):not(.tk-drill)")) {
    const link = all(document.body, ".tk-progress a").find((one) => one.getAttribute("href")?.endsWith(`#${step.id}`));
    link?.click();
    window.scrollTo({ top: 0, behavior: "instant" });
    await frame();
    const widget = widgetOf(step);
    const fresh = widget.cloneNode(true);
    const row = {
      step: step.id, card: leastCard(step), folded: step.querySelector(".tk-read-on") !== null, goesOn: false,
      states: /** @type {string[]} */ ([]), outside: /** @type {string[]} */ ([]), covered: /** @type {string[]} */ ([]),
    };
    /** @param {string} state */
    const note = (state) => {
      const { outside, covered } = problems(step);
      row.states.push(state);
      row.outside.push(...outside.map((name) => `${state}: ${name} is out of view`));
      row.covered.push(...covered.map((names) => `${state}: ${names} overlap`));
    };
    note("before");
    for (const [state, event] of Object.entries(await answersOf(widget))) {
      const now = widgetOf(step);
      const target = all(now, "[data-event]")
        .find((one) => JSON.stringify(JSON.parse(one.dataset.event ?? "")) === event);
      const [[name, value]] = Object.entries(JSON.parse(event));
      const field = now.querySelector(`input[name="${name}"]`);
      const before = now.dataset.widget;
      if (target) target.click();
      else if (field instanceof HTMLInputElement) {
        field.value = value;
        field.form?.requestSubmit();
      } else continue;
      for (let n = 0; n < 120 && widgetOf(step).dataset.widget === before; n += 1) await frame();
      await frame();
      note(state);
      widgetOf(step).replaceWith(fresh.cloneNode(true));
    }
    const solution = all(step, ".tk-widget > .tk-solution")[0];
    solution?.querySelector("summary")?.click();
    await frame(); // what is unfolded is told of after it
    await frame();
    row.goesOn = solution !== undefined && solution.scrollHeight > solution.clientHeight + 1;
    widgetOf(step).replaceWith(fresh);
    rows.push(row);
  }
  return rows;
})()
