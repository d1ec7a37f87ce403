import type { Certificate, Fingerprint } from '../../../shared/certificate.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { Bridge } from '../../../shared/ipc/contract.ts'
import type { PanelId } from '../../../shared/model/identifier.ts'
import type { Result } from '../../../shared/result.ts'

/** A failure that the person alone can settle, as the question to ask. */
export type Asked =
  | { readonly kind: 'weaker-storage' }
  | { readonly kind: 'plain-http' }
  | { readonly kind: 'certificate'; readonly certificate: Certificate }

/** What the person allowed, or wants done instead. */
export type Answer =
  | { readonly kind: 'allow-memory' }
  | { readonly kind: 'try-again' }
  | { readonly kind: 'allow-http' }
  | { readonly kind: 'use-https' }
  | { readonly kind: 'trust'; readonly fingerprint: Fingerprint }

/** The question behind a failure; null for the failures that no yes can settle. */
export function askedBy(error: AppError | null): Asked | null {
  if (error?.code === 'weaker-storage') return { kind: 'weaker-storage' }
  if (error?.code === 'insecure-private') return { kind: 'plain-http' }
  if (error?.code === 'certificate-refused' && error.certificate)
    return { kind: 'certificate', certificate: error.certificate }
  return null
}

const nothingToDo: Result<void> = { ok: true, value: undefined }

/** Tells the app what the person allowed for a panel that is stored already. */
export async function allowFor(bridge: Bridge, panelId: PanelId, answer: Answer): Promise<Result<void>> {
  if (answer.kind === 'allow-memory') return bridge.call['vault:allowWeaker']()
  if (answer.kind === 'allow-http') return bridge.call['panels:allowHttp']({ panelId, allowed: true })
  if (answer.kind === 'trust')
    return bridge.call['panels:trustCertificate']({ panelId, fingerprint: answer.fingerprint })
  return nothingToDo
}
