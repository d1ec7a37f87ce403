import { capitalised } from '../../../../shared/model/text.ts'

/** The three whom a mode gives rights, in the order of its digits. */
export const whose = ['owner', 'group', 'others'] as const
export type Whose = (typeof whose)[number]

/** The three rights, with the bit of each in a digit. */
export const rights = [
  { name: 'read', bit: 4 },
  { name: 'write', bit: 2 },
  { name: 'execute', bit: 1 },
] as const

/** True for three octal digits, or four where the first one is 0. */
export const isMode = (text: string): boolean => /^0?[0-7]{3}$/.test(text)

/** A mode as it is sent: its three digits, without the 0 that may stand before them. */
export const sentMode = (mode: string): string => mode.slice(-3)

/** The three digits of a mode, owner first; null where it is none. */
function digitsOf(mode: string): readonly number[] | null {
  return isMode(mode) ? [...sentMode(mode)].map(Number) : null
}

/** True where a mode gives somebody a right. */
export const hasRight = (mode: string, who: Whose, bit: number): boolean =>
  ((digitsOf(mode)?.[whose.indexOf(who)] ?? 0) & bit) !== 0

/** A mode with one right given or taken away. What is no mode counts as one without rights. */
export function withRight(mode: string, who: Whose, bit: number, isGiven: boolean): string {
  const digits = digitsOf(mode) ?? [0, 0, 0]
  return digits.map((digit, i) => (i !== whose.indexOf(who) ? digit : isGiven ? digit | bit : digit & ~bit)).join('')
}

const listed = new Intl.ListFormat('en')

function rightsText(digit: number): string {
  const held = rights.filter(({ bit }) => (digit & bit) !== 0).map(({ name }) => name)
  return held.length === 0 ? 'nothing' : listed.format(held)
}

/** A mode in words: `Owner: read and write. Group and others: read.` Empty where it is none. */
export function modeText(mode: string): string {
  const digits = digitsOf(mode)
  if (digits === null) return ''
  const groups: { names: string[]; digit: number }[] = []
  for (const [i, digit] of digits.entries()) {
    const last = groups.at(-1)
    const name = whose[i] ?? ''
    if (last?.digit === digit) last.names.push(name)
    else groups.push({ names: [name], digit })
  }
  return groups.map(({ names, digit }) => `${capitalised(listed.format(names))}: ${rightsText(digit)}.`).join(' ')
}

/** What is worth a second look about a mode; null for nothing. */
export function modeWarning(mode: string, isFile: boolean): string | null {
  const digits = digitsOf(mode)
  if (digits === null) return null
  const [owner = 0, , others = 0] = digits
  if ((owner & 4) === 0) return 'The server itself could not read it any more.'
  if (!isFile && (owner & 1) === 0) return 'The server itself could not open this folder any more.'
  return (others & 2) === 0 ? null : 'Everybody on the machine could change it.'
}
