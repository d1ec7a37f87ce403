import { localName } from '../transfers/local-name.ts'

/** Endings that every system opens in an editor, and never runs. A table (`.csv`) opens where its formulas are run. */
const plainEndings = /\.(?:txt|log|json|ya?ml|md)$/i

/**
 * The name of the copy that the person's own editor gets. A system may run what it opens by its ending, such as `.bat`,
 * `.js`, `.jar` or `.desktop`: so whatever is not known to be a plain text ends in `.txt`.
 */
export function editorName(foreign: string): string {
  const name = localName(foreign)
  return plainEndings.test(name) ? name : `${name}.txt`
}
