// Returns the controls without a label, texts with less contrast than WCAG's 4.5, and what leaves the window.
(() => {
  const faults = [];
  for (const one of document.querySelectorAll("input, select, button")) {
    const name = one.labels && one.labels.length ? one.labels[0].textContent : one.textContent;
    if (!name.trim()) faults.push("no label: " + one.outerHTML);
  }
  const channels = (text) => text.match(/[0-9.]+/g).map(Number);
  const light = (color) => color.slice(0, 3).map((one) => one / 255)
    .map((one) => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, index) => sum + one * [0.2126, 0.7152, 0.0722][index], 0);
  for (const one of document.querySelectorAll("body *")) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const isField = one.matches("input, select");
    if (!own && !isField || !one.checkVisibility() || one.disabled || one.matches("option")) continue;
    let behind = one;
    while (behind.parentElement && (channels(getComputedStyle(behind).backgroundColor)[3] ?? 1) < 1)
      behind = behind.parentElement;
    const [a, b] = [getComputedStyle(one).color, getComputedStyle(behind).backgroundColor].map(channels).map(light);
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) faults.push(`contrast ${contrast.toFixed(2)}: ${one.tagName} ${one.textContent.slice(0, 40)}`);
  }
  for (const one of document.querySelectorAll("body *")) {
    const box = one.getBoundingClientRect();
    if (box.right > innerWidth + 0.5 || box.left < -0.5) faults.push(`beyond the window: ${one.tagName} #${one.id}`);
  }
  return faults;
})()
