import { expect, test } from 'vitest'
import type { OpenDialog } from '../../../renderer/state/view/dialogs.ts'
import { createView, type View } from '../../../renderer/state/view.ts'
import type { FilePath } from '../../../shared/model/file.ts'
import { serverView } from '../../fixtures/server-view.ts'

const { ref } = serverView({})
const path = '/server.properties' as FilePath
const both: OpenDialog = { kind: 'both-versions', ref, path, id: 'edit' }
const restart: OpenDialog = { kind: 'restart', refs: [ref] }

/** A window with both versions open, and what is open after somebody asked for something else. */
function after(mergedFile: View['mergedFile'], asked: Partial<View>) {
  const view = createView()
  view.setState({ dialog: both, mergedFile })
  view.setState(asked)
  const { dialog, palette, said } = view.getState()
  return { dialog, palette, isTold: said !== '' }
}

test.each<[string, View['mergedFile'], Partial<View>, ReturnType<typeof after>]>([
  ['stays open over a dialog', { ref, path }, { dialog: restart }, { dialog: both, palette: false, isTold: true }],
  ['stays open over the palette', { ref, path }, { palette: true }, { dialog: both, palette: false, isTold: true }],
  ['is closed by who wants that', { ref, path }, { dialog: null }, { dialog: null, palette: false, isTold: false }],
  ['goes where it is saved', null, { dialog: restart }, { dialog: restart, palette: false, isTold: false }],
  ['lets the palette open where it is saved', null, { palette: true }, { dialog: both, palette: true, isTold: false }],
])('a merged text %s', (_, mergedFile, asked, expected) => expect(after(mergedFile, asked)).toEqual(expected))
