// The outline of a chapter marks the clause that is being read.
"use strict";

{
  const outline = document.querySelector(".outline");

  /** Mark the entry of the clause that is being read, now and whenever the page scrolls. */
  const start = () => {
    const here = outline.querySelector(".here");
    const details = outline.querySelector("details");
    const title = here.textContent;
    const entry = (link) => [decodeURIComponent(link.hash.slice(1)), link];
    const links = new Map([...outline.querySelectorAll("li a")].map(entry));
    const places = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
    let current = null;
    let waiting = false; // for the next frame, so that scrolling marks once a frame

    const mark = () => {
      waiting = false;
      const passed = places.filter((place) => place.getBoundingClientRect().top < innerHeight / 3);
      const link = links.get(passed.at(-1)?.id) ?? null;
      if (link === current) return;
      current?.removeAttribute("aria-current");
      link?.setAttribute("aria-current", "location");
      here.textContent = link ? link.textContent : title;
      here.lang = (link ? rulebook.japanese : rulebook.pageLang).lang;
      current = link;
      if (link && outline.scrollHeight > outline.clientHeight)
        link.scrollIntoView({ block: "nearest" });
    };

    new IntersectionObserver(mark, { rootMargin: "0px 0px -66% 0px" }).observe(document.body);
    const onScroll = () => {
      if (!waiting) requestAnimationFrame(mark);
      waiting = true;
    };
    addEventListener("scroll", onScroll, { passive: true });
    outline.addEventListener("click", (event) => {
      if (event.target.closest("li a")) details.open = false;
    });
    mark();
  };

  if (outline) start();
}
