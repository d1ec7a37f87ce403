/** The arrow keys that lead through the buttons of a row, and which way. */
export const sideways: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
])

/** The button beside `from` in its row, or the row itself. */
export function beside(row: HTMLElement, from: Element, step: 1 | -1): HTMLElement | undefined {
  const stops = [row, ...row.querySelectorAll<HTMLElement>('button')]
  return stops[stops.indexOf(from as HTMLElement) + step]
}

/** The index to which a key leads from `index`, among `count`; undefined where it leads nowhere. */
export function placeAfter(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, count - 1)
    case 'ArrowUp':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
