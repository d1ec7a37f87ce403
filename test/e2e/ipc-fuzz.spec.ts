import fc from 'fast-check'
import { errorCodeSchema } from '../../shared/error-schema.ts'
import { type InvokeChannel, invokeContract } from '../../shared/ipc/contract.ts'
import type { App } from './app.ts'
import { expect, test } from './fixture.ts'
import { until } from './until.ts'

/** From each of two frames. */
const calls = 2_500
const ownUrl = 'app://servertray/index.html'
/** The only frame of another origin that the window's policy lets into it: an empty one. */
const foreignUrl = 'about:blank'

const channel = fc.constantFrom(
  ...(Object.keys(invokeContract) as InvokeChannel[]).filter((name) => name !== 'fileMoves:dropped'),
)
const field = fc.oneof(fc.jsonValue(), fc.constantFrom('demo/a1b2c3d4', 'a1b2c3d4', 'kill', 'restart', true))
const payload = fc.oneof(
  fc.jsonValue(),
  fc.record(
    { ref: field, signal: field, confirmed: field, command: field, keyId: field, token: field },
    { requiredKeys: [] },
  ),
)

/** Fires generated calls from a frame and returns the codes they were answered with. */
async function fire(app: App, frameUrl: string, body: fc.Arbitrary<readonly [string, unknown]>): Promise<Set<string>> {
  const codes = new Set<string>()
  for (const [name, value] of fc.sample(body, calls)) {
    const answer = await app.invokeFrom(frameUrl, 'call', [name, value])
    if ('error' in answer) throw new Error(`${name} threw: ${answer.error}`)
    const result = answer.value as { ok: boolean; error: { code: string } }
    expect(result.ok).toBe(false)
    codes.add(errorCodeSchema.parse(result.error.code))
  }
  return codes
}

test('generated calls do nothing, crash nothing, and are always answered with a typed error', { tag: '@long' }, async ({
  panel,
  ready,
}) => {
  const { app, page } = ready
  const before = panel.panel.requests().filter(({ method }) => method === 'POST').length
  const invalid = fc
    .tuple(channel, payload)
    .filter(([name, value]) => !invokeContract[name].request.safeParse(value).success)
  // The contract names a code of its own for some fields.
  for (const code of await fire(app, ownUrl, invalid)) expect(code).toMatch(/^invalid-/)
  await page.evaluate(() => void document.body.append(document.createElement('iframe')))
  // The main process hears of a new frame a moment later.
  await until('the frame', () => app.invokeFrom(foreignUrl, 'call', ['state:snapshot']))
  expect(await fire(app, foreignUrl, fc.tuple(channel, payload))).toEqual(new Set(['sender-refused']))
  expect(panel.panel.requests().filter(({ method }) => method === 'POST').length).toBe(before)
  await expect(page.getByRole('rowheader')).toHaveCount(8)
})
