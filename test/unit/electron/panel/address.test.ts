import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { candidateBaseUrls, findBaseUrl, parseBaseUrl } from '../../../../electron/panel/address.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'
import { sizeOf } from '../../../fixtures/run.ts'

describe('candidateBaseUrls', () => {
  it.each<[typed: string, candidates: readonly string[]]>([
    ['panel.example.com', ['https://panel.example.com/api/client', 'https://panel.example.com']],
    ['  https://panel.example.com/  ', ['https://panel.example.com/api/client', 'https://panel.example.com']],
    ['https://bücher.example', ['https://xn--bcher-kva.example/api/client', 'https://xn--bcher-kva.example']],
    ['https://panel.example.com/server/a1b2c3d4/files?x=1#/plugins', ['https://panel.example.com/api/client']],
    ['https://panel.example.com/profile?tab=api-keys%3A%3Adata%3A%3Atab', ['https://panel.example.com/api/client']],
    ['https://example.com/panel/server/a1b2c3d4', ['https://example.com/panel/api/client']],
    ['https://panel.example.com/api/client/?page=2', ['https://panel.example.com/api/client']],
    ['https://panel.example.com/api/client/servers/a1b2c3d4', ['https://panel.example.com/api/client']],
    ['https://example.com/sub/api/client/', ['https://example.com/sub/api/client']],
    [
      'https://example.com/game//',
      ['https://example.com/game', 'https://example.com/game/api/client', 'https://example.com/api/client'],
    ],
    [
      'https://example.com/api/clients',
      [
        'https://example.com/api/clients',
        'https://example.com/api/clients/api/client',
        'https://example.com/api/client',
      ],
    ],
    ['http://localhost:8080', ['http://localhost:8080/api/client', 'http://localhost:8080']],
    ['http://[::1]:3000/api/client', ['http://[::1]:3000/api/client']],
    ['http://[fd00::1]/api/client', ['http://[fd00::1]/api/client']],
    ['http://[::ffff:192.168.0.1]/api/client', ['http://[::ffff:c0a8:1]/api/client']],
  ])('%s', (typed, candidates) => {
    expect(candidateBaseUrls(typed)).toEqual(ok(candidates))
  })

  it.each<[typed: string, code: ErrorCode]>([
    ['', 'invalid-address'],
    ['not an address', 'invalid-address'],
    ['https://', 'invalid-address'],
    ['https://exa\nmple.com', 'invalid-address'],
    ['ftp://panel.example.com', 'invalid-address'],
    ['javascript:alert(1)', 'invalid-address'],
    ['panel.example.com:99999', 'invalid-address'],
    [`https://${'a'.repeat(3_000)}.example`, 'invalid-address'],
    ['https://ptlc_secret@panel.example.com', 'invalid-address'],
    [`ptlc_${'a1B2'.repeat(10)}`, 'invalid-address'],
    [`https://${'a1B2'.repeat(10)}`, 'invalid-address'],
    [`12|${'a1B2'.repeat(10)}`, 'invalid-address'],
    [`eyJhbGciOiJIUzI1NiJ9.${'a1B2'.repeat(10)}.x`, 'invalid-address'],
    [`https://panel.example.com/?key=ptlc_${'a1B2'.repeat(10)}`, 'invalid-address'],
    ['http://panel.example.com', 'insecure-address'],
    ['http://8.8.8.8', 'insecure-address'],
    ['http://172.32.0.1', 'insecure-address'],
    ['http://192.168.1.20.example.com', 'insecure-address'],
    ['http://panel.localhost', 'insecure-address'],
    ['http://localhost.', 'insecure-address'],
    ['http://100.64.0.1', 'insecure-address'],
    ['http://[2001:db8::1]', 'insecure-address'],
    ['http://[::ffff:8.8.8.8]', 'insecure-address'],
  ])('refuses %j as %s', (typed, code) => {
    expect(candidateBaseUrls(typed)).toMatchObject({ ok: false, error: { code } })
  })

  it('quotes nothing of an address with a secret in it', () => {
    expect(JSON.stringify(candidateBaseUrls('https://ptlc_secret:hunter2@panel.example.com'))).not.toMatch(
      /secret|hunter2/,
    )
  })

  it('never throws, and what it finds is secure, bare and found again', () => {
    const pieces = fc.constantFrom('https://', 'http://', 'x', '.', '/', '//', '?', '#', '@', ':', '%', '\\', '[', ']')
    const words = fc.constantFrom('api/client', 'server/', '127.0.0.1', '10.0.0.1', 'localhost', 'panel.example.com')
    const hostile = fc.array(fc.oneof(pieces, words, fc.string({ maxLength: 4, unit: anyCharacter })), { maxLength: 8 })
    const typed = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      hostile.map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(typed, (address) => {
        const found = candidateBaseUrls(address)
        if (!found.ok) return
        expect(found.value.length).toBeGreaterThan(0)
        for (const baseUrl of found.value) {
          expect(baseUrl).toMatch(/^https?:\/\/[^/?#@]+(?:\/[^?#]*[^/?#])?$/)
          expect(parseBaseUrl(baseUrl)).toEqual(ok(baseUrl))
        }
      }),
      { numRuns: sizeOf({ short: 300, long: 2_000 }) },
    )
  })
})

describe('parseBaseUrl', () => {
  it.each([
    ['https://panel.example.com', 'https://panel.example.com'],
    ['https://panel.example.com/api/client/', 'https://panel.example.com/api/client'],
    ['https://eyjafjallajokull-gaming.example.com', 'https://eyjafjallajokull-gaming.example.com'],
    ['http://127.0.0.1:8080/base?x#y', 'http://127.0.0.1:8080/base'],
  ])('%s', (typed, baseUrl) => {
    expect(parseBaseUrl(typed)).toEqual(ok(baseUrl))
  })
})

describe('findBaseUrl', () => {
  const statuses: Partial<Record<ErrorCode, number>> = {
    'token-refused': 401,
    'not-permitted': 403,
    'address-not-allowed': 403,
    'api-not-found': 404,
  }
  const trying = (answers: Record<string, ErrorCode | 'list'>) => {
    const tried: string[] = []
    const list = async (baseUrl: string) => {
      tried.push(baseUrl)
      const answer = answers[baseUrl] ?? 'host-not-found'
      return answer === 'list' ? ok('servers') : fail(answer, { status: statuses[answer] })
    }
    return { tried, list }
  }

  it('takes the first address that answers', async () => {
    const { tried, list } = trying({ 'https://p.example/api/client': 'list' })
    expect(await findBaseUrl('p.example', list)).toEqual(
      ok({ baseUrl: 'https://p.example/api/client', list: 'servers' }),
    )
    expect(tried).toEqual(['https://p.example/api/client'])
  })

  it('goes on where there is no API', async () => {
    const { tried, list } = trying({ 'https://p.example/api/client': 'api-not-found', 'https://p.example': 'list' })
    expect(await findBaseUrl('p.example', list)).toMatchObject({ ok: true, value: { baseUrl: 'https://p.example' } })
    expect(tried).toHaveLength(2)
  })

  it.each<ErrorCode>(['token-refused', 'address-not-allowed', 'rate-limited', 'timeout', 'tls-failed'])(
    'stops at %s',
    async (code) => {
      const { tried, list } = trying({ 'https://p.example/api/client': code })
      expect(await findBaseUrl('p.example', list)).toMatchObject({ ok: false, error: { code } })
      expect(tried).toHaveLength(1)
    },
  )

  it.each<[string, ErrorCode, ErrorCode]>([
    ['192.168.1.5:8080', 'tls-failed', 'no-https'],
    ['192.168.1.5', 'connection-refused', 'no-https'],
    ['localhost:8080', 'tls-failed', 'no-https'],
    ['https://192.168.1.5:8080', 'tls-failed', 'tls-failed'],
    ['192.168.1.5', 'timeout', 'timeout'],
    ['panel.example.com', 'tls-failed', 'tls-failed'],
  ])('names http only where it may be meant: %s, %s', async (typed, code, told) => {
    expect(await findBaseUrl(typed, async () => fail(code))).toMatchObject({ ok: false, error: { code: told } })
  })

  // The pages of one kind of panel answer a program so too.
  it.each<ErrorCode>(['token-refused', 'not-permitted'])('goes on after %s of what may be a page', async (code) => {
    const { tried, list } = trying({
      'https://p.example/games': code,
      'https://p.example/games/api/client': 'api-not-found',
      'https://p.example/api/client': 'list',
    })
    expect(await findBaseUrl('p.example/games', list)).toMatchObject({
      ok: true,
      value: { baseUrl: 'https://p.example/api/client' },
    })
    expect(tried).toHaveLength(3)
  })

  it.each<[name: string, answers: Record<string, ErrorCode | 'list'>, tries: number]>([
    ['no other address has an API', { 'https://p.example/games': 'token-refused' }, 3],
    [
      'the API below it refuses too, which is not tried further',
      { 'https://p.example/games': 'token-refused', 'https://p.example/games/api/client': 'token-refused' },
      2,
    ],
  ])('keeps a refusal where %s', async (_name, answers, tries) => {
    const others = {
      'https://p.example/games/api/client': 'api-not-found',
      'https://p.example/api/client': 'not-json',
    } as const
    const { tried, list } = trying({ ...others, ...answers })
    expect(await findBaseUrl('p.example/games', list)).toMatchObject({ ok: false, error: { code: 'token-refused' } })
    expect(tried).toHaveLength(tries)
  })

  it('tells of the likeliest address when none answers', async () => {
    const { tried, list } = trying({ 'https://p.example/api/client': 'redirected', 'https://p.example': 'not-json' })
    expect(await findBaseUrl('p.example', list)).toMatchObject({ ok: false, error: { code: 'redirected' } })
    expect(tried).toHaveLength(2)
  })
})
