import { count } from '../../ui/format.ts'

/** What an import brought. */
export function importedWords({ added, known }: { readonly added: number; readonly known: number }): string {
  const were = (n: number) => (n === 1 ? 'was' : 'were')
  const parts = [
    added > 0 && `${count(added, 'key')} ${were(added)} added. Paste each token with Replace token.`,
    known > 0 && `${count(known, 'key')} ${were(known)} already here.`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(' ') : 'There were no keys in that file.'
}
