import { isFileName, isPlainName } from '../../../../shared/files/files.ts'
import { withoutUnsafe } from '../../../../shared/model/text.ts'

/** A part of a name: its text, or (`isOdd`) what is shown for characters that cannot be seen or that deceive. */
export type NamePart = { readonly text: string; readonly isOdd: boolean }

const isOrdinary = /^[!-~](?:[ -~]*[!-~])?$/
/** Combining marks on one letter beyond this number reach into the lines around it. */
const maxMarks = 4
const marks = /\p{M}/gu
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const codeOf = (character: string) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** One character as it is shown. @param isInner true where other characters stand on both sides of it */
function partOf(grapheme: string, isInner: boolean): NamePart {
  if (grapheme === ' ') return isInner ? { text: ' ', isOdd: false } : { text: '␣', isOdd: true }
  if (/^\p{Zs}$/u.test(grapheme)) return { text: codeOf(grapheme), isOdd: true }
  if (withoutUnsafe(grapheme) !== grapheme) return { text: [...grapheme].map(codeOf).join(' '), isOdd: true }
  const isStacked = (grapheme.match(marks)?.length ?? 0) > maxMarks
  return isStacked ? { text: [...grapheme].slice(0, 1).join(''), isOdd: true } : { text: grapheme, isOdd: false }
}

/**
 * A name of any characters as it can be read: spaces at its ends and double ones, blanks that are no spaces, controls,
 * marks that turn the direction of writing and other invisible characters stand there by a symbol or by their number, so
 * that no two names look alike and none looks like another one's ending.
 */
export function namePartsOf(name: string): readonly NamePart[] {
  if (isOrdinary.test(name) && !name.includes('  ')) return [{ text: name, isOdd: false }]
  const all = [...graphemes.segment(name)].map(({ segment }) => segment)
  const parts: NamePart[] = []
  for (const [i, grapheme] of all.entries()) {
    const isInner = i > 0 && i < all.length - 1 && all[i - 1] !== ' ' && all[i + 1] !== ' '
    const part = partOf(grapheme, isInner)
    const last = parts.at(-1)
    if (last !== undefined && !last.isOdd && !part.isOdd)
      parts[parts.length - 1] = { text: last.text + part.text, isOdd: false }
    else parts.push(part)
  }
  return parts
}

/** The same as one line of text, for sentences, tooltips and screen readers. */
export const readableName = (name: string): string =>
  namePartsOf(name)
    .map(({ text }) => text)
    .join('')

/** What is odd about a name, as a sentence; null where nothing is. */
export function oddText(name: string): string | null {
  if (!namePartsOf(name).some(({ isOdd }) => isOdd)) return null
  return 'The name has characters that cannot be seen; they stand there by their numbers.'
}

/** Maximum length of a name in the bytes of UTF-8, by the file systems of servers. */
const maxNameBytes = 255

/**
 * What speaks against a name that a person typed, as a sentence; null for nothing, also while nothing is typed.
 * @param taken the names in the folder
 * @param own the name that is changed, which is no other one
 */
export function nameProblem(name: string, taken: ReadonlySet<string>, own: string | null): string | null {
  if (name === '' || name === own) return null
  if (name.includes('/')) return 'A name can’t have a / in it.'
  if (new TextEncoder().encode(name).length > maxNameBytes) return 'This name is too long.'
  if (!isFileName(name)) return 'This name stands for a folder itself.'
  if (!isPlainName(name)) return 'It has characters that can’t be seen, or a blank at an end.'
  return taken.has(name) ? 'There is a file or folder with that name already.' : null
}

/** The name of the file that a web address leads to, by the last part of its path; empty where that is no plain name. */
export function nameInAddress(address: string): string {
  const last = URL.parse(address)?.pathname.split('/').at(-1) ?? ''
  try {
    const name = decodeURIComponent(last)
    return isPlainName(name) ? name : ''
  } catch {
    return ''
  }
}
