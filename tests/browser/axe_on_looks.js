// Runs axe on the page, the rules on colours once for each look.
//
// What axe heeds there is the style of an element, and of all around it what paints.  The rules on
// colours apply to the first element of each look; to the others only where axe cannot tell.  To
// which they apply at all does not depend on colours: those they passed over are not tried in the
// other theme, and where that shows no new look, there is nothing to be judged.
async ([rulesOnColours, isShownAsBefore]) => {
  const OWN = ["color", "fontSize", "fontWeight", "fontStyle", "fontFamily", "textShadow",
    "webkitTextStroke", "textDecoration", "borderBottom", "display"];
  const AROUND = ["color", "backgroundColor", "backgroundImage", "opacity", "filter",
    "mixBlendMode", "position", "zIndex", "float", "clipPath", "textDecoration"];
  const values = (each, names, part) => {
    const style = getComputedStyle(each, part);
    return part && style.content === "none" ? "" : names.map((name) => style[name]).join();
  };
  const painted = new Map();
  const around = (each) => {
    if (!each) return "";
    if (!painted.has(each)) {
      const own = [null, "::before", "::after"].map((part) => values(each, AROUND, part)).join("/");
      const outside = around(each.parentElement);
      painted.set(each, outside.endsWith(`;${own}`) ? outside : `${outside};${own}`);
    }
    return painted.get(each);
  };
  const says = (each) => each.matches("input, select, textarea")
    || [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const isAsked = (rule, each) => !passedOver[rule].has(each)
    && (rule === "color-contrast" ? says(each) : each.matches("a[href]"));
  const lookOf = (rule, each) => rule + values(each, OWN) + around(each);
  const isNew = (rule, each) =>
    isAsked(rule, each) && each.checkVisibility() && !judged.has(lookOf(rule, each));
  if (!isShownAsBefore) {
    window.passedOver = Object.fromEntries(rulesOnColours.map((rule) => [rule, new Set()]));
  } else if (![...document.querySelectorAll("body, body *")].some(
    (each) => rulesOnColours.some((rule) => isNew(rule, each)))) return [[], []];

  const looks = new Map(), unsure = new Set();
  const isFirst = (rule, each, applies) => {
    const look = isAsked(rule, each) && lookOf(rule, each);
    if (!look || judged.has(look)) return false;
    if (looks.has(look)) return looks.get(look).push(each) && false;
    if (applies()) return looks.set(look, [each]);
    return passedOver[rule].add(each) && false;
  };
  const run = async (options, judges) => {
    for (const id of rulesOnColours) {
      const rule = axe._audit.getRule(id);
      const applies = rule.appliesByItself ??= rule.matches;
      rule.matches = (each, ...more) => judges(id, each, () => applies(each, ...more));
    }
    const { violations, incomplete } = await axe.run({
      ...options, resultTypes: ["violations", "incomplete"], selectors: false, elementRef: true,
      checks: { "color-contrast": { options: { ignoreLength: true } } },
    });
    const ofColours = incomplete.filter(({ id }) => rulesOnColours.includes(id));
    ofColours.flatMap(({ nodes }) => nodes).forEach(({ element }) => unsure.add(element));
    return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]);
  };
  const onColours = { runOnly: rulesOnColours };
  // What axe leaves out unless asked: WCAG 2.2 has it.  Links in a text are as large as its words;
  // axe excepts them too, but not where all words of a text are links.
  axe._audit.getRule("target-size").selector = "*:not(a.ref)";
  const onAll = { rules: { "target-size": { enabled: true } } };
  const found = await run(isShownAsBefore ? onColours : onAll, isFirst);
  const alike = ([first, ...others]) => unsure.has(first) ? others : [];
  const others = new Set([...looks.values()].flatMap(alike));
  const isOther = (rule, each, applies) => others.has(each) && applies();
  if (others.size) found.push(...await run(onColours, isOther));
  const settled = [...looks].filter(([, [first]]) => !unsure.has(first)).map(([look]) => look);
  settled.forEach((look) => judged.add(look));
  return [found, settled];
}
