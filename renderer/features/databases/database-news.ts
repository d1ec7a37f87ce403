import type { AppError } from '../../../shared/errors.ts'
import type { Database, DatabaseAct } from '../../../shared/model/database.ts'
import { lookAgain, lookAgainStep } from '../../parts/again.ts'
import type { AreaNews } from '../../parts/area/AreaSlot.tsx'
import { failed, whyUntold } from '../../parts/area/area-words.ts'
import { foundOf, type Unsure } from './database-words.ts'

/** What came of the last thing that was done with a server's databases. */
export type DatabaseNews =
  | { readonly kind: 'failed'; readonly what: string; readonly error: AppError }
  | { readonly kind: 'rotated'; readonly name: string }
  /** No answer tells whether it has a new password. */
  | { readonly kind: 'unsure-rotated'; readonly name: string }
  | { readonly kind: 'unsure-removed'; readonly removal: UnsureRemoval }
  | { readonly kind: 'unsure-made'; readonly unsure: Unsure }

/** A database that was to be deleted, where no answer came. */
export type UnsureRemoval = Pick<Database, 'id' | 'name'> & {
  /** When the answer was lost, in unix milliseconds. */
  readonly since: number
}

type List = {
  readonly databases: readonly Database[]
  readonly at: number
  readonly error: AppError | null
  readonly denied: readonly DatabaseAct[]
}

type Told = Pick<AreaNews, 'hasFailed' | 'message' | 'hint'>

/** What the list tells of a database that was to be made, where no answer came. */
function unsureText(unsure: Unsure, list: List): Told {
  const message = `It is not known whether “${unsure.wanted}” was made.`
  const untold = whyUntold(unsure.since, list)
  if (untold !== null) return { hasFailed: true, message, hint: untold }
  const found = foundOf(unsure, list.databases)
  if (found === null) {
    const hint = `The list doesn’t have it yet. ${lookAgain} before you make it once more.`
    return { hasFailed: true, message, hint }
  }
  return { hasFailed: false, message: `${found.name} was made, though no answer said so.`, hint: '' }
}

/** What the list tells of a database that was to be deleted, where no answer came. */
function removalText({ id, name, since }: UnsureRemoval, list: List): Told {
  const message = `It is not known whether ${name} was deleted.`
  const untold = whyUntold(since, list)
  if (untold !== null) return { hasFailed: true, message, hint: untold }
  if (list.databases.some((one) => one.id === id))
    return {
      hasFailed: true,
      message: `${name} is still there, though it was to be deleted.`,
      hint: `${lookAgain} before you delete it once more.`,
    }
  return { hasFailed: false, message: `${name} was deleted, though no answer said so.`, hint: '' }
}

/**
 * The news as they are shown.
 * @param again reads the list once more
 */
export function shownNews(news: DatabaseNews, list: List, again: () => void): Omit<AreaNews, 'onDismiss'> {
  const step = lookAgainStep(again)
  switch (news.kind) {
    case 'failed':
      return failed(`${news.what} failed.`, news.error)
    case 'rotated':
      return {
        hasFailed: false,
        message: `${news.name} has a new password.`,
        hint: 'Put it into the configuration of whatever uses this database.',
      }
    case 'unsure-rotated':
      return {
        hasFailed: true,
        message: `It is not known whether ${news.name} has a new password.`,
        hint: list.denied.includes('view-password')
          ? 'Ask somebody who may see it whether it is still the one that is in use.'
          : 'Show it, and compare it with the one that is in use.',
      }
    case 'unsure-removed': {
      const text = removalText(news.removal, list)
      return text.hasFailed ? { ...text, step } : text
    }
    case 'unsure-made': {
      const text = unsureText(news.unsure, list)
      return text.hasFailed ? { ...text, step } : text
    }
  }
}
