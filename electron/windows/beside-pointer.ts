import { type Rectangle, screen } from 'electron'

/** Centred on the display with the pointer, where the person most likely looks. */
export function besidePointer({ width, height }: { width: number; height: number }): Rectangle {
  const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
  const x = workArea.x + Math.round((workArea.width - width) / 2)
  const y = workArea.y + Math.round((workArea.height - height) / 2)
  return { x, y, width, height }
}
