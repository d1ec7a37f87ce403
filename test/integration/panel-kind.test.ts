import { expect, it } from 'vitest'
import { setUpCoreRig } from '../fixtures/core-rig.ts'

const rig = setUpCoreRig()

it.each(['pterodactyl', 'pelican'] as const)('which panel it is is known by its list: %s', async (dialect) => {
  if (dialect === 'pelican') await rig.restart({ dialect })
  const panel = rig.core.store.get().panels[rig.server().panelId]
  expect(panel).toMatchObject({ dialect: 'pterodactyl', isPelican: dialect === 'pelican' })
})
