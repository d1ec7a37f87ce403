/**
 * A demo panel in a process of its own, whose first server has one backup for each argument: so many bytes of filler. Tells
 * its parent where it is, a token, and the backups, in their order.
 */
import { systemClock } from '../../electron/lib/clock.ts'
import { demoServers, startDemo } from '../fixtures/demo.ts'
import type { ArchivePanel } from './download.ts'

const { panel, baseUrl, token } = await startDemo({ clock: systemClock })
const uuids: string[] = []
for (const bytes of process.argv.slice(2).map(Number)) {
  panel.backups.setArchiveBytes(demoServers.survival, bytes)
  uuids.push(await panel.backups.add(demoServers.survival, { name: `${bytes} bytes`, agoMs: 0 }))
}
process.send?.({ baseUrl, token: token(), uuids } satisfies ArchivePanel)
process.on('disconnect', () => process.exit())
