import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appError } from '../../shared/errors.ts'
import type { FileMove } from '../../shared/files/contract-moves.ts'
import type { FileName } from '../../shared/files/files.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { fileEntry, fileName, folderEntry } from '../fixtures/file-entry.ts'
import { fileMove } from '../fixtures/file-move-view.ts'
import { editor, names, openFiles, ref, root, row, type Shown, stamp, view } from './files-window.ts'

describe('the list', () => {
  test('is read again once an upload has ended, also one that was never seen on its way', async () => {
    const { bridge, update } = await openFiles()
    await row('world')
    const reads = () => bridge.requests('files:list').length
    const uploads = (...moves: readonly FileMove[]) =>
      update((state) => ({ ...state, fileMoves: Object.fromEntries(moves.map((move) => [move.id, move])) }))
    const first = fileMove({ id: 'move-1', direction: 'up' })
    const second = fileMove({ id: 'move-2', direction: 'up', phase: 'done' })
    await uploads(first)
    expect(reads()).toBe(1)
    await uploads({ ...first, phase: 'done' })
    await waitFor(() => expect(reads()).toBe(2))
    await uploads({ ...first, phase: 'done' }, second)
    await waitFor(() => expect(reads()).toBe(3))
    // One that is dismissed is no news.
    await uploads(second)
    expect(reads()).toBe(3)
  })

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

  test('leaves the focus in its filter once a name fits again, so that the next Backspace stays there', async () => {
    const { user, bridge } = await openFiles()
    ;(await row('world')).focus()
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(document.activeElement).toBe(await row('level.dat')))
    await user.keyboard('xq')
    expect(view().getByText('No name matches')).toBeTruthy()
    // Down leads nowhere meanwhile.
    await user.keyboard('{ArrowDown}{Backspace}{Backspace}')
    expect(names()).toHaveLength(1)
    await user.keyboard('{Backspace}')
    expect(document.activeElement).toBe(view().getByLabelText('Filter by name'))
    expect(bridge.requests('files:list')).toHaveLength(2)
    await user.keyboard('le{ArrowDown}')
    expect(document.activeElement).toBe(await row('level.dat'))
  })

  test('of a folder that comes late leaves the focus where somebody types by then', async () => {
    const listing = Promise.withResolvers<void>()
    const { user, bridge, edit } = await openFiles()
    const field = await edit('a=2')
    ;(await row('logs')).focus()
    bridge.answer('files:list', async () => {
      await listing.promise
      return ok({ entries: [fileEntry('latest.log')], leftOut: 0, denied: [] })
    })
    await user.keyboard('{Enter}')
    await user.click(field)
    await act(async () => listing.resolve())
    await row('latest.log')
    expect(document.activeElement).toBe(field)
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
    await user.keyboard('{Delete}')
    expect(view().getByText(/can’t be changed: no more than 1,000 at once/)).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

test('the SFTP address is opened in the person’s program, and where none takes it, that is said', async () => {
  const answers = [ok(), fail('sftp-not-opened')]
  const { choose, bridge } = await openFiles({ answers: { 'files:openSftp': async () => answers.shift() ?? ok() } })
  const open = () => choose('this folder', 'Open in my SFTP client')
  await open()
  expect(await view().findByText('Gave the address to your SFTP client.')).toBeTruthy()
  expect(bridge.requests('files:openSftp')).toEqual([{ ref }])
  await open()
  expect(await view().findByText(/No program here opened the SFTP address/)).toBeTruthy()
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

describe('changes', () => {
  const removeByKey = async (user: Awaited<ReturnType<typeof openFiles>>['user'], name: string) => {
    ;(await row(name)).focus()
    await user.keyboard('{Delete}')
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
  }

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

  test('a success that comes later takes no failure away', async () => {
    const copying = Promise.withResolvers<Result<{ name: null }>>()
    const { user } = await openFiles({
      answers: { 'files:copy': () => copying.promise, 'files:remove': async () => fail('not-permitted') },
    })
    ;(await row('server.properties')).focus()
    await user.keyboard('{Shift>}{F10}{/Shift}')
    await user.click(await screen.findByRole('menuitem', { name: 'Copy' }))
    await removeByKey(user, 'logs')
    await act(async () => copying.resolve(ok({ name: null })))
    expect(await view().findByText(`Deleting “logs” failed. ${appError('not-permitted').message}`)).toBeTruthy()
    expect(view().queryByText('Copied.')).toBeNull()
  })

  test('nor does the success of a dialog, which began before; what is left after a deletion is told also then', async () => {
    const copying = Promise.withResolvers<Result<never>>()
    const removing = Promise.withResolvers<Result<{ left: FileName[] }>>()
    const { user, choose } = await openFiles({
      answers: { 'files:copy': () => copying.promise, 'files:remove': () => removing.promise },
    })
    await choose('server.properties', 'Copy')
    await removeByKey(user, 'logs')
    await choose('ops.json', 'Rename…')
    await user.type(await screen.findByLabelText('Name'), 'x')
    await act(async () => copying.resolve(fail('not-permitted')))
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const words = `Copying “server.properties” failed. ${appError('not-permitted').message}`
    expect(await view().findByText(words)).toBeTruthy()
    await act(async () => removing.resolve(ok({ left: [fileName('logs')] })))
    expect(await view().findByText('“logs” is still there.')).toBeTruthy()
  })

  test('entries of one name in two folders are deleted at the same time, each once', async () => {
    const first = Promise.withResolvers<Result<{ left: FileName[] }>>()
    const { user, bridge } = await openFiles({
      folders: { '/': [folderEntry('world')], '/world': [folderEntry('world')] },
      answers: { 'files:remove': ({ folder }) => (folder === root ? first.promise : new Promise(() => {})) },
    })
    const remove = () => removeByKey(user, 'world')
    await remove()
    await remove()
    await user.click(await row('world'))
    await waitFor(() => expect(bridge.requests('files:list')).toContainEqual({ ref, folder: '/world' }))
    await remove()
    expect(bridge.requests('files:remove')).toEqual([
      { ref, folder: root, names: ['world'] },
      { ref, folder: '/world', names: ['world'] },
    ])
    expect(await view().findByText('Deleting “world” and 1 more…')).toBeTruthy()
    await act(async () => first.resolve(ok({ left: [] })))
    expect(await view().findByText('Deleting “world”…')).toBeTruthy()
  })

  test('a folder that cannot be read can get a new one all the same', async () => {
    const { user, choose, bridge } = await openFiles({ answers: { 'files:list': async () => fail('timeout') } })
    await choose('this folder', 'New folder…')
    await user.type(await screen.findByLabelText('Name'), 'plugins{Enter}')
    expect(bridge.requests('files:createFolder')).toEqual([{ ref, folder: root, name: 'plugins' }])
  })

  test('a new file is opened, and one that is there already is not overwritten', async () => {
    const { user, choose, bridge } = await openFiles({
      answers: {
        'files:write': async ({ path }) =>
          ok(path === '/taken.txt' ? { kind: 'changed', stamp } : { kind: 'written', stamp }),
      },
    })
    await choose('this folder', 'New file…')
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

  test('an earlier version is put back over the file as it was seen', async () => {
    const versions = [{ id: 'v1', keptAt: 1_000, bytes: 3 }]
    const { user, choose, bridge } = await openFiles({ answers: { 'fileVersions:list': async () => ok({ versions }) } })
    await choose('ops.json', 'Earlier versions…')
    await user.click(await screen.findByRole('radio'))
    await user.click(screen.getByRole('button', { name: 'Restore this' }))
    const { size, modifiedAt } = fileEntry('ops.json')
    const seen = { size, modifiedAt }
    expect(bridge.requests('fileVersions:restore')).toEqual([{ ref, path: '/ops.json', id: 'v1', seen }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
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

  test('an address is handed to the panel as it was typed, under the name that it ends in', async () => {
    const { user, choose, bridge } = await openFiles()
    await choose('this folder', 'Fetch from an address…')
    const address = await screen.findByLabelText('Address')
    const fetch = screen.getByRole('button', { name: 'Fetch' })
    await user.type(address, 'ftp://files.example.net/real.jar')
    expect(fetch.getAttribute('aria-disabled')).toBe('true')
    await user.clear(address)
    await user.type(address, ' https://files.example.net/real.jar?x=1 ')
    await user.click(fetch)
    await waitFor(() =>
      expect(bridge.requests('files:pull')).toEqual([
        { ref, folder: root, url: 'https://files.example.net/real.jar?x=1', name: 'real.jar', overwrites: false },
      ]),
    )
    expect(await view().findByText('Fetched “real.jar”.')).toBeTruthy()
  })
})
