/** The test page has no layout: every element is as large as a window, so that lists show their first rows. */
for (const [name, value] of [
  ['clientHeight', 640],
  ['clientWidth', 980],
] as const)
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })

// happy-dom makes <search> an element that no browser knows, of which React warns. Its document inherits nothing from
// the global `Document`, so it is changed itself, once, since the files share it.
if (!('isMended' in document.createElement)) {
  const createElement: (name: string, options?: ElementCreationOptions) => HTMLElement =
    document.createElement.bind(document)
  const mended = (name: string, options?: ElementCreationOptions) => {
    const element = createElement(name, options)
    return name === 'search' ? Object.setPrototypeOf(element, HTMLElement.prototype) : element
  }
  Object.defineProperty(document, 'createElement', { value: Object.assign(mended, { isMended: true }) })
}
