import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rotation } from '../../../../electron/accounts/rotation.ts'
import { createRotator } from '../../../../electron/accounts/rotator.ts'
import type { AccountCalls } from '../../../../electron/panel/account.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import type { AccountKey } from '../../../../shared/model/account.ts'
import { keyIdSchema } from '../../../../shared/model/identifier-schema.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { createFakeClient, noAccount } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { sizeOf } from '../../../fixtures/run.ts'

const keyId = keyIdSchema.parse('home-key')
const tokenOf = (identifier: string) => identifier + 's'.repeat(32)
const nameOf = (n: number) => `ptlc_${String(n).padStart(11, '0')}`

/** What happens to a call: nothing, a refusal, silence before, after or long before the panel
 * acts, or the end of the app. */
type Fault = 'none' | 'refused' | 'lost-before' | 'lost-after' | 'late' | 'cut-before' | 'cut-after'
const faults: readonly Fault[] = ['none', 'refused', 'lost-before', 'lost-after', 'late', 'cut-before', 'cut-after']
/** When the panel carries out what came late: nobody has heard of it by then. */
const lateMs = 60_000

/** A panel, a vault and a disk that last, for runs of the app that may end at any call. */
function createWorld(plan: readonly Fault[]) {
  const clock = createFakeClock()
  const keys = new Map<string, AccountKey>()
  let made = 0
  const world = {
    held: nameOf(0),
    disk: '[]',
    isCalm: false,
    told: 0,
    labels: true,
  }
  const add = (description: string, allowedIps: readonly string[] = []) => {
    const identifier = nameOf(made)
    made += 1
    keys.set(identifier, { identifier, description, allowedIps: [...allowedIps], lastUsedAt: null, createdAt: null })
    return identifier
  }
  add('Laptop', ['10.0.0.0/8'])
  add('Somebody else')
  let at = 0
  const records = (): readonly Rotation[] => JSON.parse(world.disk)

  /** What must hold at every moment, and so after every act of any part. */
  function check(): void {
    expect(keys.has(world.held), 'the token in the vault works').toBe(true)
    expect(keys.has(nameOf(1)), 'nobody else loses a key').toBe(true)
    const extra = [...keys.keys()].filter((name) => name !== world.held && name !== nameOf(1))
    if (extra.length > 0) expect(records().length, 'a key too many is on record').toBe(1)
    expect(world.disk).not.toContain('ssss')
  }

  const cut = () => {
    throw new Error('the app ended')
  }
  const silence = (isRead: boolean) => fail('timeout', isRead ? {} : { mayHaveActed: true })
  /** The panel carries it out when nobody waits for it any more. */
  const actLate = (later: () => void) =>
    void clock.after(lateMs, () => {
      later()
      check()
    })

  type More = { isRead?: boolean; later?: () => void }

  function happen<T>(fault: Fault, act: () => Result<T>, { isRead = false, later }: More): Result<T> {
    if (fault === 'cut-before') cut()
    if (fault === 'refused') return fail('permission-lacking')
    if (fault === 'late' && later !== undefined) actLate(later)
    if (fault === 'lost-before' || (fault === 'late' && later !== undefined)) return silence(isRead)
    const result = act()
    check()
    if (fault === 'cut-after') cut()
    return fault === 'lost-after' ? silence(isRead) : result
  }

  /** One call of the app, in which anything may happen. */
  async function call<T>(isAlive: () => boolean, act: () => Result<T>, more: More = {}): Promise<Result<T>> {
    if (!isAlive()) return new Promise(() => {})
    const fault = world.isCalm ? 'none' : (plan[at] ?? 'none')
    at += 1
    return happen(fault, act, more)
  }

  /** One run of the app. */
  function start() {
    let isAlive = true
    const alive = () => isAlive
    const account: AccountCalls = {
      ...noAccount,
      keys: () =>
        call(alive, () => (keys.has(world.held) ? ok([...keys.values()]) : fail('token-refused')), { isRead: true }),
      createKey: ({ description, allowedIps }) =>
        call(
          alive,
          () => {
            expect(records(), 'written before it is asked for').toHaveLength(1)
            const identifier = nameOf(made)
            // On record before it is there: the check of this moment goes by that.
            add(description, allowedIps)
            return ok({ identifier, token: tokenOf(identifier) })
          },
          { later: () => void add(description, allowedIps) },
        ),
      removeKey: (identifier) => call(alive, () => (keys.delete(identifier) ? ok() : fail('account-entry-not-found'))),
    }
    const rotator = createRotator({
      clock,
      newId: () => `abcdef${made}-0000`,
      records: {
        get: records,
        set(next) {
          if (isAlive) world.disk = JSON.stringify(next)
          return true
        },
      },
      labelOf: () => (world.labels ? 'Home' : null),
      readToken: async () => ok(tokenOf(world.held)),
      accountOf: () => account,
      wouldLast: async () => true,
      replaceToken: (_keyId, token) =>
        call(alive, () => {
          world.held = token.slice(0, 16)
          return ok()
        }),
      onNews: ({ state }) => {
        world.told += state === 'open' ? 1 : 0
      },
    })
    return {
      rotator,
      end() {
        isAlive = false
        rotator.dispose()
      },
    }
  }

  return { world, keys, clock, start, records, check }
}

/** A rotation with these faults, started anew after each end of the app, then left in peace. */
async function live(plan: readonly Fault[]) {
  const { world, keys, clock, start, records, check } = createWorld(plan)
  let run = start()
  const outcome = await run.rotator.rotate(keyId).catch(() => null)
  check()
  if (outcome?.ok && outcome.value === 'unfinished') expect(world.told).toBeGreaterThan(0)
  if (outcome?.ok && outcome.value === 'rotated') expect(world.held).not.toBe(nameOf(0))
  if (outcome !== null && !outcome.ok) expect(records(), 'a failure leaves nothing behind').toEqual([])
  for (let starts = 0; starts < plan.length + 1; starts += 1) {
    run.end()
    run = start()
    await run.rotator.settle().catch(() => {})
    check()
  }
  world.isCalm = true
  await clock.advance(300_000)
  run.end()
  run = start()
  await run.rotator.settle()
  run.end()
  check()
  expect(records(), 'nothing is left to do').toEqual([])
  expect([...keys.keys()].sort(), 'one key for the app').toEqual([nameOf(1), world.held].sort())
  return { world, keys, outcome }
}

describe('a rotation', () => {
  it('ends with a new key that has the addresses of the old one, which is gone', async () => {
    const { world, keys, outcome } = await live([])
    expect(outcome).toEqual(ok('rotated'))
    expect(keys.get(world.held)).toMatchObject({ allowedIps: ['10.0.0.0/8'] })
    expect(keys.get(world.held)?.description).toMatch(/^Servertray: Home \(/)
  })

  it.each<[string, readonly Fault[], ErrorCode, string]>([
    ['the keys cannot be read', ['refused'], 'permission-lacking', nameOf(0)],
    ['no new key is made', ['none', 'refused'], 'permission-lacking', nameOf(0)],
    ['the new token does not work', ['none', 'none', 'refused'], 'permission-lacking', nameOf(0)],
  ])('changes nothing where %s', async (_what, plan, code, held) => {
    const { world, outcome } = await live(plan)
    expect(outcome).toMatchObject({ ok: false, error: { code } })
    expect(world.held).toBe(held)
  })

  it('is not begun for a key that the account does not list', async () => {
    const { account } = createFakeClient()
    const written: (readonly Rotation[])[] = []
    const rotator = createRotator({
      clock: createFakeClock(),
      newId: () => 'one',
      records: { get: () => [], set: (next) => written.push(next) > 0 },
      labelOf: () => 'Home',
      readToken: async () => ok(tokenOf(nameOf(9))),
      accountOf: () => ({ ...account, keys: async () => ok([]) }),
      wouldLast: async () => true,
      replaceToken: async () => ok(),
      onNews: () => {},
    })
    expect(await rotator.rotate(keyId)).toMatchObject({ ok: false, error: { code: 'key-not-of-account' } })
    expect(written).toEqual([])
  })

  it('leaves a working key and no key untold, whatever is cut or fails at any step', async () => {
    const plan = fc.array(fc.constantFrom(...faults), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(plan, async (steps) => void (await live(steps))),
      { numRuns: sizeOf({ short: 150, long: 5_000 }) },
    )
  })

  it('comes through one fault at each of its calls', async () => {
    for (const fault of faults) {
      for (let at = 0; at < 8; at += 1) await live([...Array<Fault>(at).fill('none'), fault])
    }
  })
})
