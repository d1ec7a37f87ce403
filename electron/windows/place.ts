import { type Rectangle, screen } from 'electron'

/** In the middle of the display where the pointer is, which is where the person looks. */
export function besidePointer({ width, height }: { width: number; height: number }): Rectangle {
  const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
  const x = workArea.x + Math.round((workArea.width - width) / 2)
  const y = workArea.y + Math.round((workArea.height - height) / 2)
  return { x, y, width, height }
}
