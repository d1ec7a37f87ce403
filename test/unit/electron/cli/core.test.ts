import { expect, it } from 'vitest'
import { follow, inForeground } from '../../../../electron/cli/core.ts'
import { createSession } from '../../../../electron/cli/session.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { setApp } from '../../../../electron/state/updates.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

function open() {
  const said: string[] = []
  const stopping = new AbortController()
  const output = { write: (text: string) => said.push(text) }
  const session = createSession({
    stdout: output,
    stderr: output,
    clock: createFakeClock(),
    options: { json: false, timeoutMs: null, maxWaitMs: 0, panel: null },
    stopped: stopping.signal,
  })
  return { said, stopping, session }
}
const openSocket = () => {
  throw new Error('no socket')
}

it.each([
  ['what was done', ok({ words: 'Done.\n', json: {} }), 0, 'Done.'],
  ['a failure', fail('cancelled'), 7, 'Error: Cancelled.'],
])('says %s before it tidies up, which a silent panel holds up', async (_, outcome, exit, words) => {
  const { said, session } = open()
  const ended = await inForeground(session, [], { openSocket }, async (core) => {
    const { dispose } = core
    core.dispose = () => {
      said.push('(tidied up)')
      return dispose()
    }
    return outcome
  })
  expect([ended, said]).toEqual([exit, [expect.stringContaining(words), '(tidied up)']])
})

it('begins nothing that the person ended before the servers were read', async () => {
  const { said, stopping, session } = open()
  stopping.abort()
  const ended = await inForeground(session, [], { openSocket }, () => Promise.reject(new Error('begun')))
  expect([ended, said]).toEqual([7, [expect.stringContaining('Cancelled.')]])
})

it('stops once what it follows where the person ends the command, and goes on to its end', async () => {
  const { stopping, session } = open()
  const store = createStore(appState({}))
  const seen: string[] = []
  const following = follow(
    session,
    store,
    () => !store.get().app.online,
    () => seen.push('stop'),
  ).then(() => seen.push('over'))
  await Promise.resolve()
  stopping.abort()
  await expect.poll(() => seen).toEqual(['stop'])
  store.update(setApp({ online: false }))
  await following
  expect(seen).toEqual(['stop', 'over'])
})

it('stops nothing that is over', async () => {
  const { stopping, session } = open()
  stopping.abort()
  await follow(
    session,
    createStore(appState({})),
    () => true,
    () => expect.unreachable(),
  )
})
