/** A press of a key, and where it went. */
export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'> & {
  /** The focus is in the server's view, or nowhere while the view fills the page. */
  readonly isHere: boolean
  /** It is the first key in the view, which has nothing typed in it. */
  readonly isFirst: boolean
}

export type KeyAct = { readonly area: number } | 'find' | 'back' | 'full'

/**
 * What a key does in a server's view; null for nothing. Areas are chosen by number, from 0, wherever the focus is.
 * @param isMac there Option with an arrow key moves by words, so another key leads back
 */
export function keyAct(press: Press, isPeek: boolean, isMac: boolean): KeyAct | null {
  const { key, altKey, ctrlKey, metaKey, isHere } = press
  const hasControl = (ctrlKey || metaKey) && !altKey
  if (hasControl && /^[1-9]$/.test(key)) return { area: Number(key) - 1 }
  if (!isHere) return null
  if (hasControl && key.toLowerCase() === 'f') return 'find'
  const isBack = isMac ? metaKey && key === '[' : altKey && key === 'ArrowLeft'
  if (key === 'Escape' || (isBack && !isPeek)) return 'back'
  // Enter opened it as a pane, so a second one opens it full.
  return isPeek && press.isFirst && key === 'Enter' && !press.repeat ? 'full' : null
}
