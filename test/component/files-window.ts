/** A window with a server's files in sight, and what the tests of files find in it. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { FileAct, FileEntry } from '../../shared/files/contract.ts'
import type { OwnEdit } from '../../shared/files/contract-moves.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { fail, ok } from '../../shared/result.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { fileEntry, filePath, folderEntry, textReading } from '../fixtures/file-entry.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

export const survival = serverView({ name: 'Survival', identifier: 'a1b2c3d4', state: 'running' })
export const { ref } = survival
export const root = filePath('/')
export const properties = filePath('/server.properties')
export const stamp = { size: 3, modifiedAt: 1_000 }
export const reading = textReading('a=1', { stamp })

export type Given = NonNullable<Parameters<typeof openWindow>[1]>
export type Shown = {
  folders?: Readonly<Record<string, readonly FileEntry[]>>
  denied?: FileAct[]
  answers?: Given
  /** What is open in the person's own editor. */
  edits?: readonly OwnEdit[]
  key?: Parameters<typeof keyView>[0]
  panel?: Parameters<typeof panelView>[0]
  /** Servers beside Survival. */
  others?: readonly ServerView[]
}

const some: NonNullable<Shown['folders']> = {
  '/': [fileEntry('server.properties'), fileEntry('ops.json'), folderEntry('world'), folderEntry('logs')],
  '/logs': [fileEntry('latest.log', { modifiedAt: 9 }), fileEntry('1.log.gz', { modifiedAt: 10 })],
  '/world': [fileEntry('level.dat')],
}

export const view = () => within(screen.getByRole('region', { name: 'Survival' }))
export const names = () =>
  view()
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)
export const row = async (name: string) => {
  const header = await view().findByRole('rowheader', {
    name: (of) => of.replaceAll(' ', '').endsWith(name.replaceAll(' ', '')),
  })
  const found = header.closest<HTMLElement>('[role="row"]')
  if (found === null) throw new Error(`no row of ${name}`)
  return found
}
export const editor = (name = 'server.properties') => view().findByLabelText<HTMLTextAreaElement>(`Text of ${name}`)
export const closed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

/** The window with the files of the server in sight. */
export async function openFiles(shown: Shown = {}) {
  const { folders = some, denied = [], answers = {}, edits = [], key, panel, others = [] } = shown
  const opened = await openWindow(
    {
      ...appState({
        panels: [panelView(panel)],
        keys: [keyView(key)],
        servers: [survival, ...others],
        preferences: askedBefore,
      }),
      ownEdits: Object.fromEntries(edits.map((edit) => [edit.id, edit])),
    },
    {
      'files:list': async ({ folder }) => {
        const entries = folders[folder]
        return entries === undefined ? fail('file-not-found') : ok({ entries: [...entries], leftOut: 0, denied })
      },
      'files:read': async () => ok(reading),
      ...answers,
    },
  )
  act(() => opened.client.show(ref, { area: 'files' }))
  await act(async () => {})
  const choose = async (name: string, item: string | RegExp) => {
    await opened.user.click(await view().findByRole('button', { name: `More for ${name}` }))
    await opened.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  const edit = async (text: string, name = 'server.properties') => {
    await opened.user.click(await row(name))
    fireEvent.input(await editor(name), { target: { value: text } })
    return editor(name)
  }
  return { ...opened, choose, edit }
}
