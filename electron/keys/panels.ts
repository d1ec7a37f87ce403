import type { Fingerprint } from '../../shared/certificate-schema.ts'
import type { PanelId } from '../../shared/model/identifier.ts'
import { fail, type Result } from '../../shared/result.ts'
import { needsConsent } from '../panel/address.ts'
import type { PanelAccess } from '../panel/types.ts'
import { type PanelEntry, withEntry } from '../settings/schema.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { StateStore } from '../state/store.ts'
import { changePanel } from '../state/updates.ts'

/** What a person allows beyond the rule, for the panel they are about to add. */
export type Consent = { readonly allowsHttp?: boolean | undefined; readonly fingerprint?: Fingerprint | undefined }

/** The part of a consent that a panel at this address has use for, as it is stored. */
export function keptConsent(baseUrl: string, consent: Consent, now: number): Partial<PanelEntry> {
  const { allowsHttp, fingerprint } = consent
  return {
    ...(allowsHttp === true && needsConsent(baseUrl) && { allowsHttp }),
    ...(fingerprint !== undefined &&
      baseUrl.startsWith('https:') && { trustedCertificate: { fingerprint, trustedAt: now } }),
  }
}

/** What a person may allow a panel. */
export type Allowed = Partial<Pick<PanelEntry, 'allowsHttp' | 'trustedCertificate'>>

/** What persons have allowed each panel beyond the rule: kept in the settings, shown in the state. */
export function createPanels({ store, settings }: { store: StateStore; settings: SettingsStore }) {
  return {
    /** What the panel at a base address is allowed: what is stored for it, and what is being consented to. */
    accessTo(baseUrl: string, consent: Consent = {}): PanelAccess {
      const known = settings.get().panels.find((panel) => panel.baseUrl === baseUrl)
      return {
        allowsHttp: consent.allowsHttp === true || known?.allowsHttp === true,
        fingerprint: consent.fingerprint ?? known?.trustedCertificate?.fingerprint ?? null,
      }
    },
    /** Changes what a panel is allowed: plain http in a private network, or the one certificate that is trusted. */
    change(panelId: PanelId, by: Allowed): Result<void> {
      if (!settings.get().panels.some((panel) => panel.id === panelId)) return fail('unknown-panel')
      const written = settings.update((now) => ({ ...now, panels: withEntry(now.panels, panelId, by) }))
      if (written.ok) store.update(changePanel(panelId, by))
      return written
    },
  }
}
