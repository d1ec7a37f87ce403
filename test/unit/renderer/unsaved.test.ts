import { describe, expect, test } from 'vitest'
import { unsavedOf } from '../../../renderer/app/unsaved.ts'
import type { TextFile } from '../../../shared/files/contract.ts'
import { maxUnsaved } from '../../../shared/files/files.ts'
import { appState } from '../../fixtures/app-state.ts'
import { filePath, textReading } from '../../fixtures/file-entry.ts'
import { serverView } from '../../fixtures/server-view.ts'

describe('what would be lost with a window', () => {
  const survival = serverView({ identifier: 'a1b2c3d4', name: 'Survival' })
  const arena = serverView({ identifier: 'b1b2c3d4', name: 'Arena' })
  const gone = serverView({ identifier: 'c1b2c3d4', name: 'Gone' })
  const { ref } = survival
  const path = filePath('/a.txt')
  const file: TextFile = textReading('a=1')
  const left = (of: typeof ref) => ({ ref: of, path, file, text: 'a=2', isAsked: true })
  const startup = (of: typeof ref) => ({ ref: of, path: null })
  const edit = { text: '1', seen: '' }
  const none = {
    editedFile: null,
    leftTexts: {},
    startupEdits: {},
    drafts: {},
    counts: { calls: 0, forms: 0, dialogs: 0 },
  }
  const batch = { lines: ['a', 'b'], sent: 1, error: null }

  type Typed = Parameters<typeof unsavedOf>[0]
  const find = (more: Partial<Typed>, batches: Parameters<typeof unsavedOf>[2] = {}) =>
    unsavedOf({ ...none, ...more }, appState({ servers: [survival, arena] }).servers, batches)

  test.each<[string, Partial<Typed>, ReturnType<typeof unsavedOf>['unsaved']]>([
    ['nothing', {}, []],
    ['the text in the editor', { editedFile: { ref, path } }, [{ ref, path }]],
    [
      'texts that were left, also of a server that has gone',
      { leftTexts: { [ref]: left(ref), [gone.ref]: left(gone.ref) } },
      [
        { ref, path },
        { ref: gone.ref, path },
      ],
    ],
    [
      'once a text that was left and found again',
      { editedFile: { ref, path }, leftTexts: { [ref]: left(ref) } },
      [{ ref, path }],
    ],
    [
      'startups with edits',
      { startupEdits: { [ref]: { A: edit }, [arena.ref]: { B: edit, C: edit } } },
      [startup(ref), startup(arena.ref)],
    ],
    [
      'no startup without edits, or of a server that has gone',
      { startupEdits: { [ref]: {}, [gone.ref]: { A: edit } } },
      [],
    ],
  ])('%s', (_, typed, unsaved) => expect(find(typed)).toEqual({ unsaved, isTyped: false }))

  test.each<[string, Partial<Typed>, Parameters<typeof unsavedOf>[2], boolean]>([
    ['a command that is typed', { drafts: { [ref]: 'say hi' } }, {}, true],
    ['blanks', { drafts: { [ref]: '  ' } }, {}, false],
    ['a command for a server that has gone', { drafts: { [gone.ref]: 'say hi' } }, {}, false],
    ['commands that are being sent', {}, { [ref]: batch }, true],
    ['commands for a server that has gone', {}, { [gone.ref]: batch }, false],
    ['an open form', { counts: { ...none.counts, forms: 1 } }, {}, true],
  ])('%s', (_, typed, batches, isTyped) => expect(find(typed, batches)).toEqual({ unsaved: [], isTyped }))

  test('is never more than one call carries', () => {
    const servers = Array.from({ length: maxUnsaved + 1 }, (_, i) => serverView({ identifier: String(10_000_000 + i) }))
    const startupEdits = Object.fromEntries(servers.map((server) => [server.ref, { A: edit }]))
    expect(unsavedOf({ ...none, startupEdits }, appState({ servers }).servers, {}).unsaved).toHaveLength(maxUnsaved)
  })
})
