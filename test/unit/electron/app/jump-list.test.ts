import { expect, it } from 'vitest'
import { type JumpTask, jumpTasks, keepJumpList } from '../../../../electron/app/jump-list.ts'
import { parseDeepLink } from '../../../../electron/deep-links/links.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { setApp } from '../../../../electron/state/updates.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import { appState, panelView } from '../../../fixtures/app-state.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const server = serverView()
const stateOf = (servers: readonly ServerView[], lastUsed: ServerView | null) =>
  appState({ panels: [panelView(), panelView({ id: 'club' })], servers, app: { lastUsed: lastUsed?.ref ?? null } })
const inBrief = (tasks: readonly JumpTask[] | null) =>
  tasks?.map(({ title, arguments: given }) => [title, given]) ?? null

const open = ['Open Servertray', '']
it.each<[string, readonly ServerView[], ServerView | null, unknown]>([
  ['nothing was used', [server], null, [open]],
  ['one was used', [server], server, [open, [`Restart ${server.name}…`, `servertray://restart/${server.identifier}`]]],
  ['its lists are not read yet, or it has gone', [], server, null],
  ['two panels have one with its identifier', [server, serverView({ panelId: 'club' })], server, [open]],
])('%s', (_, servers, lastUsed, expected) => {
  expect(inBrief(jumpTasks(stateOf(servers, lastUsed), []))).toEqual(expected)
})

it('leads by a link that the app reads, behind what the program itself wants', () => {
  const odd = serverView({ identifier: 'a"%é#&12' })
  const [, restart] = jumpTasks(stateOf([odd], odd), ['C:\\My Programs\\app']) ?? []
  const [, program, link = ''] = /^"(.*)" (\S+)$/.exec(restart?.arguments ?? '') ?? []
  expect([program, parseDeepLink(link)]).toEqual([
    'C:\\My Programs\\app',
    { kind: 'restart', identifier: odd.identifier },
  ])
})

it('follows what was last used, and sets nothing that is the same', () => {
  const store = createStore(stateOf([server], null))
  const set: unknown[] = []
  const list = keepJumpList({ store, before: [], setTasks: (tasks) => set.push(inBrief(tasks)?.length) })
  store.update(setApp({ lastUsed: server.ref }))
  store.update(setApp({ online: false }))
  store.update((state) => ({ ...state, servers: {} }))
  list.dispose()
  store.update(setApp({ lastUsed: null }))
  expect(set).toEqual([1, 2])
})
