// @ts-check
// The theme writes into the history how far a page is scrolled, a moment after the scrolling. If a link
// is followed in that moment, the theme takes the new page for one that somebody comes back to, and goes as
// far down as the old page was, and not to the place which the link names, or to the top. Then we do.

let wanted = "";

export function listenToLinks() {
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element && event.target.closest("a");
      wanted = link ? link.href : "";
      if (link) link.closest("details.tk-contents")?.removeAttribute("open");
    },
    { capture: true },
  );
  window.addEventListener("popstate", () => (wanted = ""));
}

export function showPlace() {
  const place = document.getElementById(location.hash.slice(1)) ?? document.documentElement;
  if (wanted === location.href && history.state !== null) setTimeout(() => place.scrollIntoView(), 0);
  wanted = "";
}
