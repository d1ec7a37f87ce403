import CSSPropertyManager from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js'

// happy-dom copies all properties of each element above one whose style is asked for, as every query by role does, with
// `structuredClone`, which takes most of that time. What it copies is never changed, only put in another's place.
CSSPropertyManager.prototype.clone = function cloneShallow() {
  const clone = new CSSPropertyManager()
  for (const [table, values] of Object.entries(this)) Reflect.set(clone, table, { ...values })
  return clone
}

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
