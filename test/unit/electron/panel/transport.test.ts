import { expect, it } from 'vitest'
import { createTransport } from '../../../../electron/panel/transport.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

const token = 'abc/def"ghi\\jkl+mno'

it.each([
  ['plainly', token],
  ['in JSON', JSON.stringify({ message: token })],
  ['in JSON of PHP', JSON.stringify({ message: token }).replaceAll('/', '\\/')],
  ['in an address', `{"message":"/login?token=${encodeURIComponent(token)}"}`],
])('takes a token of unusual characters out of an answer that quotes it %s', async (_, body) => {
  const location = `/login/${encodeURIComponent(token)}`
  const transport = createTransport({
    clock: createFakeClock(),
    userAgent: 'test',
    fetch: async () => new Response(body, { status: 400, headers: { location } }),
  })
  const request = {
    method: 'GET',
    url: 'http://127.0.0.1/api/client',
    token,
    timeoutMs: 1_000,
    needsBody: true,
  } as const
  const answer = await transport.send(request)
  if ('code' in answer) throw new Error(answer.code)
  expect(answer.text).toContain('[token]')
  expect(answer.text + answer.location).not.toMatch(/def|ghi|jkl|mno/)
})
