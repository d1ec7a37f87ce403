import { keyLabelSchema } from '../../shared/keys/contract.ts'
import type { KeyId, PanelId } from '../../shared/model/identifier.ts'
import { keyIdSchema, panelIdSchema } from '../../shared/model/identifier-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { parseBaseUrl } from '../panel/address.ts'
import { defaultSettings, type KeyEntry, newPanel, type PanelEntry, readDocument, type Settings } from './schema.ts'

/** Bounds on an imported file, which may come from anybody. */
export const maxImportBytes = 1_000_000
const maxPanels = 200
const maxKeys = 1_000

/** Panels and keys of an import: without tokens, and with ids that mean nothing in this app. */
export type Imported = { readonly panels: readonly PanelEntry[]; readonly keys: readonly KeyEntry[] }

/**
 * The panels and keys as a settings document of their own, without tokens in any form. What belongs to this
 * computer stays: the demo panel, the window's place, and every field that is not named here.
 */
export function exportSettings(settings: Settings): string {
  const panels = settings.panels.filter(({ kind }) => kind === 'remote').map(newPanel)
  const keys = settings.keys
    .filter((key) => panels.some((panel) => panel.id === key.panelId))
    .map(({ id, panelId, label, permissions, listsAll = false }) => {
      return { id, panelId, label, permissions, ...(listsAll && { listsAll }), tokenIn: null }
    })
  const document: Settings = { ...defaultSettings, panels, keys }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** The host decides where a token goes, so it stands before the imported name, which anybody may have written. */
const nameWithHost = (name: string, host: string): string =>
  name === '' || name === host || name.startsWith(`${host} (`) ? name || host : `${host} (${name})`

function importPanel(panel: PanelEntry): PanelEntry | null {
  const baseUrl = parseBaseUrl(panel.baseUrl)
  if (!baseUrl.ok) return null
  const name = nameWithHost(safeText(panel.name, 100), new URL(baseUrl.value).host)
  // Consents that were given on another computer are never taken from a file.
  return newPanel({ ...panel, baseUrl: baseUrl.value, name })
}

function importKey(key: KeyEntry): KeyEntry | null {
  const label = keyLabelSchema.safeParse(safeText(key.label, 60))
  return label.success ? { ...key, label: label.data, tokenIn: null } : null
}

/**
 * Reads exported settings, of this version or an older one, also a whole settings file. One entry that cannot
 * be used refuses all. Fails with `import-refused` or `settings-newer`.
 */
export function importSettings(text: string): Result<Imported> {
  if (text.length > maxImportBytes) return fail('import-refused')
  const document = readDocument(text)
  if (document.kind === 'newer') {
    return fail('settings-newer', { message: 'That file was made with a newer version of Servertray.' })
  }
  if (document.kind === 'broken') return fail('import-refused')
  const panels = document.settings.panels.filter((panel) => panel.kind === 'remote')
  const keys = document.settings.keys.filter((key) => panels.some((panel) => panel.id === key.panelId))
  if (panels.length > maxPanels || keys.length > maxKeys) return fail('import-refused')
  const goodPanels = panels.map(importPanel).filter((panel) => panel !== null)
  const goodKeys = keys.map(importKey).filter((key) => key !== null)
  const isWhole = goodPanels.length === panels.length && goodKeys.length === keys.length
  return isWhole ? ok({ panels: goodPanels, keys: goodKeys }) : fail('import-refused')
}

/**
 * Adds what an import brought, behind what is there. A panel is known by its base address, a key by its panel
 * and label; known ones stay as they are. Every new entry gets an id of this app, so that none can lay claim to
 * a token in the vault.
 */
export function mergeImported(
  settings: Settings,
  imported: Imported,
  newId: () => string,
): { readonly settings: Settings; readonly added: readonly KeyId[]; readonly known: number } {
  const panels = [...settings.panels]
  const keys = [...settings.keys]
  const added: KeyId[] = []
  const idOf = (panel: PanelEntry): PanelId => {
    const known = panels.find(({ kind, baseUrl }) => kind === panel.kind && baseUrl === panel.baseUrl)
    if (known !== undefined) return known.id
    const id = panelIdSchema.parse(newId())
    panels.push({ ...panel, id })
    return id
  }
  for (const key of imported.keys) {
    const panel = imported.panels.find(({ id }) => id === key.panelId)
    if (panel === undefined) continue
    const panelId = idOf(panel)
    if (keys.some((known) => known.panelId === panelId && known.label === key.label)) continue
    const id = keyIdSchema.parse(newId())
    keys.push({ ...key, id, panelId })
    added.push(id)
  }
  return { settings: { ...settings, panels, keys }, added, known: imported.keys.length - added.length }
}
