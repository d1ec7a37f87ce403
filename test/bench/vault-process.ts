/** Times the vault and a bare keytar on the session bus of its environment; prints samples in ms as JSON. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import keytar from '@github/keytar'
import { systemClock } from '../../electron/lib/clock.ts'
import { createKeychainBackend } from '../../electron/vault/backends/keychain.ts'
import { must } from '../fixtures/demo.ts'
import { openSettings } from '../fixtures/settings.ts'
import { startVaultRun } from '../fixtures/vault-profile.ts'
import type { VaultSamples } from './vault.ts'

const rounds = 200
const warmUp = 20
const profile = mkdtempSync(join(tmpdir(), 'vault-bench-'))
const { registry, vault } = startVaultRun({
  settings: openSettings(profile).settings,
  backends: [createKeychainBackend('Servertray bench')],
  clock: systemClock,
})
await vault.ready()

async function timed<T>(samples: number[], work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const value = await work()
  samples.push(performance.now() - startedAt)
  return value
}

const samples: VaultSamples = {
  add: { own: [], bare: [] },
  replace: { own: [], bare: [] },
  remove: { own: [], bare: [] },
}
const { add, replace, remove } = samples
const key = { address: 'https://panel.example.com/api/client', token: 'ptlc_one', label: 'Bench' }
const bare = ['Servertray bare', 'account'] as const
for (let round = 0; round < rounds + warmUp; round += 1) {
  const { keyId } = must(await timed(add.own, () => registry.add(key)))
  await timed(add.bare, () => keytar.setPassword(...bare, 'ptlc_one'))
  must(await timed(replace.own, () => registry.replaceToken(keyId, 'ptlc_two')))
  await timed(replace.bare, () => keytar.setPassword(...bare, 'ptlc_two'))
  must(await timed(remove.own, () => registry.remove(keyId)))
  await timed(remove.bare, () => keytar.deletePassword(...bare))
}
for (const { own, bare: reference } of Object.values(samples)) {
  own.splice(0, warmUp)
  reference.splice(0, warmUp)
}
rmSync(profile, { recursive: true, force: true })
process.stdout.write(JSON.stringify(samples))
