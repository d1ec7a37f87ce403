import { createHash } from 'node:crypto'
import { release } from 'node:os'
import type { ErrorCode } from '../../shared/errors.ts'
import { ok } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import { createLastErrors, describeApp, newErrors } from '../log/diagnostics.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { FeatureBasics } from '../state/feature.ts'

type Context = Pick<FeatureBasics, 'store' | 'clock' | 'newId'> & {
  settings: Pick<SettingsStore, 'get'>
  platform: string
}

type Api = {
  /** Counts a failure that no key and no action shows. */
  noteError(code: ErrorCode): void
  /** A text about the app that is safe to paste in public. */
  describe(): string
}

/** The diagnostics text: helps to find a fault, and says nothing about the person or their panels. */
export function createDiagnosticsFeature(context: Context): Feature<'app:copyDiagnostics'> & { readonly api: Api } {
  const { store, clock, settings, newId, platform } = context
  const lastErrors = createLastErrors(clock)
  const unsubscribe = store.subscribe((after, before) => {
    for (const code of newErrors(before, after)) lastErrors.note(code)
  })

  function describe(): string {
    // Salt, so that nobody can check a guessed host name against a pasted text.
    const salt = newId()
    return describeApp({
      state: store.get(),
      runtime: { versions: process.versions, platform, release: release(), arch: process.arch },
      settingsVersion: settings.get().version,
      errors: lastErrors.list(),
      now: clock.now(),
      hashHost: (host) => `panel-${createHash('sha256').update(salt).update(host).digest('hex').slice(0, 8)}`,
    })
  }

  return {
    api: { noteError: lastErrors.note, describe },
    handlers: { 'app:copyDiagnostics': () => ok({ text: describe() }) },
    dispose: unsubscribe,
  }
}
