import type { IBuffer, IBufferCellPosition, ILink } from '@xterm/xterm'
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

/** The rows, from 0, over which the line at this row is wrapped. */
function rowsOfLine(buffer: IBuffer, row: number): readonly number[] {
  let top = row
  while (top > 0 && buffer.getLine(top)?.isWrapped) top -= 1
  const rows = [top]
  while (buffer.getLine(top + rows.length)?.isWrapped) rows.push(top + rows.length)
  return rows
}

/** The letters of a row with their columns, from 1. The second half of a wide letter holds none. */
function lettersOf(buffer: IBuffer, row: number): readonly (readonly [letter: string, x: number])[] {
  const line = buffer.getLine(row)
  return Array.from({ length: line?.length ?? 0 }, (_, x) => [line?.getCell(x), x + 1] as const).flatMap(([cell, x]) =>
    cell === undefined || cell.getWidth() === 0 ? [] : [[cell.getChars() || ' ', x] as const],
  )
}

/** The text of the whole line that a row belongs to, and where each of its UTF-16 units stands (from 1). */
function wholeLine(buffer: IBuffer, row: number): { text: string; places: readonly IBufferCellPosition[] } {
  const places: IBufferCellPosition[] = []
  let text = ''
  for (const y of rowsOfLine(buffer, row - 1))
    for (const [letter, x] of lettersOf(buffer, y)) {
      text += letter
      for (let i = 0; i < letter.length; i++) places.push({ x, y: y + 1 })
    }
  return { text, places }
}

/** The addresses in a row of the screen, counted from 1; each asks before it opens. */
export function linksAt(buffer: IBuffer, row: number, onLink: (address: string) => void): readonly ILink[] {
  const { text, places } = wholeLine(buffer, row)
  return findLinks(text).flatMap(({ start, end, address }) => {
    const [from, to] = [places[start], places[end - 1]]
    if (from === undefined || to === undefined || from.y > row || to.y < row) return []
    return [{ range: { start: from, end: to }, text: address, activate: () => onLink(address) }]
  })
}
