import type { MenuRequest } from './MenuTrigger.tsx'

/** True for the keys that open a row's menu. */
export const isMenuKey = ({ key, shiftKey }: React.KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey)

/** Asks for the menu of a row, at the pointer or, where a key asked for it, at its button; null where it has none. */
export function rowMenu(event: React.MouseEvent | React.KeyboardEvent, row: HTMLElement): MenuRequest | null {
  const anchor = row.querySelector<HTMLElement>('[aria-haspopup="menu"]')
  if (anchor === null) return null
  const at = 'clientX' in event ? { x: event.clientX, y: event.clientY } : null
  return { anchor, back: row, item: at === null ? 'first' : null, ...(at !== null && { at }) }
}
