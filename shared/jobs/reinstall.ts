import type { ReinstallRun } from './contract.ts'

export const isReinstalling = ({ endedAt }: ReinstallRun): boolean => endedAt === null

/** True while nothing was asked of the panel that replaces files. */
export const canCancelReinstall = ({ phase }: Pick<ReinstallRun, 'phase'>): boolean => phase === 'backing-up'

export type ReinstallWords = { readonly message: string; readonly hint: string }

const patience = 'Nothing else can be done to it until that has ended. It takes minutes for most games.'

function failedWords({ isAccepted, error }: ReinstallRun, name: string): ReinstallWords {
  if (isAccepted) return { message: `The reinstall of ${name} failed.`, hint: error?.hint ?? '' }
  return { message: `${name} was not reinstalled.`, hint: error === null ? '' : `${error.message} ${error.hint}` }
}

type WordsOf = (run: ReinstallRun, name: string) => ReinstallWords

const words: Readonly<Record<ReinstallRun['phase'], WordsOf>> = {
  'backing-up': (_, name) => ({
    message: `${name} is backed up first.`,
    hint: 'It is reinstalled once that backup is good. If the backup fails, nothing is reinstalled.',
  }),
  asking: (_, name) => ({ message: `The panel is asked to reinstall ${name}.`, hint: '' }),
  installing: ({ isAccepted }, name) =>
    isAccepted
      ? { message: `${name} is being installed.`, hint: patience }
      : {
          message: `It is not known yet whether the panel reinstalls ${name}.`,
          hint: 'Servertray looks until it is known.',
        },
  done: (_, name) => ({
    message: `${name} was reinstalled.`,
    hint: 'It stays off until you start it. Look at its files if you are not sure what was replaced.',
  }),
  failed: failedWords,
  unknown: ({ error }, name) => ({
    message: `It is not known whether ${name} was reinstalled.`,
    hint: error?.hint ?? '',
  }),
  cancelled: (_, name) => ({ message: `${name} was not reinstalled.`, hint: 'The backup that was begun goes on.' }),
}

/** How far it is, and what to do next. */
export const reinstallWords: WordsOf = (run, name) => words[run.phase](run, name)
