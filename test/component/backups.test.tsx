import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appError } from '../../shared/errors.ts'
import type { Backup, BackupAct } from '../../shared/model/backup.ts'
import type { BackupRun, DownloadView } from '../../shared/model/backup-run.ts'
import type { KeepRule } from '../../shared/model/keep-rule.ts'
import type { RestoreView } from '../../shared/model/restore.ts'
import { fail, ok } from '../../shared/result.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { backupId, backupRun, backupView, downloadView, restoreView } from '../fixtures/backup-view.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

const GB = 1_024 ** 3
const hour = 3_600_000
const now = Date.now()
const survival = serverView({ name: 'Survival', identifier: 'a1b2c3d4', state: 'running' })
const { ref } = survival

const made = (n: number, hoursAgo: number, more: Partial<Backup> = {}) =>
  backupView({
    id: backupId(n),
    name: `Backup ${n}`,
    bytes: 1.5 * GB,
    createdAt: now - hoursAgo * hour,
    completedAt: now - hoursAgo * hour,
    ...more,
  })
const newest = made(1, 9)
const locked = made(2, 50, { name: 'Before 1.21', isLocked: true })
const failed = made(3, 60, { state: 'failed', bytes: null })
const all = [newest, locked, failed]

type Given = Parameters<typeof openWindow>[1]
type Shown = {
  backups?: readonly Backup[]
  saveCommands?: string[]
  limit?: number | null
  answers?: Given
  run?: Partial<BackupRun>
  downloads?: readonly DownloadView[]
  restore?: Partial<RestoreView>
  rule?: KeepRule
  denied?: BackupAct[]
  key?: Parameters<typeof keyView>[0]
  panel?: Parameters<typeof panelView>[0]
  server?: Partial<typeof survival>
}

const view = () => within(screen.getByRole('region', { name: 'Survival' }))
const rows = () =>
  view()
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

/** The window with the server's backups in sight. */
async function openBackups(shown: Shown = {}) {
  const {
    backups = all,
    saveCommands = [],
    limit = null,
    answers = {},
    run,
    restore,
    rule,
    denied = [],
    downloads = [],
    key,
    panel,
    server,
  } = shown
  const list = {
    backups: [...backups],
    counted: backups.filter(({ state }) => state !== 'failed').length,
    leftOut: 0,
    limit,
    denied,
  }
  const opened = await openWindow(
    appState({
      panels: [panelView(panel)],
      keys: [keyView(key)],
      servers: [{ ...survival, ...server }],
      preferences: { ...askedBefore, keepRules: rule === undefined ? {} : { [ref]: rule } },
      backupRuns: run === undefined ? [] : [backupRun({ ref, startedAt: now - 1_000, ...run })],
      downloads,
      restores: restore === undefined ? [] : [restoreView({ ref, ...restore })],
    }),
    { 'backups:list': async () => ok({ ...list, saveCommands }), ...answers },
  )
  act(() => opened.client.show(ref, { area: 'backups' }))
  await act(async () => {})
  const choose = async (name: string, item: string | RegExp) => {
    await opened.user.click(view().getByRole('button', { name: `More for ${name}` }))
    await opened.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  return { ...opened, choose }
}

describe('the list', () => {
  test('takes the place of the list of servers, and tells each backup in words', async () => {
    await openBackups()
    await view().findByText('Backup 1')
    expect(screen.queryByRole('grid')).toBeNull()
    expect(rows().map((text) => text?.replace(/\d\d:\d\d|\d+ \w{3}, /g, ''))).toEqual([
      expect.stringMatching(/^Backup 1Good1\.5 GB/),
      expect.stringMatching(/^Before 1\.21Good, locked1\.5 GB/),
      expect.stringMatching(/^Backup 3Failed–/),
    ])
    expect(view().getByText('3 backups').parentElement?.textContent).toBe(
      '3 backups · 3.0 GB · newest good one 9 h old',
    )
  })

  test('is asked for once, also on coming back soon after', async () => {
    const { bridge, user } = await openBackups()
    await view().findByText('Backup 1')
    await user.click(view().getByRole('button', { name: 'Console' }))
    await user.click(view().getByRole('button', { name: 'Backups' }))
    await view().findByText('Backup 1')
    expect(bridge.requests('backups:list')).toEqual([{ ref }])
  })

  test('says what to do where there is none', async () => {
    await openBackups({ backups: [] })
    expect(await view().findByText('No backups yet')).toBeTruthy()
  })

  test('that could not be read says why, and is read again when asked to', async () => {
    let tries = 0
    const read = async () => {
      tries += 1
      return tries === 1
        ? fail('timeout')
        : ok({ backups: all, counted: 2, leftOut: 2, limit: null, denied: [], saveCommands: [] })
    }
    const { user, bridge } = await openBackups({ answers: { 'backups:list': read } })
    expect(await view().findByText(appError('timeout').message)).toBeTruthy()
    await user.click(view().getByRole('button', { name: 'Try again' }))
    expect(await view().findByText('Backup 1')).toBeTruthy()
    expect(view().getByText('2 more could not be read.')).toBeTruthy()
    expect(bridge.requests('backups:list')).toHaveLength(2)
  })

  test('is read again when the app sees the end of a backup', async () => {
    const { bridge, update } = await openBackups({ run: { backupId: backupId(9) } })
    await view().findByText('Backup 1')
    expect(rows()[0]).toContain('New backup')
    const ended = backupRun({ ref, backupId: backupId(9), phase: 'done', endedAt: now })
    await update((state) => ({ ...state, backupRuns: { [ref]: { ...state.backupRuns[ref], ...ended } } }))
    await waitFor(() => expect(bridge.requests('backups:list')).toHaveLength(2))
    expect(rows()[0]).toContain('Backup 1')
  })

  test('tells that one is being made, and since when', async () => {
    await openBackups({ backups: [made(4, 0.2, { state: 'pending', bytes: null, completedAt: null }), newest] })
    expect(await view().findByText('In progress, 12 min')).toBeTruthy()
    expect(view().getByRole('progressbar', { name: 'Backup 4 is being made' })).toBeTruthy()
  })
})

describe('what is not there', () => {
  test.each([
    [{ panel: { dialect: 'core' } }, 'Not on this panel.'],
    [{ key: { declared: ['power'] } }, 'This key lacks Backups: view.'],
  ] as const)('is said before a click', async (shown, why) => {
    const { bridge } = await openBackups(shown as Shown)
    expect(view().getByRole('button', { name: 'Backups' }).title).toBe(why)
    expect(bridge.requests('backups:list')).toEqual([])
  })

  test('a key that may only look at backups is offered nothing that ends in a refusal', async () => {
    const { user, bridge } = await openBackups({ key: { declared: ['backups-view'] } })
    await view().findByText('Backup 1')
    const now = view().getByRole('button', { name: 'Back up now' })
    expect(now.title).toContain('Key lacks Backups: full')
    await user.click(now)
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(view().getByRole('button', { name: 'More for Backup 1' }))
    const items = (await screen.findAllByRole('menuitem')).map((item) => [
      item.textContent,
      item.getAttribute('aria-disabled') === 'true',
    ])
    expect(items).toEqual([
      ['Download…', false],
      ['Restore…key lacks Backups: full', true],
      ['Lockkey lacks Backups: full', true],
      ['Delete…key lacks Backups: full', true],
    ])
    expect(bridge.calls.map(({ channel }) => channel).filter((channel) => channel.startsWith('backups:'))).toEqual([
      'backups:list',
    ])
  })
})

describe('back up now', () => {
  async function openDialog(shown: Shown = {}) {
    const opened = await openBackups(shown)
    await view().findByRole('button', { name: 'Back up now' })
    await opened.user.click(view().getByRole('button', { name: 'Back up now' }))
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Back up Survival' })) }
  }

  test('asks with the name, the lock and the save commands of the game', async () => {
    const { user, bridge, dialog } = await openDialog({ saveCommands: ['save-off', 'save-all flush'] })
    await user.type(dialog.getByLabelText('Name'), ' Before 1.22 ')
    await user.click(dialog.getByRole('checkbox', { name: /^Lock it/ }))
    expect(dialog.getByLabelText<HTMLInputElement>('Console commands').value).toBe('save-off; save-all flush')
    expect(dialog.getByText('Afterwards save-on is sent, also if the backup fails.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Back up now' }))
    expect(bridge.requests('backups:create')).toEqual([
      { ref, name: 'Before 1.22', isLocked: true, before: ['save-off', 'save-all flush'] },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('saves nothing first where the game is not known, or the server is offline', async () => {
    const { user, bridge, dialog } = await openDialog({
      saveCommands: ['save-all'],
      server: { state: 'offline' },
    })
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Have the server save first/ }).disabled).toBe(true)
    await user.keyboard('{Enter}')
    expect(bridge.requests('backups:create')).toEqual([{ ref, name: '', isLocked: false, before: [] }])
  })

  test('takes no empty command, and no more than the app sends', async () => {
    const { user, bridge, dialog } = await openDialog()
    await user.click(dialog.getByRole('checkbox', { name: /^Have the server save first/ }))
    expect(dialog.getByText('Type the command that makes this game save.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Back up now' }))
    await user.type(dialog.getByLabelText('Console commands'), 'a;b;c;d;e;f')
    expect(dialog.getByText('No more than 5 commands.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Back up now' }))
    expect(bridge.requests('backups:create')).toEqual([])
  })

  test('is not offered where the server has all that it may have', async () => {
    const { user } = await openBackups({ limit: 2 })
    await view().findByText('2 of 2 backups')
    const button = view().getByRole('button', { name: 'Back up now' })
    expect(button.title).toBe('Delete a backup first: the server has all that it may have.')
    await user.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('leaves the dialog as soon as it is under way, and tells its course in the list', async () => {
    const { update, dialog, user } = await openDialog({
      saveCommands: ['save-all'],
      answers: { 'backups:create': () => new Promise(() => {}) },
    })
    await user.click(dialog.getByRole('button', { name: 'Back up now' }))
    await update((state) => ({ ...state, backupRuns: { [ref]: backupRun({ ref, phase: 'saving', startedAt: now }) } }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(rows()[0]).toContain('The server saves first')
    expect(view().getByRole('button', { name: 'Back up now' }).title).toBe('One is being made.')
  })

  test('is offered by the palette, which shows the backups', async () => {
    const { client, user } = await openBackups()
    act(() => client.view.setState({ open: null, palette: true }))
    const palette = within(await screen.findByRole('dialog', { name: 'Commands' }))
    await waitFor(() => expect(document.activeElement).toBe(palette.getByRole('combobox')))
    await user.keyboard('back up sur')
    await user.click(await palette.findByRole('option', { name: /^Back up Survival now…/ }))
    expect(await screen.findByRole('dialog', { name: 'Back up Survival' })).toBeTruthy()
    expect(await screen.findByText('Backup 1')).toBeTruthy()
  })
})

describe('a keep rule', () => {
  const older = made(4, 80, { name: 'Oldest' })
  const four = [newest, locked, failed, older]

  async function openKeep(shown: Shown = {}) {
    const opened = await openBackups({ backups: four, ...shown })
    await opened.user.click(await view().findByRole('button', { name: 'Keep…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Keep backups of Survival' }))
    const fill = async (label: string, value: string) => {
      const field = dialog.getByLabelText(label)
      await opened.user.clear(field)
      await opened.user.type(field, value)
    }
    return {
      ...opened,
      dialog,
      newestIs: (value: string) => fill('How many of the newest stay', value),
      daysAre: (value: string) => fill('For how many days one a day stays', value),
      previewed: () =>
        dialog
          .getAllByRole('listitem')
          .map(({ firstChild, lastChild }) => [firstChild?.textContent, lastChild?.textContent]),
    }
  }

  test('is off until chosen, shows what it would do as it is typed, and is saved', async () => {
    const { user, bridge, dialog, newestIs, daysAre, previewed } = await openKeep({ limit: 3 })
    expect(dialog.queryByRole('listitem')).toBeNull()
    await user.click(dialog.getByRole('checkbox', { name: 'Delete old backups when a place is needed' }))
    expect(dialog.getByRole('status').textContent).toMatch(/^Would delete nothing, so no other backup/)
    await newestIs('1')
    await daysAre('0')
    expect(dialog.getByRole('status').textContent).toBe('Would delete this one when a place is needed:')
    expect(previewed()).toEqual([
      ['Oldest', 'Would be deleted'],
      ['Backup 1', 'Stays: one of the newest'],
      ['Before 1.21', 'Stays: locked'],
      ['Backup 3', 'Stays: failed, and takes no place'],
    ])
    expect(bridge.requests('preferences:setKeepRule')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(bridge.requests('preferences:setKeepRule')).toEqual([{ ref, rule: { newest: 1, days: 0 } }])
    expect(bridge.requests('backups:remove')).toEqual([])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is told in the bar, and can be given up', async () => {
    const { user, bridge, dialog } = await openKeep({ rule: { newest: 2, days: 7 } })
    expect(screen.getByText('4 backups').parentElement?.textContent).toMatch(
      / · keeps the newest 2 and one a day for 7 days$/,
    )
    expect(dialog.getByRole('status').textContent).toMatch(/^The panel doesn’t tell how many/)
    await user.click(dialog.getByRole('checkbox', { name: 'Delete old backups when a place is needed' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(bridge.requests('preferences:setKeepRule')).toEqual([{ ref, rule: null }])
  })

  test('that could not be saved says why', async () => {
    const { user, dialog } = await openKeep({
      answers: { 'preferences:setKeepRule': async () => fail('settings-busy') },
    })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain(appError('settings-busy').message))
  })

  test('lets a backup be made at the limit, and says which goes first', async () => {
    const { user, bridge } = await openBackups({ backups: four, limit: 3, rule: { newest: 1, days: 0 } })
    await user.click(await view().findByRole('button', { name: 'Back up now' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Back up Survival' }))
    expect(dialog.getByText(/^“Oldest” of \d+ \w{3} \d{4} is deleted first\.$/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Back up now' }))
    expect(bridge.requests('backups:create')).toHaveLength(1)
  })

  test('that keeps all says so in place of a click that ends in a refusal', async () => {
    const { user, bridge } = await openBackups({ backups: four, limit: 3, rule: { newest: 9, days: 0 } })
    await user.click(await view().findByRole('button', { name: 'Back up now' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Back up Survival' }))
    expect(dialog.getByText('Not now: the keep rule and the locks keep all that the server may have.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Back up now' }))
    expect(bridge.requests('backups:create')).toEqual([])
  })

  test.each<Partial<Shown>>([{ limit: 0 }, { limit: 3, denied: ['delete'] }, { limit: 5, denied: ['create'] }])(
    'does not help where the panel lets nothing be made or deleted: %j',
    async (shown) => {
      await openBackups({ backups: four, rule: { newest: 1, days: 0 }, ...shown })
      const button = await view().findByRole('button', { name: 'Back up now' })
      await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    },
  )
})

describe('one place tells', () => {
  const alert = () => view().getByRole('alert').textContent

  test('that the limit is reached, and what to do', async () => {
    const error = appError('backup-limit')
    const { user, bridge } = await openBackups({ run: { phase: 'failed', endedAt: now, error } })
    await view().findByText('Backup 1')
    expect(alert()).toContain(`${error.message} ${error.hint}`)
    await user.click(view().getByRole('button', { name: 'Dismiss' }))
    expect(bridge.requests('backups:dismiss')).toEqual([{ ref }])
  })

  test('until when the panel makes no more', async () => {
    const error = appError('rate-limited', { retryAfterMs: 600_000, hint: 'The panel takes this again at 12:40.' })
    const { user } = await openBackups({ run: { phase: 'failed', endedAt: now, error } })
    await view().findByText('Backup 1')
    expect(alert()).toContain('The panel takes this again at 12:40.')
    const button = view().getByRole('button', { name: 'Back up now' })
    expect(button.title).toMatch(/^Again at \d\d:\d\d\.$/)
    await user.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('that a lock could not be changed', async () => {
    const { choose } = await openBackups({ answers: { 'backups:setLocked': async () => fail('state-changed') } })
    await view().findByText('Backup 1')
    await choose('Backup 1', 'Lock')
    await waitFor(() => expect(alert()).toContain(`Locking “Backup 1” failed. ${appError('state-changed').message}`))
  })

  test('a download that failed before one that is done, and offers another try', async () => {
    const error = appError('download-wrong')
    const { user, bridge } = await openBackups({
      downloads: [
        downloadView({ ref, id: 'a', backupId: newest.id, phase: 'failed', error }),
        downloadView({ ref, id: 'b', backupId: locked.id, phase: 'done' }),
      ],
    })
    await view().findByText('Backup 1')
    expect(alert()).toContain(error.message)
    await user.click(view().getByRole('button', { name: 'Download again…' }))
    expect(bridge.requests('backups:dismissDownload')).toEqual([{ id: 'a' }])
    expect(bridge.requests('backups:download')).toEqual([{ ref, id: newest.id }])
  })
})

describe('a restore', () => {
  async function openRestore(shown: Shown = {}) {
    const opened = await openBackups(shown)
    await view().findByText('Backup 1')
    await opened.choose('Backup 1', 'Restore…')
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: /^Restore Survival from/ })) }
  }

  test('says what is lost, backs up first and deletes nothing unless that is chosen', async () => {
    const { user, bridge, dialog } = await openRestore()
    expect(
      dialog.getByText(/^The server’s files are overwritten with those of .* What changed in the 9 h/),
    ).toBeTruthy()
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Delete all files first' }).checked).toBe(false)
    await user.click(dialog.getByRole('button', { name: 'Stop and restore' }))
    expect(bridge.requests('restores:begin')).toEqual([
      { ref, id: newest.id, deletesFiles: false, backsUpFirst: true, confirmed: true },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('that deletes all files wants the server’s name', async () => {
    const { user, bridge, dialog } = await openRestore()
    await user.click(dialog.getByRole('checkbox', { name: 'Back up first' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Delete all files first' }))
    await user.click(dialog.getByRole('button', { name: 'Stop and restore' }))
    expect(bridge.requests('restores:begin')).toEqual([])
    await user.type(dialog.getByLabelText('Type Survival to confirm'), 'Survival{Enter}')
    expect(bridge.requests('restores:begin')).toMatchObject([{ deletesFiles: true, backsUpFirst: false }])
  })

  test('offers no backup first where there is no room for one', async () => {
    const { user, bridge, dialog } = await openRestore({ limit: 2 })
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Back up first' }).disabled).toBe(true)
    expect(dialog.getByText(/^Not now: delete a backup first/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Stop and restore' }))
    expect(bridge.requests('restores:begin')).toMatchObject([{ backsUpFirst: false }])
  })

  test('of a server that no key may stop is not begun', async () => {
    const { user, bridge, dialog } = await openRestore({ key: { declared: ['backups-view', 'backups-full'] } })
    expect(dialog.getByText('It can’t be stopped: key lacks Power.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Stop and restore' }))
    expect(bridge.requests('restores:begin')).toEqual([])
  })

  test('of a server that is off needs no stop', async () => {
    const { user, bridge, dialog } = await openRestore({
      key: { declared: ['backups-view', 'backups-full'] },
      server: { state: 'offline' },
    })
    await user.click(dialog.getByRole('button', { name: 'Restore' }))
    expect(bridge.requests('restores:begin')).toHaveLength(1)
  })

  test('that is not begun says why in the dialog', async () => {
    const { user, dialog } = await openRestore({ answers: { 'restores:begin': async () => fail('action-running') } })
    await user.click(dialog.getByRole('button', { name: 'Stop and restore' }))
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain(appError('action-running').message))
  })

  test.each([
    ['stopping', 'Stopping the server…', 'Cancel', 'restores:cancel'],
    ['following', 'It is not known yet whether the panel took the restore…', 'Stop watching', 'restores:leave'],
    ['failed', 'The restore failed.', 'Dismiss', 'restores:dismiss'],
  ] as const)('is told in the one place, and can be ended there: %s', async (phase, text, label, channel) => {
    const { user, bridge } = await openBackups({ restore: { phase } })
    expect(await view().findByText(text)).toBeTruthy()
    await user.click(view().getByRole('button', { name: label }))
    expect(bridge.requests(channel)).toEqual([{ id: 'restore-1' }])
  })

  test('keeps another one, and a backup, from being begun', async () => {
    const { user } = await openBackups({ restore: { phase: 'requesting' } })
    await view().findByText('Backup 1')
    expect(view().getByRole('button', { name: 'Back up now' }).title).toBe('A restore is running.')
    await user.click(view().getByRole('button', { name: 'More for Backup 1' }))
    expect((await screen.findByRole('menuitem', { name: /^Restore/ })).textContent).toBe('Restore…one is running')
  })

  test('that is done offers to start the server', async () => {
    const { user, bridge } = await openBackups({
      restore: { phase: 'done', endedAt: now },
      server: { state: 'offline' },
    })
    const told = (await view().findByText('Restored.')).closest<HTMLElement>('[role="status"]')
    if (told === null) throw new Error('it is not told in the slot')
    await user.click(within(told).getByRole('button', { name: 'Start' }))
    await waitFor(() => expect(bridge.requests('servers:power')).toMatchObject([{ ref, signal: 'start' }]))
  })
})

describe('a backup', () => {
  test('is locked and unlocked, and the list is read again', async () => {
    const { choose, bridge } = await openBackups()
    await view().findByText('Backup 1')
    await choose('Backup 1', 'Lock')
    await choose('Before 1.21', 'Unlock')
    expect(bridge.requests('backups:setLocked')).toEqual([
      { ref, id: newest.id, isLocked: true },
      { ref, id: locked.id, isLocked: false },
    ])
    await waitFor(() => expect(bridge.requests('backups:list').length).toBeGreaterThan(1))
  })

  test('is renamed only where its panel can', async () => {
    const { choose, user, bridge } = await openBackups({ backups: [{ ...newest, isScheduled: true }, failed] })
    await view().findByText('Backup 1')
    await choose('Backup 1', 'Rename…')
    const dialog = within(await screen.findByRole('dialog'))
    await user.clear(dialog.getByLabelText('Name'))
    expect(dialog.getByText('Type a name.')).toBeTruthy()
    await user.keyboard('Spring{Enter}')
    expect(bridge.requests('backups:rename')).toEqual([{ ref, id: newest.id, name: 'Spring' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(view().getByRole('button', { name: 'More for Backup 3' }))
    await screen.findByRole('menuitem', { name: /^Delete/ })
    expect(screen.queryByRole('menuitem', { name: /^Rename/ })).toBeNull()
  })

  test('of several is deleted after a yes', async () => {
    const { choose, user, bridge } = await openBackups()
    await view().findByText('Backup 1')
    await choose('Backup 1', 'Delete…')
    await user.click(await screen.findByRole('button', { name: 'Delete backup' }))
    expect(bridge.requests('backups:remove')).toEqual([{ ref, id: newest.id, typedName: null }])
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test.each([
    ['that is locked', all, locked],
    ['that is the only good one', [newest, failed], newest],
  ])('%s is deleted by its name alone', async (_, backups, chosen) => {
    const { choose, user, bridge } = await openBackups({ backups })
    await view().findByText('Backup 1')
    await choose(chosen.name, 'Delete…')
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(`Type ${chosen.name} to confirm`), 'Backup')
    await user.click(dialog.getByRole('button', { name: 'Delete backup' }))
    expect(bridge.requests('backups:remove')).toEqual([])
    await user.clear(dialog.getByLabelText(`Type ${chosen.name} to confirm`))
    await user.keyboard(`${chosen.name}{Enter}`)
    expect(bridge.requests('backups:remove')).toEqual([{ ref, id: chosen.id, typedName: chosen.name }])
  })

  test('that is not good is not downloaded', async () => {
    const { choose, user, bridge } = await openBackups()
    await view().findByText('Backup 1')
    await user.click(view().getByRole('button', { name: 'More for Backup 3' }))
    const item = await screen.findByRole('menuitem', { name: /^Download/ })
    expect(item.textContent).toBe('Download…it failed')
    await user.keyboard('{Escape}')
    await choose('Backup 1', 'Download…')
    expect(bridge.requests('backups:download')).toEqual([{ ref, id: newest.id }])
  })

  test('that is downloaded shows how far it is, and is cancelled', async () => {
    const { user, bridge } = await openBackups({
      downloads: [
        downloadView({
          ref,
          backupId: newest.id,
          receivedBytes: 0.6 * GB,
          totalBytes: 1.5 * GB,
          bytesPerSecond: 24 * 1_024 ** 2,
        }),
      ],
    })
    const list = within(await screen.findByRole('list', { name: 'Downloads' }))
    expect(list.getByText(/614 MB \/ 1.5 GB, 24 MB\/s/)).toBeTruthy()
    await user.click(list.getByRole('button', { name: 'Cancel' }))
    expect(bridge.requests('backups:cancelDownload')).toEqual([{ id: 'download-1' }])
  })
})
