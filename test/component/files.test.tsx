import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { FileAct, FileEntry } from '../../shared/model/file.ts'
import { fail, ok } from '../../shared/result.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { fileEntry, fileName, filePath, folderEntry, textReading } from '../fixtures/file-entry.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

const survival = serverView({ name: 'Survival', identifier: 'a1b2c3d4', state: 'running' })
const { ref } = survival
const root = filePath('/')
const properties = filePath('/server.properties')
const stamp = { size: 3, modifiedAt: 1_000 }
const reading = textReading('a=1', { stamp })

type Given = NonNullable<Parameters<typeof openWindow>[1]>
type Shown = {
  folders?: Readonly<Record<string, readonly FileEntry[]>>
  denied?: FileAct[]
  answers?: Given
  key?: Parameters<typeof keyView>[0]
  panel?: Parameters<typeof panelView>[0]
}

const some: NonNullable<Shown['folders']> = {
  '/': [fileEntry('server.properties'), fileEntry('ops.json'), folderEntry('world'), folderEntry('logs')],
  '/logs': [fileEntry('latest.log', { modifiedAt: 9 }), fileEntry('1.log.gz', { modifiedAt: 10 })],
  '/world': [fileEntry('level.dat')],
}

const view = () => within(screen.getByRole('region', { name: 'Survival' }))
const names = () =>
  view()
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)
const row = async (name: string) => {
  const header = await view().findByRole('rowheader', {
    name: (of) => of.replaceAll(' ', '').endsWith(name.replaceAll(' ', '')),
  })
  const found = header.closest<HTMLElement>('[role="row"]')
  if (found === null) throw new Error(`no row of ${name}`)
  return found
}
const editor = (name = 'server.properties') => view().findByLabelText<HTMLTextAreaElement>(`Text of ${name}`)
const closed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

/** The window with the files of the server in sight. */
async function openFiles(shown: Shown = {}) {
  const { folders = some, denied = [], answers = {}, key, panel } = shown
  const opened = await openWindow(
    appState({ panels: [panelView(panel)], keys: [keyView(key)], servers: [survival], preferences: askedBefore }),
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

describe('the list', () => {
  test('has folders first, and is filtered as one types', async () => {
    const { user } = await openFiles()
    await row('world')
    expect(names()).toEqual(['Folder logs', 'Folder world', 'File ops.json', 'File server.properties'])
    ;(await row('logs')).focus()
    await user.keyboard('prop')
    await waitFor(() => expect(names()).toEqual(['File server.properties']))
    expect(view().getByText('1 of 4')).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(names()).toHaveLength(4))
  })

  test('leads into folders and back by keys alone', async () => {
    const { user, bridge } = await openFiles()
    ;(await row('logs')).focus()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(await row('world'))
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(document.activeElement).toBe(await row('level.dat')))
    await user.keyboard('{Backspace}')
    await waitFor(async () => expect(document.activeElement).toBe(await row('world')))
    expect(bridge.requests('files:list')).toEqual([
      { ref, folder: root },
      { ref, folder: '/world' },
    ])
  })

  test.each<[Shown, string]>([
    [{ panel: { dialect: 'core' } }, 'Not on this panel.'],
    [{ key: { declared: ['power', 'backups-full'] } }, 'This key lacks Files: read.'],
  ])('is not asked for where it cannot be', async (shown, why) => {
    const { bridge } = await openFiles(shown)
    expect(view().getByRole('button', { name: 'Files' }).title).toBe(why)
    expect(bridge.requests('files:list')).toEqual([])
  })

  test('shows hostile names as text, and sends them as they are', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    const turned = 'photo\u202egpj.exe'
    const { bridge, choose, user } = await openFiles({ folders: { '/': [fileEntry(hostile), fileEntry(turned)] } })
    expect((await row(hostile)).querySelector('img')).toBeNull()
    expect((await row('photoU+202Egpj.exe')).textContent).not.toContain('\u202e')
    await choose('photoU+202Egpj.exe', 'Delete…')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(bridge.requests('files:remove')).toEqual([{ ref, folder: root, names: [turned] }]))
  })

  test('has only the rows in sight in the page', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) => fileEntry(`r.${i}.mca`))
    const { user } = await openFiles({ folders: { '/': many } })
    ;(await row('r.0.mca')).focus()
    expect(names().length).toBeLessThan(100)
    await user.keyboard('{Control>}a{/Control}')
    expect(view().getByText('10,000 selected')).toBeTruthy()
    expect(view().getByRole('button', { name: 'Delete…' }).title).toBe('No more than 1,000 at once.')
  })
})

describe('what may not be done', () => {
  test('is said before the click, of the key', async () => {
    const { user } = await openFiles({ key: { declared: ['files-read'] } })
    await user.click(await view().findByRole('button', { name: 'More for ops.json' }))
    const items = await screen.findAllByRole('menuitem')
    const open = items.filter((item) => item.getAttribute('aria-disabled') !== 'true')
    expect(open.map(({ textContent }) => textContent)).toEqual(['Open', 'Download…', 'Earlier versions…'])
    await user.keyboard('{Escape}')
    await user.click(await row('server.properties'))
    expect((await editor()).readOnly).toBe(true)
    expect(view().getByText(/Read only: this key lacks Files: read & write/)).toBeTruthy()
  })

  test('is said before the click, of the account', async () => {
    const { user, bridge } = await openFiles({ denied: ['delete', 'read-content'] })
    ;(await row('ops.json')).focus()
    await user.keyboard('{Enter}')
    expect(await view().findByText(/“ops.json” can’t be opened: your account may not do it/)).toBeTruthy()
    ;(await row('ops.json')).focus()
    await user.keyboard('{Delete}')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(bridge.requests('files:read')).toEqual([])
  })
})

describe('the editor', () => {
  test('saves over the file as it was seen, then over what it saved itself', async () => {
    const { edit, user, bridge } = await openFiles({
      answers: { 'files:write': async () => ok({ kind: 'written', stamp: { size: 3, modifiedAt: 2_000 } }) },
    })
    const field = await edit('a=2')
    field.focus()
    await user.keyboard('{Control>}s{/Control}')
    expect(await view().findByText(/^Saved \d\d:\d\d$/)).toBeTruthy()
    fireEvent.input(field, { target: { value: 'a=3' } })
    await user.click(view().getByRole('button', { name: /^Save/ }))
    const { format } = reading
    await waitFor(() =>
      expect(bridge.requests('files:write')).toEqual([
        { ref, path: properties, text: 'a=2', format, seen: stamp },
        { ref, path: properties, text: 'a=3', format, seen: { size: 3, modifiedAt: 2_000 } },
      ]),
    )
  })

  test('shows all three sides where somebody changed it meanwhile, and overwrites nothing unasked', async () => {
    const theirs = textReading('a=7', { stamp: { size: 3, modifiedAt: 5_000 } })
    const readings = [reading, theirs]
    const { edit, user, bridge } = await openFiles({
      answers: {
        'files:read': async () => ok(readings.shift() ?? theirs),
        'files:write': async ({ seen }) =>
          ok(
            seen?.modifiedAt === 5_000
              ? { kind: 'written', stamp: theirs.stamp }
              : { kind: 'changed', stamp: theirs.stamp },
          ),
      },
    })
    await edit('a=2')
    await user.click(view().getByRole('button', { name: /^Save/ }))
    expect((await view().findByLabelText<HTMLTextAreaElement>('Now on the server')).value).toBe('a=7')
    expect(view().getByLabelText<HTMLTextAreaElement>('Yours').value).toBe('a=2')
    await user.click(view().getByRole('radio', { name: 'Their changes' }))
    expect((await view().findByLabelText<HTMLTextAreaElement>('As you opened it')).value).toBe('a=1')
    expect(bridge.requests('files:write')).toHaveLength(1)

    await user.click(view().getByRole('radio', { name: 'Theirs and yours' }))
    fireEvent.input(await view().findByLabelText('Yours'), { target: { value: 'a=27' } })
    await user.click(view().getByRole('button', { name: 'Save yours over it' }))
    await waitFor(() =>
      expect(bridge.requests('files:write')[1]).toMatchObject({ text: 'a=27', seen: { modifiedAt: 5_000 } }),
    )
    expect((await editor()).value).toBe('a=27')
    await waitFor(() => expect(view().queryByText('edited')).toBeNull())
  })

  test('takes theirs where the person says so', async () => {
    const theirs = textReading('a=7', { stamp: { size: 3, modifiedAt: 5_000 } })
    const readings = [reading, theirs]
    const { edit, user, bridge } = await openFiles({
      answers: {
        'files:read': async () => ok(readings.shift() ?? theirs),
        'files:write': async () => ok({ kind: 'changed', stamp: theirs.stamp }),
      },
    })
    await edit('a=2')
    await user.click(view().getByRole('button', { name: /^Save/ }))
    await user.click(await view().findByRole('button', { name: 'Take theirs' }))
    expect((await editor()).value).toBe('a=7')
    expect(view().queryByText('edited')).toBeNull()
    expect(bridge.requests('files:write')).toHaveLength(1)
  })

  test('makes a file that was deleted meanwhile anew only where the person says so', async () => {
    const { edit, user, bridge } = await openFiles({
      answers: {
        'files:write': async ({ seen }) => ok(seen === null ? { kind: 'written', stamp } : { kind: 'missing' }),
      },
    })
    await edit('a=2')
    await user.click(view().getByRole('button', { name: /^Save/ }))
    await user.click(await view().findByRole('button', { name: 'Save it anew' }))
    await waitFor(() => expect(bridge.requests('files:write')[1]).toMatchObject({ text: 'a=2', seen: null }))
    expect(await view().findByText(/^Saved/)).toBeTruthy()
  })

  test('keeps the text where saving fails', async () => {
    const { edit, user } = await openFiles({ answers: { 'files:write': async () => fail('server-disk-full') } })
    await edit('a=2')
    await user.click(view().getByRole('button', { name: /^Save/ }))
    expect(await view().findByText('There is not enough free space on the server.')).toBeTruthy()
    expect((await editor()).value).toBe('a=2')
    expect(view().getByText('edited')).toBeTruthy()
  })

  test('shows of a large log the last part, and only when asked', async () => {
    const { user, bridge } = await openFiles({
      answers: {
        'files:read': async () => ok({ kind: 'too-large', stamp: { size: 100 * 1_024 ** 2, modifiedAt: 1 } }),
        'files:readEnd': async () => ok({ text: 'the end', encoding: 'utf-8', size: 100 * 1_024 ** 2, isCut: true }),
      },
    })
    await user.click(await row('server.properties'))
    await view().findByText('This file is too large to edit: 100 MB')
    expect(bridge.requests('files:readEnd')).toEqual([])
    await user.click(view().getByRole('button', { name: 'Show its last part' }))
    const field = await view().findByLabelText<HTMLTextAreaElement>('Last part of server.properties')
    expect([field.value, field.readOnly]).toEqual(['the end', true])
  })

  test('opens the newest log with one click', async () => {
    const { user, bridge } = await openFiles()
    await user.click(await view().findByRole('button', { name: 'Newest log' }))
    await editor('latest.log')
    expect(bridge.requests('files:read')).toEqual([{ ref, path: '/logs/latest.log' }])
  })
})

describe('a text that is not saved', () => {
  test('is asked about when its file is closed', async () => {
    const { edit, user } = await openFiles()
    await edit('a=2')
    await user.click(view().getByRole('button', { name: 'Close the file' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Save “server.properties”?' }))
    await user.click(question.getByRole('button', { name: 'Go on editing' }))
    await closed()
    expect((await editor()).value).toBe('a=2')
    await user.click(view().getByRole('button', { name: 'Close the file' }))
    await user.click(await screen.findByRole('button', { name: 'Don’t save' }))
    await waitFor(() => expect(view().queryByLabelText('Text of server.properties')).toBeNull())
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('is saved before another file is opened, where the person says so', async () => {
    const { edit, user, bridge } = await openFiles({
      answers: { 'files:write': async () => ok({ kind: 'written', stamp }) },
    })
    await edit('a=2')
    await user.click(await row('ops.json'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save' }))
    await closed()
    await editor('ops.json')
    expect(bridge.requests('files:write')).toHaveLength(1)
  })

  test('outlives its area, and is there again', async () => {
    const { edit, user } = await openFiles()
    await edit('a=2')
    await user.click(view().getByRole('button', { name: 'Live' }))
    await user.click(await screen.findByRole('button', { name: 'Go on editing' }))
    expect((await editor()).value).toBe('a=2')
    expect(view().getByText('edited')).toBeTruthy()
    await user.click(view().getByRole('button', { name: 'Live' }))
    await user.click(await screen.findByRole('button', { name: 'Don’t save' }))
    await closed()
    await user.click(view().getByRole('button', { name: 'Files' }))
    expect((await editor()).value).toBe('a=1')
  })
})

describe('changes', () => {
  test('several are deleted after a question that names them, and what is still there is told', async () => {
    const { user, bridge } = await openFiles({
      answers: { 'files:remove': async () => ok({ left: [fileName('world')] }) },
    })
    ;(await row('logs')).focus()
    await user.keyboard(' {Shift>}{ArrowDown}{/Shift}')
    await user.click(view().getByRole('button', { name: 'Delete…' }))
    const question = await screen.findByRole('alertdialog', { name: 'Delete “logs” and “world”?' })
    expect(question.textContent).toContain('There is no undo')
    await user.click(within(question).getByRole('button', { name: 'Delete 2 entries' }))
    expect(await view().findByText('“world” is still there.')).toBeTruthy()
    expect(bridge.requests('files:remove')).toEqual([{ ref, folder: root, names: ['logs', 'world'] }])
  })

  test('a new file is opened, and one that is there already is not overwritten', async () => {
    const { user, bridge } = await openFiles({
      answers: {
        'files:write': async ({ path }) =>
          ok(path === '/taken.txt' ? { kind: 'changed', stamp } : { kind: 'written', stamp }),
      },
    })
    await user.click(await view().findByRole('button', { name: 'More for this folder' }))
    await user.click(await screen.findByRole('menuitem', { name: 'New file…' }))
    const field = await screen.findByLabelText('Name')
    await user.type(field, 'taken.txt')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('There is a file or folder with that name already.')).toBeTruthy()
    await user.clear(field)
    await user.type(field, 'new.txt')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await editor('new.txt')
    expect(bridge.requests('files:write')).toMatchObject([{ seen: null }, { seen: null }])
  })

  test('a rename and a move are told by where they lead', async () => {
    const { user, choose, bridge } = await openFiles()
    await choose('ops.json', 'Rename…')
    const field = await screen.findByLabelText('Name')
    await user.clear(field)
    await user.type(field, 'world')
    expect(screen.getByText('There is a file or folder with that name already.')).toBeTruthy()
    await user.clear(field)
    await user.type(field, 'ops.old.json')
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await choose('server.properties', 'Move…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Move “server.properties”' }))
    expect(dialog.getByRole('button', { name: 'Move here' }).getAttribute('aria-disabled')).toBe('true')
    await user.click(await dialog.findByRole('button', { name: 'world' }))
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Move here' }).getAttribute('aria-disabled')).toBe('false'),
    )
    await user.click(dialog.getByRole('button', { name: 'Move here' }))
    await waitFor(() =>
      expect(bridge.requests('files:move')).toEqual([
        { ref, folder: root, moves: [{ name: 'ops.json', to: '/ops.old.json' }] },
        { ref, folder: root, moves: [{ name: 'server.properties', to: '/world/server.properties' }] },
      ]),
    )
  })

  test('permissions go as digits', async () => {
    const { user, choose, bridge } = await openFiles()
    await choose('ops.json', 'Permissions…')
    await user.click(await screen.findByRole('checkbox', { name: 'owner: execute' }))
    await user.click(screen.getByRole('button', { name: 'Change' }))
    await waitFor(() =>
      expect(bridge.requests('files:chmod')).toEqual([{ ref, folder: root, names: ['ops.json'], mode: '744' }]),
    )
  })

  test('what an address leads to is shown before anything is fetched', async () => {
    const url = 'https://files.example.net/real.jar'
    const { user, bridge } = await openFiles({
      answers: {
        'files:resolveUrl': async () =>
          ok({ url, hops: ['https://short.example/x'], name: fileName('real.jar'), bytes: 2_048 }),
      },
    })
    await user.click(await view().findByRole('button', { name: 'More for this folder' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Fetch from an address…' }))
    await user.type(await screen.findByLabelText('Address'), 'https://short.example/x')
    await user.click(screen.getByRole('button', { name: 'Look up' }))
    expect(await screen.findByText('It leads on to files.example.net.')).toBeTruthy()
    expect(bridge.requests('files:pull')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Fetch' }))
    await waitFor(() =>
      expect(bridge.requests('files:pull')).toEqual([
        { ref, folder: root, url, name: 'real.jar', bytes: 2_048, overwrites: false },
      ]),
    )
    expect(await view().findByText('Fetched “real.jar”.')).toBeTruthy()
  })
})
