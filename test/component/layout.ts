/** The test page has no layout: every element is as large as a window, so that lists show their first rows. */
for (const [name, value] of [
  ['clientHeight', 640],
  ['clientWidth', 980],
] as const)
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
