import { expect, it } from 'vitest'
import { ok } from '../../shared/result.ts'
import { setUpBackupsRig } from '../fixtures/backups-rig.ts'
import { must } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'

const { rig, call, run, read, requests } = setUpBackupsRig()
const minute = 60_000

const lists = () => requests('GET', '/backups').length
const health = () => rig.core.store.get().backupHealth[rig.ref]
const openConsole = async () => {
  rig.look(rig.ref)
  await rig.until(() => rig.phase(rig.ref) === 'open')
}

it('somebody else’s backup is known a second after its machine tells of its end, where the console is open', async () => {
  await openConsole()
  await read()
  const before = lists()
  await rig.seen(callsOn(rig.demo, rig.token, rig.identifier).send('POST', '/backups', {}).then(ok))
  await rig.until(() => health()?.newestGoodAt !== null, minute)
  expect(lists()).toBe(before + 1)
  await rig.clock.advance(minute)
  expect(lists()).toBe(before + 1)
})

it('one from here is read no more often for it', async () => {
  await openConsole()
  must(
    await rig.seen(
      call()['backups:create']({ ref: rig.ref, name: '', isLocked: false, before: [] }, { pageId: 1 }),
      2 * minute,
    ),
  )
  await rig.until(() => run()?.phase === 'done', 10 * minute)
  await rig.clock.advance(minute)
  expect(lists()).toBe(1)
})
