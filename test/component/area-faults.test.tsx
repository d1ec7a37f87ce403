import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appError } from '../../shared/errors.ts'
import type { PageChannel } from '../../shared/ipc/contract.ts'
import type { AreaId } from '../../shared/model/area.ts'
import { fail } from '../../shared/result.ts'
import { serverUser } from '../fixtures/server-people.ts'
import { type Given, openArea, view } from './area-window.ts'

/** What a person sees in the areas of a server where its panel fails. */

const mira = serverUser()
type Opened = Awaited<ReturnType<typeof openArea>>

const failing = async () => fail('panel-failed')
test.each<[AreaId, PageChannel, Given]>([
  ['backups', 'backups:list', { 'backups:list': failing }],
  ['startup', 'startup:read', { 'startup:read': failing }],
  ['databases', 'databases:list', { 'databases:list': failing }],
  ['network', 'allocations:list', { 'allocations:list': failing }],
  ['users', 'users:list', { 'users:list': failing }],
  ['activity', 'panelActivity:list', { 'panelActivity:list': failing }],
  ['settings', 'serverSettings:read', { 'serverSettings:read': failing }],
])('%s that cannot be read says why, and is read again when asked', async (area, channel, answers) => {
  const { user, bridge } = await openArea(area, answers)
  const { message, hint } = appError('panel-failed')
  await view().findByText((text) => text.includes(message))
  expect(view().getAllByText((text) => text.includes(hint))).toHaveLength(1)
  const before = bridge.requests(channel).length
  await user.click(view().getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(bridge.requests(channel)).toHaveLength(before + 1))
})

const hint = 'It is not known whether the panel acted. Look at the server before you send it again.'
const lost = async () => fail('timeout', { hint, mayHaveActed: true })
const gone = async () => fail('user-not-found')
const dialog = async () => within(await screen.findByRole('dialog'))

async function change({ user }: Opened): Promise<void> {
  await user.click(await view().findByRole('button', { name: `More for ${mira.email}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change what they may do…' }))
  await user.click((await dialog()).getByRole('radio', { name: 'Files' }))
  await user.click((await dialog()).getByRole('button', { name: 'Save' }))
}

type Row = {
  readonly what: string
  readonly area: AreaId
  readonly answers: Given
  readonly does: (opened: Opened) => Promise<void>
  /** The channel of the change, which goes out once, and that of the list, which is read again. */
  readonly sent: PageChannel
  readonly read: PageChannel
  readonly told: string
}

test.each<Row>([
  {
    what: 'an invitation whose answer was lost',
    area: 'users',
    answers: { 'users:invite': lost },
    async does({ user }) {
      await user.click(await view().findByRole('button', { name: 'Invite…' }))
      await user.type((await dialog()).getByLabelText('E-mail'), 'tobias@example.com')
      await user.click((await dialog()).getByRole('button', { name: 'Invite' }))
    },
    sent: 'users:invite',
    read: 'users:list',
    told: 'It is not known whether inviting tobias@example.com worked.',
  },
  {
    what: 'a change of who is gone',
    area: 'users',
    answers: { 'users:update': gone },
    does: change,
    sent: 'users:update',
    read: 'users:list',
    told: appError('user-not-found').message,
  },
  {
    what: 'a new name whose answer was lost',
    area: 'settings',
    answers: { 'serverSettings:update': lost },
    async does({ user }) {
      await user.click(await view().findByRole('button', { name: 'Rename…' }))
      await user.type((await dialog()).getByLabelText('Name'), ' 2')
      await user.click((await dialog()).getByRole('button', { name: 'Save' }))
    },
    sent: 'serverSettings:update',
    read: 'serverSettings:read',
    told: hint,
  },
])('$what is told, goes out once, and what the panel has is read again', async (row) => {
  const opened = await openArea(row.area, row.answers)
  await waitFor(() => expect(opened.bridge.requests(row.read)).toHaveLength(1))
  await row.does(opened)
  expect(await screen.findByText((text) => text.includes(row.told))).toBeTruthy()
  await waitFor(() => expect(opened.bridge.requests(row.read)).toHaveLength(2))
  expect(opened.bridge.requests(row.sent)).toHaveLength(1)
})

test('a reinstall whose answer was lost is told by the area that follows it, not by its dialog', async () => {
  const { user, bridge } = await openArea('settings', { 'serverSettings:reinstall': lost })
  await user.click(await view().findByRole('button', { name: 'Reinstall…' }))
  await user.type((await dialog()).getByLabelText('Type Survival to confirm'), 'Survival')
  await user.click((await dialog()).getByRole('button', { name: 'Back up and reinstall' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bridge.requests('serverSettings:reinstall')).toHaveLength(1)
})
