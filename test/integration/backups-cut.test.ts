import { readdirSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Core } from '../../electron/core/core.ts'
import { journalFolder } from '../../electron/jobs/journal.ts'
import { ok } from '../../shared/result.ts'
import { setUpBackupsRig } from '../fixtures/backups-rig.ts'
import { must } from '../fixtures/demo.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const from = { pageId: 1 }
const minute = 60_000

let folder: string
const { rig, demo, call, run, given, requests } = setUpBackupsRig({ pickFile: { folder: async () => folder } })
const { seen } = rig
beforeEach(() => {
  folder = temporaryFolder()
})

const create = () => call()['backups:create']({ ref: rig.ref, name: '', isLocked: false, before: [] }, from)
const end = (core: Core) => seen(core.dispose().then(() => ok()))
const messages = (core: Core) => Object.values(core.store.get().notices).map(({ message }) => message)
const left = () => readdirSync(journalFolder(rig.profile))

describe('what the app’s end cuts off', () => {
  it('as a backup, is told at each start until it is dismissed, and never asked for again', async () => {
    must(await seen(create()))
    await end(rig.core)
    const told = 'Servertray ended during the backup of Survival. It is not known whether it was done.'
    const next = await rig.reopen()
    expect(messages(next)).toEqual([told])
    await rig.clock.advance(minute)
    await end(next)
    const last = await rig.reopen()
    expect(messages(last)).toEqual([told])
    const [id = ''] = Object.keys(last.store.get().notices)
    must(await seen(last.handlers['notices:dismiss']({ id }, from)))
    expect(left()).toEqual([])
    expect(requests('POST', '/backups')).toHaveLength(1)
  })

  it('as a download, is told, and begins anew only when asked', async () => {
    const id = await given('Old')
    demo().setDownloadTrap(rig.identifier, { what: 'hold', atBytes: 0 })
    must(await seen(call()['backups:download']({ ref: rig.ref, id }, from)))
    await rig.until(() => Object.values(rig.core.store.get().downloads)[0]?.phase === 'running')
    await end(rig.core)
    const links = requests('GET', '/download').length
    const next = await rig.reopen()
    expect(messages(next)).toEqual([
      expect.stringMatching(/^Servertray ended during the download of Survival-.*\.tar\.gz\./),
    ])
    await rig.clock.advance(minute)
    expect(requests('GET', '/download')).toHaveLength(links)
  })
})

it('nothing is left on disk of what came to its end', async () => {
  await given('Other')
  const id = await given('Old')
  must(await seen(call()['backups:download']({ ref: rig.ref, id }, from)))
  await rig.until(() => Object.values(rig.core.store.get().downloads)[0]?.phase === 'done')
  must(await seen(call()['backups:remove']({ ref: rig.ref, id, typedName: null }, from)))
  must(await seen(create()))
  expect(left()).toHaveLength(1)
  await rig.until(() => run()?.phase === 'done')
  expect(left()).toEqual([])
})
