/** A window with a server's backups in sight, and what the tests of backups find in it. */

import { act, screen, within } from '@testing-library/react'
import type { Backup, BackupAct, BackupRun, DownloadView, RestoreView } from '../../shared/backups/contract.ts'
import type { KeepRule } from '../../shared/model/preferences-schema.ts'
import { ok } from '../../shared/result.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { backupId, backupRun, backupView, restoreView } from '../fixtures/backup-view.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

export const GB = 1_024 ** 3
const hour = 3_600_000
export const now = Date.now()
export const survival = serverView({ name: 'Survival', identifier: 'a1b2c3d4', state: 'running' })
export const { ref } = survival

export const made = (n: number, hoursAgo: number, more: Partial<Backup> = {}) =>
  backupView({
    id: backupId(n),
    name: `Backup ${n}`,
    bytes: 1.5 * GB,
    createdAt: now - hoursAgo * hour,
    completedAt: now - hoursAgo * hour,
    ...more,
  })
export const newest = made(1, 9)
export const locked = made(2, 50, { name: 'Before 1.21', isLocked: true })
export const failed = made(3, 60, { state: 'failed', bytes: null })
export const all = [newest, locked, failed]

type Given = Parameters<typeof openWindow>[1]
export type Shown = {
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

export const view = () => within(screen.getByRole('region', { name: 'Survival' }))
export const rows = () =>
  view()
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

/** The window with the server's backups in sight. */
export async function openBackups(shown: Shown = {}) {
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
      backupRuns: run === undefined ? [] : [backupRun({ ref, ...run })],
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
