import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { passwordShownMs } from '../../shared/databases/databases.ts'
import { appError } from '../../shared/errors.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { database, databasesOf, shownPassword } from '../fixtures/database.ts'
import { closed, dialog, type Given, openArea, ref, type Shown, view } from './area-window.ts'

const plots = database()
const { id, name } = plots

const page = () => document.documentElement.outerHTML

const openDatabases = (answers: Given = {}, key: NonNullable<Shown['key']> = {}) =>
  openArea('databases', answers, { key })
type Opened = Awaited<ReturnType<typeof openDatabases>>

const listing = (more: Parameters<typeof databasesOf>[0]) => ({ 'databases:list': async () => ok(databasesOf(more)) })
const button = (label: string | RegExp) => view().findByRole('button', { name: label })
const choose = (opened: Opened, item: string) => opened.choose(name, item)

describe('a password', () => {
  afterEach(() => void vi.restoreAllMocks())
  const isShown = () => page().includes(shownPassword)

  test('is asked for when it is to be shown, and hidden again', async () => {
    const { user, bridge } = await openDatabases()
    const show = await button(`Show password of ${name}`)
    expect(bridge.requests('databases:password')).toEqual([])
    await user.click(show)
    await view().findByText(shownPassword)
    expect(bridge.requests('databases:password')).toEqual([{ ref, id }])
    expect(view().getByText(/^hidden in \d+ s$/)).toBeTruthy()
    await user.click(await button(`Hide password of ${name}`))
    expect(isShown()).toBe(false)
  })

  test('goes with the window, and with its area', async () => {
    const { user, client } = await openDatabases()
    await user.click(await button(`Show password of ${name}`))
    await view().findByText(shownPassword)
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(isShown()).toBe(false)
    hidden.mockRestore()
    await user.click(await button(`Show password of ${name}`))
    await view().findByText(shownPassword)
    act(() => client.show(ref, { area: 'live' }))
    expect(isShown()).toBe(false)
  })

  test('that comes after it was given up is not shown, and one of another takes its place', async () => {
    const other = database({ id: '2', name: 's12_other' })
    const answers: ((password: string) => void)[] = []
    const { user } = await openDatabases({
      ...listing({ databases: [plots, other] }),
      'databases:password': () => new Promise((resolve) => answers.push((password) => resolve(ok({ password })))),
    })
    await user.click(await button(`Show password of ${name}`))
    await user.click(await button(`Show password of ${other.name}`))
    await act(async () => answers[0]?.('of-the-first'))
    expect(page()).not.toContain('of-the-first')
    await act(async () => answers[1]?.('of-the-other'))
    expect(view().getByText('of-the-other')).toBeTruthy()
  })

  test('that the account may not see is not asked for', async () => {
    const { user, bridge } = await openDatabases(listing({ denied: ['view-password'] }))
    for (const label of ['Show', 'Copy']) {
      const found = await button(`${label} password of ${name}`)
      expect(found.title).toBe('Your account may not do it.')
      await user.click(found)
    }
    expect(bridge.calls.filter(({ channel }) => /assword$/.test(channel))).toEqual([])
  })

  test('that was asked for while a new one was made is not shown beside the news', async () => {
    const answers: (() => void)[] = []
    const opened = await openDatabases({
      'databases:rotate': () => new Promise((resolve) => answers.push(() => resolve(ok()))),
    })
    const { user } = opened
    await choose(opened, 'New password…')
    await user.click(await screen.findByRole('button', { name: 'New password' }))
    await user.click(await button(`Show password of ${name}`))
    await view().findByText(shownPassword)
    await act(async () => answers[0]?.())
    await view().findByText(`${name} has a new password.`)
    expect(isShown()).toBe(false)
  })

  test('goes by itself after half a minute, also one of sleep', async () => {
    const { user } = await openDatabases()
    await user.click(await button(`Show password of ${name}`))
    await view().findByText(shownPassword)
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + passwordShownMs - 3_000)
    await view().findByText(/^hidden in [34] s$/)
    clock.mockReturnValue(now + passwordShownMs + 1_000)
    await waitFor(() => expect(isShown()).toBe(false))
  })
})

describe('a new database', () => {
  test('is made with a name and from where, after what is wrong was said', async () => {
    const { user, bridge } = await openDatabases()
    await user.click(await button('New database…'))
    const form = await dialog('New database')
    await user.type(form.getByLabelText('Name'), 'my plots')
    await user.click(form.getByRole('button', { name: 'Create' }))
    expect(form.getByText('Use letters, digits, “-” and “_” only.')).toBeTruthy()
    expect(document.activeElement).toBe(form.getByLabelText('Name'))
    await user.clear(form.getByLabelText('Name'))
    await user.type(form.getByLabelText('Name'), 'plots')
    await user.clear(form.getByLabelText('Connections from'))
    await user.click(form.getByRole('button', { name: 'Create' }))
    expect(form.getByText('Type an address, or % for any.')).toBeTruthy()
    expect(document.activeElement).toBe(form.getByLabelText('Connections from'))
    await user.type(form.getByLabelText('Connections from'), '172.18.0.%')
    expect(bridge.requests('databases:create')).toEqual([])
    await user.click(form.getByRole('button', { name: 'Create' }))
    await closed()
    expect(bridge.requests('databases:create')).toEqual([
      { ref, edit: { name: 'plots', connectionsFrom: '172.18.0.%' } },
    ])
    await waitFor(() => expect(bridge.requests('databases:list')).toHaveLength(2))
  })

  test.each([
    ['Connections from', appError('input-rejected', { detail: 'The remote is wrong.' }), /The remote is wrong/],
    [null, appError('database-limit'), /ask your host for more/],
  ])('that is refused says so beside its field: %s, %#', async (label, error, words) => {
    const { user } = await openDatabases({ 'databases:create': async () => fail(error) })
    await user.click(await button('New database…'))
    const form = await dialog('New database')
    await user.type(form.getByLabelText('Name'), 'plots')
    await user.click(form.getByRole('button', { name: 'Create' }))
    await form.findByText(words)
    const invalid = form.getAllByRole('textbox').filter((field) => field.getAttribute('aria-invalid') === 'true')
    expect(invalid).toEqual(label === null ? [] : [form.getByLabelText(label)])
    const wanted = label === null ? form.getByRole('button', { name: 'Create' }) : form.getByLabelText(label)
    expect(document.activeElement).toBe(wanted)
  })

  test('that is refused takes the keyboard from nobody who went on', async () => {
    let refuse = () => {}
    const { user } = await openDatabases({
      'databases:create': () =>
        new Promise((resolve) => (refuse = () => resolve(fail(appError('database-name-taken'))))),
    })
    await user.click(await button('New database…'))
    const form = await dialog('New database')
    await user.type(form.getByLabelText('Name'), 'plots')
    await user.click(form.getByRole('button', { name: 'Create' }))
    await user.click(form.getByLabelText('Connections from'))
    refuse()
    await form.findByText(/Choose another name/)
    expect(document.activeElement).toBe(form.getByLabelText('Connections from'))
  })

  test('that is refused says so only of the name that was sent', async () => {
    const answer = Promise.withResolvers<Result<void>>()
    const { user } = await openDatabases({ 'databases:create': () => answer.promise })
    await user.click(await button('New database…'))
    const form = await dialog('New database')
    await user.type(form.getByLabelText('Name'), 'plots')
    await user.click(form.getByRole('button', { name: 'Create' }))
    await user.type(form.getByLabelText('Name'), '2')
    answer.resolve(fail(appError('database-name-taken')))
    await waitFor(() =>
      expect(form.getByRole('button', { name: 'Create' }).getAttribute('aria-disabled')).not.toBe('true'),
    )
    expect(form.getByLabelText('Name').getAttribute('aria-invalid')).not.toBe('true')
    await user.type(form.getByLabelText('Name'), '{Backspace}')
    expect(form.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  })
})

test('a database is deleted by its name alone', async () => {
  const opened = await openDatabases()
  const { user, bridge } = opened
  await choose(opened, 'Delete…')
  const form = await dialog(`Delete ${name}?`)
  expect(form.getByText(/All its tables go at once/)).toBeTruthy()
  const field = form.getByLabelText(`Type ${name} to confirm`)
  await user.type(field, 'plots{Enter}')
  expect(bridge.requests('databases:remove')).toEqual([])
  await user.clear(field)
  await user.type(field, `${name}{Enter}`)
  await closed()
  expect(bridge.requests('databases:remove')).toEqual([{ ref, id, typedName: name }])
})
