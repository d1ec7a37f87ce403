import { expect, it } from 'vitest'
import { tellProgress } from '../../../../electron/cli/progress.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { sessionHere } from '../../../fixtures/cli-here.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

it.each([
  [false, [/ is running\.$/, / is still running\.$/]],
  [true, []],
])('tells of a server that is waited for at once and each 30 s, with --json %s', async (json, expected) => {
  const clock = createFakeClock()
  const { out, session } = sessionHere({ clock }, json)
  const server = serverView({ state: 'running' })
  const end = tellProgress(session, createStore(appState({ servers: [server] })), server.ref)
  await clock.advance(30_000)
  end()
  await clock.advance(30_000)
  const told = out.stderr.split('\n').filter((line) => line !== '')
  expect([told, out.stdout]).toEqual([expected.map((words) => expect.stringMatching(words)), ''])
})
