type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** What of a window's upper edge must be on a screen to be seen and dragged, in pixels. */
const grip = { width: 120, height: 24 }

/** True where a person can get hold of a window with these bounds on one of the screens. */
export function isWithinReach({ x, y, width }: Area, workAreas: readonly Area[]): boolean {
  return workAreas.some((area) => {
    const seen = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
    return seen >= grip.width && y >= area.y && y + grip.height <= area.y + area.height
  })
}
