/** The test page has no layout: every element is as large as a window, so that lists show their first rows. */
for (const [name, value] of [
  ['clientHeight', 640],
  ['clientWidth', 980],
] as const)
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })

// happy-dom makes <search> an element that no browser knows, of which React warns.
const { createElement } = Document.prototype
Document.prototype.createElement = function create(this: Document, name: string, options?: ElementCreationOptions) {
  const element: HTMLElement = createElement.call(this, name, options)
  return name === 'search' ? Object.setPrototypeOf(element, HTMLElement.prototype) : element
}
