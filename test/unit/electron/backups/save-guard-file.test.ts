import { expect, it } from 'vitest'
import { unsavedList } from '../../../../electron/backups/save-guard-file.ts'
import type { Unsaved } from '../../../../electron/backups/unsaved.ts'
import { parseKeptList } from '../../../../electron/lib/kept-list.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const off: Unsaved = { ref: serverView().ref, name: 'Survival', undo: 'save-on', isUndoSent: false }

it.each([
  ['', null],
  ['[]', null],
  ['{"version":2,"servers":[]}', null],
  ['{"version":1,"servers":[{"ref":"nowhere"}]}', null],
  [JSON.stringify({ version: 1, servers: [{ ...off, undo: 'x'.repeat(101) }] }), null],
  [JSON.stringify({ version: 1, servers: [off] }), [off]],
])('reads a file %j', (text, read) => expect(parseKeptList(text, unsavedList)).toEqual(read))
