import type { TrustedCertificate } from '../certificate.ts'
import type { PanelId } from './identifier.ts'

/** `demo` is the panel that comes inside the app; its port may change from run to run. */
export type PanelKind = 'remote' | 'demo'

/** What a panel speaks: `core` is the client API alone, `pterodactyl` also tells states and resources. */
export type Dialect = 'core' | 'pterodactyl'

/** A hosting panel as the window sees it. `baseUrl` is the client API's `{base_url}`. */
export type PanelView = {
  id: PanelId
  kind: PanelKind
  name: string
  baseUrl: string
  /** As the last list showed; `core` before the first. */
  dialect: Dialect
  /** True where the last list showed that it is Pelican, whose pages stand elsewhere. */
  isPelican?: boolean
  /** A person has allowed plain http, which sends the token unencrypted; needed in private networks only. */
  allowsHttp: boolean
  trustedCertificate: TrustedCertificate | null
}
