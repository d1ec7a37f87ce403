import { expect, it } from 'vitest'
import { follow, inForeground } from '../../../../electron/cli/core.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { setApp } from '../../../../electron/state/updates.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { noJournal, sessionHere } from '../../../fixtures/cli-here.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

function open() {
  const said: string[] = []
  const output = { write: (text: string) => said.push(text) }
  return { said, ...sessionHere({ clock: createFakeClock(), stdout: output, stderr: output }) }
}
const openSocket = () => {
  throw new Error('no socket')
}
const noKeys = { accesses: [], openSocket, journal: noJournal }

it.each([
  ['what was done', ok({ words: 'Done.\n', json: {} }), 0, 'Done.'],
  ['a failure', fail('cancelled'), 7, 'Error: Cancelled.'],
])('says %s before it tidies up, which a silent panel holds up', async (_, outcome, exit, words) => {
  const { said, session } = open()
  const ended = await inForeground(session, noKeys, {}, async (core) => {
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
  const { said, stop, session } = open()
  stop()
  const ended = await inForeground(session, noKeys, {}, () => Promise.reject(new Error('begun')))
  expect([ended, said]).toEqual([7, [expect.stringContaining('Cancelled.')]])
})

it('stops once what it follows where the person ends the command, and goes on to its end', async () => {
  const { stop, session } = open()
  const store = createStore(appState({}))
  const seen: string[] = []
  const following = follow(session, store, {
    view: ({ app }) => app,
    look: ({ online }) => !online,
    stop: () => seen.push('stop'),
  }).then(() => seen.push('over'))
  await Promise.resolve()
  stop()
  await expect.poll(() => seen).toEqual(['stop'])
  store.update(setApp({ online: false }))
  await following
  expect(seen).toEqual(['stop', 'over'])
})

it('stops nothing that is over', async () => {
  const { stop, session } = open()
  stop()
  await follow(session, createStore(appState({})), {
    view: () => null,
    look: () => true,
    stop: () => expect.unreachable(),
  })
})
