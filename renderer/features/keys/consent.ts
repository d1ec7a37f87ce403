import type { Certificate, Fingerprint } from '../../../shared/certificate-schema.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import type { Bridge } from '../../../shared/ipc/contract.ts'
import type { PanelId } from '../../../shared/model/identifier.ts'
import type { Result } from '../../../shared/result.ts'

/** A failure that only the person can resolve, as a question. */
export type Asked =
  | { readonly kind: 'weaker-storage' }
  | { readonly kind: 'plain-http' }
  | { readonly kind: 'certificate'; readonly certificate: Certificate }

/** The person's answer. */
export type Answer =
  | { readonly kind: 'allow-memory' }
  | { readonly kind: 'try-again' }
  | { readonly kind: 'allow-http' }
  | { readonly kind: 'use-https' }
  | { readonly kind: 'trust'; readonly fingerprint: Fingerprint }

/** The question that a failure leads to; null where no consent would help. */
export function askedBy(error: AppError | null): Asked | null {
  if (error?.code === 'weaker-storage') return { kind: 'weaker-storage' }
  if (error?.code === 'insecure-private') return { kind: 'plain-http' }
  if (error?.code === 'certificate-refused' && error.certificate)
    return { kind: 'certificate', certificate: error.certificate }
  return null
}

const nothingToDo: Result<void> = { ok: true, value: undefined }

/** Saves what the person allowed for a stored panel. */
export async function allowFor(bridge: Bridge, panelId: PanelId, answer: Answer): Promise<Result<void>> {
  if (answer.kind === 'allow-memory') return bridge.call('vault:allowWeaker')
  if (answer.kind === 'allow-http') return bridge.call('panels:allowHttp', { panelId, allowed: true })
  if (answer.kind === 'trust')
    return bridge.call('panels:trustCertificate', { panelId, fingerprint: answer.fingerprint })
  return nothingToDo
}
