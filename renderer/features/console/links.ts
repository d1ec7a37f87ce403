import { own } from '../../../shared/own.ts'

/** An address in a text: from `start` up to but not including `end`, in UTF-16 units. */
export type FoundLink = { readonly start: number; readonly end: number; readonly address: string }

const candidate = /https?:\/\/[^\s"'<>`\\^{|}]+/giu
const trailing = /[.,:;!?*_~…、。]$/u
const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[' }
/** Maximum length of an address that the app opens. */
const maxLength = 2_048

const countOf = (text: string, character: string) => text.split(character).length - 1

/** An address without the punctuation that belongs to the sentence around it. */
function trimmed(address: string): string {
  const last = address.at(-1) ?? ''
  const open = own(pairs, last)
  const isLoose = open !== undefined && countOf(address, last) > countOf(address, open)
  return trailing.test(address) || isLoose ? trimmed(address.slice(0, -1)) : address
}

/** The http and https addresses in a line of text. */
export function findLinks(text: string): readonly FoundLink[] {
  return [...text.matchAll(candidate)].flatMap(({ 0: match, index }) => {
    const address = match.length > maxLength ? '' : trimmed(match)
    const url = URL.parse(address)
    return url !== null && url.hostname !== '' ? [{ start: index, end: index + address.length, address }] : []
  })
}
