import { describe, expect, it } from 'vitest'
import { describeServer } from '../../shared/model/describe-server.ts'
import type { ServerCondition } from '../../shared/model/server-schema.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { must } from '../fixtures/demo.ts'
import type { TestPanel } from '../fixtures/demo-panel/test-panel.ts'

const rig = setUpCoreRig()
const condition = () => rig.server().condition
const word = () => describeServer(rig.server(), null).word
const readList = () => rig.seen(rig.core.servers.lists.refresh(rig.server().keyIds[0] as never))

type Hold = (panel: TestPanel, server: string, isOn: boolean) => void

describe('what the panel holds a server for', () => {
  it.each<[ServerCondition, string, Hold]>([
    ['installing', 'Installing', (panel, server, isOn) => panel.setInstallation(server, isOn ? 'installing' : null)],
    [
      'install-failed',
      'Install failed',
      (panel, server, isOn) => panel.setInstallation(server, isOn ? 'install_failed' : null),
    ],
    ['maintenance', 'Node in maintenance', (panel, server, isOn) => panel.hold(server, 'maintenance', isOn)],
  ])('(%s) is lifted by the panel alone, whatever the open console of an admin tells', async (held, says, hold) => {
    const { panel } = rig.demo
    panel.setAdmin(true)
    rig.look(rig.ref)
    await rig.until(() => rig.phase(rig.ref) === 'open')
    hold(panel, rig.identifier, true)
    must(await readList())
    expect(condition()).toBe(held)
    // The container goes on telling of itself: of its load, then of its end.
    await rig.clock.advance(12_000)
    expect([condition(), word()]).toEqual([held, says])
    panel.crash(rig.identifier)
    await rig.clock.advance(60_000)
    expect([condition(), word()]).toEqual([held, says])
    hold(panel, rig.identifier, false)
    await rig.until(() => condition() === null)
    await rig.until(() => word() === 'Offline' || word().startsWith('Crashed'))
  })
})
