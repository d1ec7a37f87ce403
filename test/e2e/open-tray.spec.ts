import { demoServers } from '../fixtures/demo.ts'
import { systems, tagOf } from './app.ts'
import { expect, test } from './fixture.ts'
import { clickTraySignal, traySays } from './tray.ts'
import { until } from './until.ts'
import { addKey, serverRow, terminalShows } from './window.ts'

for (const system of systems) {
  test(`a menu that is open on ${system} stays, and a click that comes too late says so`, {
    tag: tagOf(system),
  }, async ({ panel, start }) => {
    const { app, page } = await start({ system })
    const token = panel.token({ servers: [demoServers.survival] })
    await addKey(page, { address: panel.baseUrl, token, label: 'Home' })
    // Its console tells at once what becomes of it.
    await serverRow(page, 'Survival').click()
    await terminalShows(page, 'Done (')
    const { label } = await traySays(app, 'Survival', /^Running$/)
    await app.tray.open(label)

    panel.panel.crash(demoServers.survival)
    await until('the icon to tell', async () => /\/attention/.test((await app.tray.view()).image.path ?? ''))
    expect((await app.tray.view()).open).toEqual([label])
    expect(await app.tray.choose('Restart')).toBe(true)
    const title = 'Restart of Survival was not sent'
    const told = await until('the notification', async () =>
      (await app.notifications()).find((one) => one.title === title),
    )
    expect(told).toMatchObject({
      body: expect.stringContaining('use Start'),
    })

    await traySays(app, 'Survival', /^Crashed /)
    await clickTraySignal(app, 'Survival', 'Start')
    const signals = () => panel.panel.requests().filter(({ path }) => path.endsWith('/power'))
    await until('the start', () => signals().length === 1)
  })
}
