import { describe, expect, it } from 'vitest'
import { parsePullUrl, resolveUrl } from '../../../../electron/files/resolve-url.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

type Answers = Readonly<Record<string, (method: string) => Response | Promise<Response>>>

const redirect = (to: string, status = 302) => new Response(null, { status, headers: { location: to } })
const file = (headers: Record<string, string> = {}) =>
  new Response(null, { headers: { 'content-type': 'application/java-archive', ...headers } })

/** Resolves against a web of a few pages; what was asked stands in `asked`. */
function web(answers: Answers) {
  const asked: { url: string; method: string; headers: Headers }[] = []
  const clock = createFakeClock()
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const [url, method] = [String(input), init.method ?? 'GET']
    asked.push({ url, method, headers: new Headers(init.headers) })
    return (await answers[url]?.(method)) ?? new Response(null, { status: 404 })
  }
  const signal = new AbortController().signal
  return {
    asked,
    clock,
    resolve: (url: string) => resolveUrl(url, { fetch, clock, userAgent: 'Servertray/1', signal }),
  }
}

describe('addresses', () => {
  it.each([
    'ftp://files.example.com/a',
    'file:///etc/passwd',
    'https://user:pass@files.example.com/a',
    'http://localhost/a',
    'http://127.0.0.1/a',
    'http://2130706433/a',
    'http://[::1]/a',
    'http://[::ffff:10.0.0.1]/a',
    'http://10.0.0.7/a',
    'http://192.168.1.1/a',
    'http://169.254.169.254/latest/meta-data',
    'http://0.0.0.0/a',
    'http://printer/a',
    'http://nas.local/a',
    'javascript:alert(1)',
    'not an address',
    `https://files.example.com/${'x'.repeat(2_100)}`,
  ])('%s is refused', (url) => {
    expect(parsePullUrl(url)).toMatchObject({ ok: false, error: { code: 'pull-unsafe' } })
  })

  it('keeps the rest, without what no server sees', () => {
    const url = parsePullUrl(' https://files.example.com/a.jar?x=1#part ')
    expect(url.ok && url.value.href).toBe('https://files.example.com/a.jar?x=1')
  })
})

describe('where an address leads', () => {
  it('is followed step by step, and shown', async () => {
    const { resolve, asked } = web({
      'https://example.com/latest': () => redirect('/v2/mod.jar', 301),
      'https://example.com/v2/mod.jar': () => redirect('https://cdn.example.net/x/mod%20two.jar?sig=1'),
      'https://cdn.example.net/x/mod%20two.jar?sig=1': () => file({ 'content-length': '1234' }),
    })
    expect(await resolve('https://example.com/latest')).toEqual({
      ok: true,
      value: {
        url: 'https://cdn.example.net/x/mod%20two.jar?sig=1',
        hops: ['https://example.com/latest', 'https://example.com/v2/mod.jar'],
        name: 'mod two.jar',
        bytes: 1_234,
      },
    })
    for (const { headers, method } of asked) {
      expect(method).toBe('HEAD')
      expect(headers.has('authorization')).toBe(false)
      expect(headers.has('cookie')).toBe(false)
    }
  })

  it('asks for the file where its head alone is refused, as signed addresses do', async () => {
    const { resolve, asked } = web({
      'https://example.com/a.zip': (method) => (method === 'HEAD' ? new Response(null, { status: 403 }) : file()),
    })
    expect(await resolve('https://example.com/a.zip')).toMatchObject({ ok: true, value: { bytes: null } })
    expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'GET'])
  })

  it.each(['http://127.0.0.1:8080/', 'http://10.1.2.3/x', 'file:///etc/passwd', 'https://u:p@example.com/', '::'])(
    'goes not to %s',
    async (inside) => {
      const { resolve, asked } = web({ 'https://example.com/a': () => redirect(inside) })
      const resolved = await resolve('https://example.com/a')
      expect(asked.map(({ url }) => url)).not.toContain(inside)
      if (inside === '::') expect(resolved.ok).toBe(false)
      else expect(resolved).toMatchObject({ ok: false, error: { code: 'pull-unsafe' } })
    },
  )

  it('ends where redirects do not', async () => {
    const { resolve, asked } = web({ 'https://example.com/a': () => redirect('/a') })
    expect(await resolve('https://example.com/a')).toMatchObject({ ok: false, error: { code: 'pull-refused' } })
    expect(asked.length).toBeLessThan(15)
  })

  it.each<[string, Record<string, string>, string | null]>([
    ['a plain name', { 'content-disposition': 'attachment; filename="world.zip"' }, 'world.zip'],
    ['a coded name', { 'content-disposition': "attachment; filename*=UTF-8''w%C3%B6rld.zip" }, 'wörld.zip'],
    ['a name that leads out', { 'content-disposition': 'attachment; filename="../../x"' }, 'a.zip'],
    ['a name of controls', { 'content-disposition': "attachment; filename*=UTF-8''x%00%0a" }, 'a.zip'],
    ['nothing', {}, 'a.zip'],
  ])('takes the name from %s', async (_, headers, name) => {
    const { resolve } = web({ 'https://example.com/a.zip': () => file(headers) })
    expect(await resolve('https://example.com/a.zip')).toMatchObject({ value: { name } })
  })

  it.each<[string, Response]>([
    ['a refusal', new Response(null, { status: 404 })],
    ['a web page', new Response(null, { headers: { 'content-type': 'text/html' } })],
  ])('refuses %s', async (_, answer) => {
    const { resolve } = web({ 'https://example.com/a': () => answer })
    expect(await resolve('https://example.com/a')).toMatchObject({ ok: false, error: { code: 'pull-refused' } })
  })

  it('tells no size of what is packed on its way', async () => {
    const { resolve } = web({
      'https://example.com/a': () => file({ 'content-length': '9', 'content-encoding': 'gzip' }),
    })
    expect(await resolve('https://example.com/a')).toMatchObject({ value: { bytes: null } })
  })
})
