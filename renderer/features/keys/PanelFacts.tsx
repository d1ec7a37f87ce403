import type { PanelView } from '../../../shared/keys/contract.ts'
import { useClient } from '../../state/hooks.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { day } from '../../ui/format.ts'
import styles from './PanelFacts.module.css'
import { shortFingerprint } from './panel-words.ts'

/** What the person allowed this panel beyond the general rule, each with a button to revoke it. */
export function PanelFacts({ panel }: { panel: PanelView | undefined }) {
  const { bridge, run } = useClient()
  if (panel === undefined) return null
  const { id: panelId, trustedCertificate, allowsHttp } = panel
  return (
    <>
      {trustedCertificate && (
        <p className={styles.consent}>
          Trusts one certificate (
          <span className={styles.fingerprint} title={trustedCertificate.fingerprint}>
            {shortFingerprint(trustedCertificate.fingerprint)}
          </span>
          ), since {day(trustedCertificate.trustedAt)}.{' '}
          <LinkButton onClick={() => void run(() => bridge.call('panels:revokeCertificate', { panelId }))}>
            Revoke
          </LinkButton>
        </p>
      )}
      {allowsHttp && (
        <p className={styles.consent}>
          Plain http allowed: the token is sent unencrypted.{' '}
          <LinkButton onClick={() => void run(() => bridge.call('panels:allowHttp', { panelId, allowed: false }))}>
            Stop allowing
          </LinkButton>
        </p>
      )}
    </>
  )
}
