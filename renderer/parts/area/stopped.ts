import { capitalised } from '../../../shared/model/text.ts'

/** Props of a button that cannot be used, with the reason; nothing where it can. */
export const stopped = (why: string | null) =>
  why === null ? {} : { 'aria-disabled': true, title: `${capitalised(why)}.` }
