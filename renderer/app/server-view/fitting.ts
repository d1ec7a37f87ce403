/**
 * How many of some things fit side by side, from the first on, with a button for the rest where not all do.
 * @param widths of each, in pixels
 * @param room the width there is
 * @param rest the width of that button
 */
export function fitting(widths: readonly number[], room: number, rest: number): number {
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (total <= room) return widths.length
  let left = room - rest
  const over = widths.findIndex((width) => {
    left -= width
    return left < 0
  })
  return over === -1 ? widths.length : over
}
