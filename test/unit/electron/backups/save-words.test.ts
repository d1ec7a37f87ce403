import { expect, it } from 'vitest'
import { mended, unsure, untold } from '../../../../electron/backups/save-words.ts'
import type { Unsaved } from '../../../../electron/backups/unsaved.ts'
import { serverRefSchema } from '../../../../shared/model/identifier-schema.ts'

const off: Unsaved = {
  ref: serverRefSchema.parse('panel-0/a1b2c3d4'),
  name: 'Survival',
  undo: 'save-on',
  isUndoSent: false,
}

it.each([
  [unsure, 'Run “servertray send a1b2c3d4 save-on”. Until then each command says this.'],
  [untold, 'Type “save-on” in its console, or restart it. Otherwise the next command, or Servertray itself, tells it.'],
  [mended, 'The panel may still have finished the backup: run backup list to see it.'],
])('at the command line the next step of %o is one of the command line', (words, hint) => {
  expect(words([off], 'command-line')).toMatchObject({ hint })
})
