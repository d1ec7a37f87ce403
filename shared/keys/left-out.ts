import type { AppError } from '../error-schema.ts'
import { appError } from '../errors.ts'
import type { LeftOut } from './contract.ts'

export const nothingLeftOut: LeftOut = { unusable: 0, beyondBound: 0 }

/** Maximum number of servers of one panel, over all its keys. */
export const maxServersOfPanel = 10_000

const number = (count: number) => count.toLocaleString('en')
const entries = (count: number) => `${number(count)} ${count === 1 ? 'entry' : 'entries'}`
const inPanel = { hint: 'For what was left out, use the panel itself.' }

/** What was left out and why, a phrase for each reason: `2 entries without a valid identifier`. Empty where nothing was. */
export function leftOutWords({ unusable, beyondBound }: LeftOut): string[] {
  return [
    ...(unusable > 0 ? [`${entries(unusable)} without a valid identifier`] : []),
    ...(beyondBound > 0
      ? [
          `at least ${number(beyondBound)} more ${beyondBound === 1 ? 'server' : 'servers'} ` +
            `(not on the pages that could be read, or more than ${number(maxServersOfPanel)} of one panel)`,
        ]
      : []),
  ]
}

/**
 * An error for an incomplete list, which says what is missing and the next step; empty for a complete one.
 * @param name of the key or the panel, as people know it
 */
export function listErrors(name: string, leftOut: LeftOut): AppError[] {
  const words = leftOutWords(leftOut)
  if (words.length === 0) return []
  const message = `The list of ${name} is incomplete. Left out: ${words.join('; ')}.`
  return [appError('list-incomplete', { message, ...(leftOut.beyondBound === 0 && inPanel) })]
}

/** The same for a list of what one server has, of which `count` entries are missing. */
export const entriesError = (count: number): AppError =>
  appError('list-incomplete', { message: `The list is incomplete. Left out: ${entries(count)}.`, ...inPanel })
