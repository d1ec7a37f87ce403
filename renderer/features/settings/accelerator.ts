import { own } from '../../../shared/own.ts'

/** The parts of a key press that make a shortcut. */
export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Keys that accelerators call otherwise than pages do. */
const named: ReadonlyMap<string, string> = new Map([
  [' ', 'Space'],
  ['ArrowUp', 'Up'],
  ['ArrowDown', 'Down'],
  ['ArrowLeft', 'Left'],
  ['ArrowRight', 'Right'],
  ['Enter', 'Return'],
])
const sameName = /^(?:F(?:[1-9]|1\d|2[0-4])|Home|End|PageUp|PageDown|Insert|Delete)$/

/** Keys with punctuation, by their place on the keyboard. */
const punctuation: Readonly<Record<string, string>> = {
  Backquote: '`',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  Comma: ',',
  Period: '.',
  Slash: '/',
}

/**
 * The key as in an Electron accelerator: the letter on it, which the system looks for. With Alt or Shift, or in another
 * script, the typed character is no such letter or digit, so the key's position decides.
 */
function keyOf({ key, code }: Press): string | null {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase()
  const byPlace = /^Key([A-Z])$/.exec(code)?.[1] ?? /^Digit(\d)$/.exec(code)?.[1]
  if (byPlace !== undefined) return byPlace
  return sameName.test(key) ? key : (own(punctuation, code) ?? named.get(key) ?? null)
}

/**
 * A key combination as an Electron accelerator, such as `CommandOrControl+Shift+K`; null while incomplete, and without
 * Ctrl, Cmd or Alt, as that would take a plain key away from every other program.
 */
export function acceleratorOf(press: Press, isMac: boolean): string | null {
  const key = keyOf(press)
  const { ctrlKey, metaKey, altKey, shiftKey } = press
  if (key === null || !(ctrlKey || metaKey || altKey)) return null
  const main = isMac ? metaKey : ctrlKey
  const other = isMac ? ctrlKey : metaKey
  return [main && 'CommandOrControl', other && (isMac ? 'Control' : 'Super'), altKey && 'Alt', shiftKey && 'Shift', key]
    .filter((part) => part !== false)
    .join('+')
}

const macWords: Readonly<Record<string, string>> = {
  CommandOrControl: '⌘',
  Control: '⌃',
  Alt: '⌥',
  Shift: '⇧',
}

/** A shortcut as people write it: `Ctrl+Shift+K`, on a Mac `⌘⇧K`. */
export function shortcutText(accelerator: string, isMac: boolean): string {
  const parts = accelerator.split('+')
  if (isMac) return parts.map((part) => macWords[part] ?? part).join('')
  return parts.map((part) => (part === 'CommandOrControl' ? 'Ctrl' : part)).join('+')
}
