import { expect, it } from 'vitest'
import { type CutWork, cutWords, leftOfDownload } from '../../../../electron/backups/cut-words.ts'

const server = 'Survival'
const backup: CutWork = { kind: 'backup', server, came: 'good' }
const download: CutWork = { kind: 'download', server, file: 'world.tar.gz' }

it.each<[CutWork, string, string]>([
  [backup, 'the backup of Survival', 'The panel has finished it, and it is good.'],
  [
    { ...backup, came: 'looking' },
    'the backup of Survival',
    'The panel may still be making it. How it ends is told here.',
  ],
  [{ ...backup, came: 'failed' }, 'the backup of Survival', 'It failed on the server’s machine. Back up again.'],
  [
    { ...backup, came: 'not-asked' },
    'the backup of Survival',
    'The panel was not asked for it yet. Back up again if you still want it.',
  ],
  [{ ...backup, came: 'good-by-time' }, 'the backup of Survival', 'A backup of that time is there, and it is good.'],
  [download, 'the download of world.tar.gz', 'It is not complete. Open its server’s backups to download it again.'],
  [{ kind: 'delete', server, backup: 'Old', came: 'gone' }, 'the deletion of “Old” of Survival', 'It is gone.'],
  [
    { kind: 'delete', server, backup: 'Old\u202e\u0007', came: 'unlocked' },
    'the deletion of “Old” of Survival',
    'It is still there, but not locked any more. Lock it again where you want to keep it.',
  ],
])('%j is told', (cut, what, came) => {
  expect(cutWords([cut])).toEqual({ message: `Servertray ended before ${what} was done.`, hint: came })
})

it('tells several in one, and says how many more there are', () => {
  const told =
    'The backup of Survival: the panel has finished it, and it is good. The download of world.tar.gz: it is not complete. Open its server’s backups to download it again.'
  const two: CutWork[] = [backup, download]
  expect(cutWords(two)).toEqual({ message: 'Servertray ended before 2 things were done.', hint: told })
  const { message, hint } = cutWords([...two, backup, backup, backup])
  expect(message).toBe('Servertray ended before 5 things were done.')
  expect(hint).toMatch(/^The backup of Survival: .* 2 more: look at their servers’ backups\.$/)
  expect(cutWords([backup, backup, backup, backup]).hint).toMatch(/1 more: look at its server’s backups\.$/)
})

it('says what is left of a download', () => {
  expect(leftOfDownload(null)).toBe('Download it again.')
  expect(leftOfDownload('a\u202eb.part')).toBe('Download it again, and delete what is left of it: ab.part.')
})
