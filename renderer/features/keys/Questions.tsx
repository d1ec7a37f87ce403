import { useState } from 'react'
import type { Certificate, Fingerprint } from '../../../shared/certificate-schema.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import type { Bridge } from '../../../shared/ipc/contract.ts'
import type { KeyView } from '../../../shared/keys/contract.ts'
import { describeReasons } from '../../../shared/model/describe-certificate.ts'
import type { PanelId } from '../../../shared/model/identifier.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import factStyles from '../../ui/facts.module.css'
import { day, hostOf } from '../../ui/format.ts'
import styles from './KeyDialogs.module.css'

/** What a person allows after a failure that only they can resolve; nothing where it is tried again as it was. */
export type Consent = {
  /** Tokens are kept in memory. */
  readonly memory?: true
  readonly allowsHttp?: true
  /** Trusts the certificate that has it. */
  readonly fingerprint?: Fingerprint
}

/** The same, or that the address is asked by another scheme. */
export type Answer = Consent & { readonly scheme?: 'http' | 'https' }

type Asked = Pick<React.ComponentProps<typeof Question>, 'title' | 'text' | 'yes'> & {
  readonly look: 'go' | 'plain'
  /** What yes means. */
  readonly answer: Answer
  readonly other?: { readonly label: string; readonly answer: Answer }
  /** What the button says that opens it where a stored key fails so; null where no stored key does. */
  readonly step: string | null
  readonly certificate?: Certificate
}

/**
 * The question that a failure leads to; null where no consent would help.
 * @param host to which the token would be sent
 * @param mayEditAddress false where the address is stored and cannot be edited
 */
function askedBy(error: AppError | null, host: string, mayEditAddress: boolean): Asked | null {
  if (error?.code === 'weaker-storage')
    return {
      title: 'Keep tokens in memory?',
      text: 'No keychain answers on this system. In memory a token lasts until you quit, and you paste it again at the next start. Servertray asks this once.',
      yes: 'Keep in memory',
      look: 'go',
      answer: { memory: true },
      other: { label: 'Try the keychain again', answer: {} },
      step: null,
    }
  if (error?.code === 'insecure-private') {
    const send = { label: 'Send without encryption', answer: { allowsHttp: true } } as const
    const common = {
      title: 'Send the token without encryption?',
      text: `Anyone in this network can read the token on its way to ${host}.`,
      step: 'Allow http…',
    }
    return mayEditAddress
      ? { ...common, yes: 'Use https instead', look: 'go', answer: { scheme: 'https' }, other: send }
      : { ...common, yes: send.label, look: 'plain', answer: send.answer }
  }
  if (error?.code === 'no-https' && mayEditAddress)
    return {
      title: `Use http://${host}?`,
      text: `${host} does not speak https. With http, everybody in its network can read the token.`,
      yes: 'Use http',
      look: 'plain',
      answer: { scheme: 'http', allowsHttp: true },
      step: null,
    }
  const certificate = error?.code === 'certificate-refused' ? error.certificate : undefined
  if (certificate === undefined) return null
  return {
    title: 'Trust this certificate?',
    text: `${host} has a certificate that couldn’t be verified: ${describeReasons(certificate.reasons)}.`,
    yes: 'Trust this certificate',
    look: 'plain',
    answer: { fingerprint: certificate.fingerprint },
    step: 'See the certificate…',
    certificate,
  }
}

/** Saves what the person allowed for a stored panel. */
export async function allowFor({ call }: Bridge, panelId: PanelId, answer: Consent): Promise<Result<void>> {
  const { memory, allowsHttp, fingerprint } = answer
  if (memory) return call('vault:allowWeaker')
  if (allowsHttp) return call('panels:allowHttp', { panelId, allowed: true })
  return fingerprint === undefined ? ok() : call('panels:trustCertificate', { panelId, fingerprint })
}

function CertificateFacts({ certificate }: { certificate: Certificate }) {
  return (
    <>
      <dl className={factStyles.pairs}>
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

type ConsentProps = {
  asked: Asked
  onAnswer: (answer: Answer) => void
  onClose: () => void
  finalFocus?: React.RefObject<HTMLElement | null>
}

/** Asks for a consent that only the person can give. Every answer but Cancel goes to `onAnswer`, which closes it. */
function ConsentQuestion({ asked, onAnswer, onClose, finalFocus }: ConsentProps) {
  const { answer, other, step: _, certificate, ...question } = asked
  return (
    <Question
      {...question}
      onYes={() => onAnswer(answer)}
      {...(other && { other: { label: other.label, onClick: () => onAnswer(other.answer) } })}
      onClose={onClose}
      {...(finalFocus && { finalFocus })}
    >
      {certificate && <CertificateFacts certificate={certificate} />}
    </Question>
  )
}

type FailureProps = Pick<ConsentProps, 'onAnswer' | 'finalFocus'> & {
  error: AppError | null
  host: string
  mayEditAddress: boolean
}

/** The question that a failure leads to, asked once for each failure; nothing where it leads to none. */
export function FailureQuestion({ error, host, mayEditAddress, onAnswer, ...question }: FailureProps) {
  const [settled, setSettled] = useState<AppError | null>(null)
  const asked = askedBy(error, host, mayEditAddress)
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

/**
 * The next step for a key whose panel needs the person's yes before its token is sent.
 * @param finalFocus gets the focus afterwards: the button that opened the question disappears with the trouble
 */
export function HealthQuestion({ keyView, finalFocus }: { keyView: KeyView } & Pick<ConsentProps, 'finalFocus'>) {
  const { health, panelId } = keyView
  const { bridge, run } = useClient()
  const [isOpen, setOpen] = useState(false)
  const host = useAppState((state) => hostOf(state.panels[panelId]?.baseUrl ?? ''))
  const asked = askedBy(health.kind === 'failing' ? health.error : null, host, false)
  if (asked === null || asked.step === null) return null
  return (
    <>
      <Button look="go" onClick={() => setOpen(true)}>
        {asked.step}
      </Button>
      {isOpen && (
        <ConsentQuestion
          asked={asked}
          onAnswer={(answer) => {
            setOpen(false)
            void run(() => allowFor(bridge, panelId, answer))
          }}
          onClose={() => setOpen(false)}
          {...(finalFocus && { finalFocus })}
        />
      )}
    </>
  )
}
