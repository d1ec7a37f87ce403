import { useState } from 'react'
import type { Certificate } from '../../../shared/certificate-schema.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import { describeReasons } from '../../../shared/model/describe-certificate.ts'
import { Question } from '../../ui/Dialogs.tsx'
import { day } from '../../ui/format.ts'
import { type Answer, type Asked, askedBy } from './consent.ts'
import styles from './Questions.module.css'

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
export function ConsentQuestion({
  asked,
  host,
  mayEditAddress = false,
  onAnswer,
  onClose,
  finalFocus,
}: QuestionProps & { asked: Asked; onClose: () => void }) {
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
