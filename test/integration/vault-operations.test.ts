import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { VaultBackendName } from '../../shared/keys/contract.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import {
  createFaultyComputer,
  type Down,
  type Fault,
  type FaultyComputer,
  type FaultyRun,
} from '../fixtures/faulty-computer.ts'
import { sizeOf } from '../fixtures/run.ts'
import { setUpFolder } from '../fixtures/temporary-folder.ts'
import type { VaultRun } from '../fixtures/vault-profile.ts'

type Operation =
  | { readonly op: 'add' }
  | { readonly op: 'tidy' }
  | { readonly op: 'replace' | 'remove'; readonly which: number }
/** Operations begun at once, or another run. */
type Step = readonly Operation[] | { readonly down: Down }

const faults = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constant<Fault>('none') },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Fault>('fail-before', 'fail-after', 'find-nothing', 'kill-before', 'kill-after'),
    },
  ),
  { maxLength: 80 },
)
const down = fc.subarray<VaultBackendName>(['keychain', 'safe-storage'])
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: fc.constant('add' as const) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('tidy' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({ op: fc.constantFrom('replace' as const, 'remove' as const), which: fc.nat(9) }),
  },
)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.array(operation, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(operation, { minLength: 2, maxLength: 4 }) },
    { weight: 2, arbitrary: fc.record({ down }) },
  ),
  { minLength: 1, maxLength: 12 },
)

/** Each write waits for the disk, which others may keep busy: then it takes ten times as long, and nothing is wrong. */
const patience = { timeout: sizeOf({ short: 120_000, long: 600_000 }) }

const profile = setUpFolder()
let count = 0

type Known = { tokens: Set<string>; mayGo: boolean }

/** What the person was told so far, and so what must hold. */
function createExpectation() {
  const keys = new Map<string, Known>()
  const removed = new Set<string>()
  const sent = new Set<string>()
  return {
    keys,
    removed,
    sent,
    /** `isDone` is false where the operation failed or the process was killed: either token may stand. */
    replaced(keyId: string, token: string, isDone: boolean): void {
      const known = keys.get(keyId)
      if (isDone) keys.set(keyId, { tokens: new Set([token]), mayGo: false })
      else known?.tokens.add(token)
    },
    removing(keyId: string, isDone: boolean): void {
      const known = keys.get(keyId)
      if (isDone) {
        keys.delete(keyId)
        removed.add(keyId)
      } else if (known !== undefined) known.mayGo = true
    },
  }
}
type Expectation = ReturnType<typeof createExpectation>

const address = 'https://panel.example.com/api/client'

/** Does one operation; returns false where the process was killed in it. */
async function operate({ run, killed }: FaultyRun, step: Operation, expected: Expectation): Promise<boolean> {
  if (step.op === 'tidy') return (await Promise.race([run.registry.tidy(), killed])) !== 'killed'
  count += 1
  const token = `ptlc_${count}`
  if (step.op === 'add') {
    expected.sent.add(token)
    const added = await Promise.race([run.registry.add({ address, token, label: 'Key' }), killed])
    if (added !== 'killed' && added.ok) expected.replaced(added.value.keyId, token, true)
    return added !== 'killed'
  }
  const { keys } = run.settings.get()
  const key = keys[step.which % Math.max(1, keys.length)]
  if (key === undefined) return true
  if (step.op === 'replace') {
    expected.sent.add(token)
    const replaced = await Promise.race([run.registry.replaceToken(key.id, token), killed])
    expected.replaced(key.id, token, replaced !== 'killed' && replaced.ok)
    return replaced !== 'killed'
  }
  const removed = await Promise.race([run.registry.remove(key.id), killed])
  expected.removing(key.id, removed !== 'killed' && removed.ok)
  return removed !== 'killed'
}

async function start(computer: FaultyComputer, isDown: Down) {
  const started = computer.run(isDown)
  const tidied = started.run.vault.ready().then(() => started.run.registry.tidy())
  await Promise.race([tidied, started.killed])
  return started
}

async function check(computer: FaultyComputer, run: VaultRun, expected: Expectation): Promise<void> {
  const { keys, pendingDeletions } = run.settings.get()
  expect(pendingDeletions).toEqual([])
  /** A vault may delete and then fail: the removal failed, the token is gone all the same, and the entry says so. */
  const mayLack = (keyId: KeyId) => expected.keys.get(keyId)?.mayGo === true
  for (const name of ['keychain', 'safe-storage'] as const) {
    const owned = keys.filter((key) => key.tokenIn === name).map((key) => key.id)
    // A killed probe may leave its word, which is random and opens nothing, until that backend's next probe.
    const accounts = [...computer.kept[name].keys()].filter((account) => account !== 'servertray-probe')
    expect(owned).toEqual(expect.arrayContaining(accounts))
    expect(accounts).toEqual(expect.arrayContaining(owned.filter((keyId) => !mayLack(keyId))))
  }
  for (const key of keys) {
    const token = await run.tokenStore.read(key.id)
    // What was in memory is gone with its run, and the entry says so; it is not lost silently.
    const isGone = key.tokenIn === 'memory' || (mayLack(key.id) && !token.ok)
    if (isGone) expect(token).toMatchObject({ error: { code: 'token-unreadable' } })
    else expect(expected.keys.get(key.id)?.tokens ?? expected.sent).toContain(token.ok ? token.value : token.error.code)
  }
  const ids = new Set<string>(keys.map((key) => key.id))
  for (const [keyId, known] of expected.keys) if (!known.mayGo) expect(ids).toContain(keyId)
  for (const keyId of expected.removed) expect(ids).not.toContain(keyId)
  expect(Object.keys(run.store.get().keys).sort()).toEqual([...ids].sort())
}

it('settings and vault agree after any operations, faults and restarts', patience, async () => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(steps, faults, down, async (plan, trouble, isDown) => {
      runs += 1
      const folder = join(profile(), String(runs))
      mkdirSync(folder)
      const computer = createFaultyComputer(folder, trouble)
      const expected = createExpectation()
      let current = await start(computer, isDown)
      for (const step of plan) {
        if ('down' in step) current = await start(computer, step.down)
        else {
          const survived = await Promise.all(step.map((one) => operate(current, one, expected)))
          if (survived.includes(false)) current = await start(computer, isDown)
        }
      }
      computer.calm()
      const { run } = await start(computer, [])
      await check(computer, run, expected)
    }),
    { numRuns: sizeOf({ short: 100, long: 1_500 }) },
  )
})

const kills = ['kill-before', 'kill-after'] as const

it.each(kills)('a take-over that is cut short at any point (%s) leaves the token readable', async (kill) => {
  for (let at = 0, isDone = false; !isDone; at += 1) {
    const folder = join(profile(), String(at))
    mkdirSync(folder)
    const before = createFaultyComputer(folder, [])
    const added = await (await start(before, ['keychain'])).run.registry.add({ address, token: 'ptlc_1', label: 'Key' })
    const keyId = added.ok ? added.value.keyId : undefined
    if (keyId === undefined) throw new Error('the key was not added')

    const computer = createFaultyComputer(
      folder,
      [...Array.from({ length: at }, (): Fault => 'none'), kill],
      before.kept,
    )
    const cut = await start(computer, [])
    isDone = (await Promise.race([cut.killed, Promise.resolve('alive')])) === 'alive'
    computer.calm()
    const { run } = computer.run([])
    expect(await run.tokenStore.read(keyId)).toEqual({ ok: true, value: 'ptlc_1' })
    await run.registry.tidy()
    expect(run.settings.get().keys).toMatchObject([{ id: keyId, tokenIn: 'keychain' }])
    expect(await run.tokenStore.read(keyId)).toEqual({ ok: true, value: 'ptlc_1' })
    expect(computer.kept['safe-storage'].has(keyId)).toBe(false)
    expect(at).toBeLessThan(40)
  }
})

it('a removal that was cut short is finished once the keychain is back, though another try failed meanwhile', async () => {
  const computer = createFaultyComputer(profile(), [])
  const { registry } = (await start(computer, [])).run
  const added = await registry.add({ address, token: 'ptlc_1', label: 'Key' })
  const keyId = added.ok ? added.value.keyId : undefined
  if (keyId === undefined) throw new Error('the key was not added')

  // Noted, deleted from the keychain, and then the settings were not written.
  const cut = createFaultyComputer(profile(), ['none', 'none', 'none', 'none', 'none', 'fail-before'], computer.kept)
  expect(await (await start(cut, [])).run.registry.remove(keyId)).toMatchObject({ error: { code: 'storage-failed' } })
  expect(computer.kept.keychain.has(keyId)).toBe(false)

  const without = (await start(computer, ['keychain'])).run
  expect(await without.registry.remove(keyId)).toMatchObject({ error: { code: 'vault-failed' } })
  expect((await start(computer, [])).run.settings.get()).toMatchObject({ keys: [], pendingDeletions: [] })
})
