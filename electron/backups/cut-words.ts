import type { Notice } from '../../shared/model/notice.ts'
import { capitalised, safeText, uncapitalised } from '../../shared/model/text.ts'

/** Work on backups that the app's end cut off, and what is known of it by now. */
export type CutWork = { readonly server: string } & (
  | {
      readonly kind: 'backup'
      readonly came: 'looking' | 'good' | 'good-by-time' | 'failed' | 'not-asked' | 'not-seen'
    }
  | { readonly kind: 'download'; readonly file: string }
  | {
      readonly kind: 'delete'
      readonly backup: string
      readonly came: 'looking' | 'gone' | 'there' | 'unlocked' | 'not-known'
    }
)

/** Maximum number of pieces of work that are told one by one. */
const maxTold = 3
const look = 'Look at the server’s backups.'

const ofBackup = {
  looking: 'The panel may still be making it. How it ends is told here.',
  good: 'The panel has finished it, and it is good.',
  'good-by-time': 'A backup of that time is there, and it is good.',
  failed: 'It failed on the server’s machine. Back up again.',
  'not-asked': 'The panel was not asked for it yet. Back up again if you still want it.',
  'not-seen': `The panel does not tell what became of it. ${look}`,
} as const

const ofDeletion = {
  looking: 'The panel is asked whether it is gone.',
  gone: 'It is gone.',
  there: 'It is still there, as it was.',
  unlocked: 'It is still there, but not locked any more. Lock it again where you want to keep it.',
  'not-known': `It is not known whether it is gone. ${look}`,
} as const

/**
 * What a person does about a download that is not complete.
 * @param part the name of what is left of it, null for nothing
 */
export const leftOfDownload = (part: string | null): string =>
  part === null ? 'Download it again.' : `Download it again, and delete what is left of it: ${safeText(part)}.`

function partsOf(cut: CutWork): { what: string; came: string } {
  const server = safeText(cut.server)
  switch (cut.kind) {
    case 'backup':
      return { what: `the backup of ${server}`, came: ofBackup[cut.came] }
    case 'download':
      return {
        what: `the download of ${safeText(cut.file)}`,
        came: 'It is not complete. Open its server’s backups to download it again.',
      }
    case 'delete':
      return { what: `the deletion of “${safeText(cut.backup)}” of ${server}`, came: ofDeletion[cut.came] }
  }
}

/** The notice of all that was cut off. */
export function cutWords(cuts: readonly CutWork[]): Pick<Notice, 'message' | 'hint'> {
  const all = cuts.map(partsOf)
  const [first] = all
  if (all.length === 1 && first !== undefined) {
    return { message: `Servertray ended before ${first.what} was done.`, hint: first.came }
  }
  const told = all.slice(0, maxTold).map(({ what, came }) => `${capitalised(what)}: ${uncapitalised(came)}`)
  const more = all.length - told.length
  return {
    message: `Servertray ended before ${all.length} things were done.`,
    hint: [
      ...told,
      ...(more > 0 ? [`${more} more: look at ${more === 1 ? 'its server’s' : 'their servers’'} backups.`] : []),
    ].join(' '),
  }
}
