import { describeFailure } from './logger.ts'

/**
 * Takes what nobody expected before Node or Electron shows it: their own texts print an error with its causes and
 * every field of it, and so whatever secret is in one. Called before anything that can fail. The words told are
 * without secrets.
 * @param deps.onException a failure that nobody caught; the process is to end
 * @param deps.onRejection the same of a promise
 * @param deps.onWarning what Node warns of; in some modes that is a rejection with all its words
 */
export function catchUnexpected(deps: {
  readonly onException: (failure: string) => void
  readonly onRejection: (failure: string) => void
  readonly onWarning: (warning: string) => void
}): void {
  process.on('uncaughtException', (failure) => deps.onException(describeFailure(failure)))
  process.on('unhandledRejection', (failure) => deps.onRejection(describeFailure(failure)))
  // The one listener that is there by itself prints them.
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => deps.onWarning(describeFailure(`${name}: ${message}`)))
}
