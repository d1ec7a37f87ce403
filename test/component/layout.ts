/** The test page has no layout: every element is as large as a window, so that lists show their first rows. */
for (const [name, value] of [
  ['clientHeight', 640],
  ['clientWidth', 980],
] as const)
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })

// happy-dom makes <search> an element that no browser knows, of which React warns.
const createElement: (this: Document, name: string) => HTMLElement = Document.prototype.createElement
Document.prototype.createElement = function create(this: Document, name: string) {
  const element = createElement.call(this, name)
  return name === 'search' ? Object.setPrototypeOf(element, HTMLElement.prototype) : element
}
