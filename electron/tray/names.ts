import type { ServerRef } from '../../shared/model/identifier.ts'
import { safeText } from '../../shared/model/text.ts'
import { maxNameLength, serverNames } from '../../shared/servers/names.ts'
import type { AppState } from '../../shared/state/state-schema.ts'

/** Letters of right-to-left scripts: Hebrew, Arabic and their neighbours. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Foreign text as a menu shows it: without invisible characters, cut at 40, ampersands escaped, since menus read
 * a single one as a mnemonic.
 */
export const menuName = (name: string): string => forMenu(safeText(name, maxNameLength))

/** Isolates right-to-left text, so that it does not reorder what stands beside it. */
function forMenu(text: string): string {
  const escaped = text.replaceAll('&', '&&')
  return rightToLeft.test(escaped) ? `\u2068${escaped}\u2069` : escaped
}

/** What each server is called in a menu. */
export function menuNames(state: Pick<AppState, 'servers' | 'panels'>): (ref: ServerRef) => string {
  const nameOf = serverNames(state)
  return (ref) => forMenu(nameOf(ref))
}
