import { identifierIn } from '../../shared/model/identifier.ts'
import type { Notice } from '../../shared/model/notice-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import type { Unsaved } from './unsaved.ts'

/** Who reads the words: a person at the window, or one at the command line. */
export type SaveReader = 'window' | 'command-line'

/** What the words of a notice go by: the names of servers, and what undoes it. */
function wordsOf(all: readonly Unsaved[]) {
  const names = [...new Set(all.map(({ name }) => safeText(name)))]
  const isOne = names.length === 1
  return {
    isOne,
    worlds: `The ${isOne ? 'world' : 'worlds'} of ${names.join(', ')}`,
    servers: isOne ? 'the server' : 'the servers',
    undo: `Type “${[...new Set(all.map(({ undo }) => undo))].join('” or “')}” in ${isOne ? 'its console, or restart it' : 'their consoles, or restart them'}.`,
  }
}

/** The command line's own way to undo it, after which nothing more is said of it. */
const sendText = (all: readonly Unsaved[]) =>
  `Run ${all.map(({ ref, undo }) => `“servertray send ${identifierIn(ref)} ${undo}”`).join(' and ')}. Until then each command says this.`

/** The words for servers of which it is not known whether they save. */
export function unsure(all: readonly Unsaved[], reader: SaveReader): Notice {
  const { isOne, worlds, servers, undo } = wordsOf(all)
  return {
    id: 'saving-off',
    level: 'warning',
    message: `${worlds} may not be saved: a backup told ${servers} not to save, and it is not known whether ${isOne ? 'it was' : 'they were'} told to save again.`,
    hint: reader === 'window' ? undo : sendText(all),
  }
}

/** The words for servers that surely were not told to save again. */
export function untold(all: readonly Unsaved[], reader: SaveReader): Notice {
  const { isOne, worlds, servers, undo } = wordsOf(all)
  const next = reader === 'window' ? 'Servertray tells' : 'the next command, or Servertray itself, tells'
  const when = reader === 'window' ? ' at its next start' : ''
  return {
    id: 'saving-untold',
    level: 'warning',
    message: `${worlds} may not be saved: a backup told ${servers} not to save, and ${isOne ? 'it' : 'they'} could not be told to save again.`,
    hint: `${undo} Otherwise ${next} ${isOne ? 'it' : 'them'}${when}.`,
  }
}

/** The words for servers that a later run told to save again. */
export function mended(all: readonly Unsaved[], reader: SaveReader): Notice {
  const { isOne, worlds, servers } = wordsOf(all)
  return {
    id: 'saving-again',
    level: 'info',
    message: `${worlds} ${isOne ? 'was' : 'were'} not saved for a while, since Servertray ended before a backup had told ${servers} to save again. ${isOne ? 'It is' : 'They are'} saved again now.`,
    hint: `The panel may still have finished the backup: ${reader === 'window' ? 'look under Backups' : 'run backup list to see it'}.`,
  }
}
