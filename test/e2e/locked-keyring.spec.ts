import { startSecretService, whyNoSecretService } from '../fixtures/secret-service.ts'
import { expect, test } from './fixture.ts'
import { serverRow } from './window.ts'

const reason = whyNoSecretService()

test('a locked keyring whose question nobody answers stops neither the demo nor the end of the app', {
  tag: '@long',
}, async ({ start }) => {
  test.skip(reason !== null, reason ?? '')
  const service = await startSecretService({ prompts: 'wait' })
  try {
    await service.startKeyring()
    await service.lock()
    const { DBUS_SESSION_BUS_ADDRESS = '' } = service.env
    const { app, page } = await start({ args: ['--demo'], env: { DBUS_SESSION_BUS_ADDRESS, SERVERTRAY_VAULT: '' } })
    await serverRow(page, 'Survival').waitFor()
    expect(service.promptCount()).toBe(1)
    // The question is still open. A process waits at its end for the call that asks, so the app kills itself.
    expect(await app.quit()).toEqual({ code: null, signal: 'SIGKILL' })
    expect(service.promptCount()).toBe(1)
  } finally {
    await service.dispose()
  }
})
