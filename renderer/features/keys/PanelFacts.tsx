import type { PanelView } from '../../../shared/model/panel.ts'
import { useClient } from '../../state/hooks.ts'
import { day } from '../../ui/format.ts'
import { shortFingerprint } from './panel-words.ts'

/** What the person allowed this panel beyond the rule, each with the way to take it back. */
export function PanelFacts({ panel }: { panel: PanelView | undefined }) {
  const { bridge, run } = useClient()
  if (panel === undefined) return null
  const { id: panelId, trustedCertificate, allowsHttp } = panel
  return (
    <>
      {trustedCertificate && (
        <p className="key-consent">
          Trusts one certificate (
          <span className="mono" title={trustedCertificate.fingerprint}>
            {shortFingerprint(trustedCertificate.fingerprint)}
          </span>
          ), since {day(trustedCertificate.trustedAt)}.{' '}
          <button
            type="button"
            className="link"
            onClick={() => void run(() => bridge.call['panels:revokeCertificate']({ panelId }))}
          >
            Revoke
          </button>
        </p>
      )}
      {allowsHttp && (
        <p className="key-consent">
          Plain http allowed: the token travels readable.{' '}
          <button
            type="button"
            className="link"
            onClick={() => void run(() => bridge.call['panels:allowHttp']({ panelId, allowed: false }))}
          >
            Stop allowing
          </button>
        </p>
      )}
    </>
  )
}
