import { useState } from 'react'
import type { Certificate, Fingerprint } from '../../../shared/certificate-schema.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import type { Bridge } from '../../../shared/ipc/contract.ts'
import type { KeyView } from '../../../shared/keys/contract.ts'
import { describeReasons } from '../../../shared/model/describe-certificate.ts'
import type { PanelId } from '../../../shared/model/identifier.ts'
import type { Result } from '../../../shared/result.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import { day, hostOf } from '../../ui/format.ts'
import styles from './Questions.module.css'

/** A failure that only the person can resolve, as a question. */
export type KeyQuestion =
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
export function askedBy(error: AppError | null): KeyQuestion | null {
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

type QuestionProps = {
  /** The host to which the token would be sent. */
  host: string
  /** False where the address is stored and cannot be edited. */
  mayEditAddress?: boolean
  onAnswer: (answer: Answer) => void
  finalFocus?: React.RefObject<HTMLElement | null>
}

function CertificateFacts({ certificate }: { certificate: Certificate }) {
  return (
    <>
      <dl className={styles.certificate}>
        <dt>Made out for</dt>
        <dd>{certificate.names || certificate.subject}</dd>
        <dt>Issued by</dt>
        <dd>{certificate.issuer}</dd>
        <dt>Valid</dt>
        <dd>
          from {day(certificate.validFrom)} to {day(certificate.validTo)}
        </dd>
        <dt>SHA-256</dt>
        <dd className={styles.fingerprint}>{certificate.fingerprint}</dd>
      </dl>
      <p>Compare the fingerprint with the one that your host, or the panel’s own machine, shows.</p>
    </>
  )
}

/** Asks for a consent that only the person can give. Every answer but Cancel goes to `onAnswer`. */
function ConsentQuestion({
  asked,
  host,
  mayEditAddress = false,
  onAnswer,
  onClose,
  finalFocus,
}: QuestionProps & { asked: KeyQuestion; onClose: () => void }) {
  const answer = (given: Answer) => () => onAnswer(given)
  const rest = { onClose, ...(finalFocus && { finalFocus }) }
  if (asked.kind === 'weaker-storage')
    return (
      <Question
        title="Keep tokens in memory?"
        text="No keychain answers on this system. In memory a token lasts until you quit, and you paste it again at the next start. Servertray asks this once."
        yes="Keep in memory"
        look="go"
        onYes={answer({ kind: 'allow-memory' })}
        other={{ label: 'Try the keychain again', onClick: answer({ kind: 'try-again' }) }}
        {...rest}
      />
    )
  if (asked.kind === 'plain-http')
    return (
      <Question
        title="Send the token without encryption?"
        text={`Anyone in this network can read the token on its way to ${host}.`}
        {...(mayEditAddress
          ? {
              yes: 'Use https instead',
              look: 'go',
              onYes: answer({ kind: 'use-https' }),
              other: { label: 'Send without encryption', onClick: answer({ kind: 'allow-http' }) },
            }
          : { yes: 'Send without encryption', look: 'plain', onYes: answer({ kind: 'allow-http' }) })}
        {...rest}
      />
    )
  const { certificate } = asked
  return (
    <Question
      title="Trust this certificate?"
      text={`${host} has a certificate that couldn’t be verified: ${describeReasons(certificate.reasons)}.`}
      yes="Trust this certificate"
      look="plain"
      onYes={answer({ kind: 'trust', fingerprint: certificate.fingerprint })}
      {...rest}
    >
      <CertificateFacts certificate={certificate} />
    </Question>
  )
}

/** The question that a failure leads to, asked once for each failure; nothing where it leads to none. */
export function FailureQuestion({ error, onAnswer, ...question }: QuestionProps & { error: AppError | null }) {
  const [settled, setSettled] = useState<AppError | null>(null)
  const asked = askedBy(error)
  if (asked === null || settled === error) return null
  const settle = () => setSettled(error)
  return (
    <ConsentQuestion
      {...question}
      asked={asked}
      onAnswer={(answer) => {
        settle()
        onAnswer(answer)
      }}
      onClose={settle}
    />
  )
}

type HealthQuestionProps = {
  keyView: KeyView
  /** Gets the focus afterwards: the button that opened the question disappears with the trouble. */
  finalFocus: React.RefObject<HTMLElement | null>
}

const nextStep = {
  'plain-http': 'Allow http…',
  certificate: 'See the certificate…',
} as const

/** The next step for a key whose panel needs the person's yes before its token is sent. */
export function HealthQuestion({ keyView, finalFocus }: HealthQuestionProps) {
  const { bridge, run } = useClient()
  const [open, setOpen] = useState(false)
  const host = useAppState((state) => hostOf(state.panels[keyView.panelId]?.baseUrl ?? ''))
  const asked = askedBy(keyView.health.kind === 'failing' ? keyView.health.error : null)
  if (asked === null || asked.kind === 'weaker-storage') return null
  return (
    <>
      <Button look="go" onClick={() => setOpen(true)}>
        {nextStep[asked.kind]}
      </Button>
      {open && (
        <ConsentQuestion
          asked={asked}
          host={host}
          onAnswer={(answer) => {
            setOpen(false)
            void run(() => allowFor(bridge, keyView.panelId, answer))
          }}
          onClose={() => setOpen(false)}
          finalFocus={finalFocus}
        />
      )}
    </>
  )
}
