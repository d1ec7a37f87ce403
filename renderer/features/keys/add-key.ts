import { useState } from 'react'
import type { Fingerprint } from '../../../shared/certificate-schema.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useClient } from '../../state/hooks.ts'
import { hostOf } from '../../ui/format.ts'

/** What the test call found. */
export type Found = { readonly baseUrl: string; readonly servers: readonly { readonly name: string }[] }

/** `empty`: the key works but reaches no servers, so saving it needs a second click. */
export type AddStep =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'added'; readonly label: string; readonly servers: number }
  | { readonly kind: 'failed'; readonly error: AppError }

/** What the person allowed for the panel being added. */
export type Consent = { readonly allowsHttp?: true; readonly fingerprint?: Fingerprint }

type Input = Consent & { readonly address: string; readonly token: string; readonly label: string }

/** Adds a key: the test call, then saving. Holds the progress and what was found, never the token. */
export function useAddKey() {
  const { bridge } = useClient()
  const [step, setStep] = useState<AddStep>({ kind: 'idle' })
  const [found, setFound] = useState<Found | null>(null)

  const end = (next: AddStep): AddStep => {
    setStep(next)
    return next
  }

  return {
    step,
    found,
    fail: (error: AppError) => end({ kind: 'failed', error }),
    reset() {
      setStep({ kind: 'idle' })
      setFound(null)
    },
    /** Checks the key, and saves it when it reaches servers or the person wants it `anyway`. */
    async add({ label, ...input }: Input, anyway: boolean): Promise<AddStep> {
      setStep({ kind: 'busy' })
      const checked = await attempt(() => bridge.call('keys:check', input))
      if (!checked.ok) return end({ kind: 'failed', error: checked.error })
      setFound(checked.value)
      if (checked.value.servers.length === 0 && !anyway) return end({ kind: 'empty' })
      const name = label || hostOf(checked.value.baseUrl).slice(0, 60)
      const added = await attempt(() => bridge.call('keys:add', { ...input, label: name }))
      return end(
        added.ok
          ? { kind: 'added', label: name, servers: added.value.servers.length }
          : { kind: 'failed', error: added.error },
      )
    },
  }
}
