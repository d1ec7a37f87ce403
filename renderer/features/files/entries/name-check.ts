import { isFileName, isPlainName } from '../../../../shared/files/files.ts'

/** Maximum length of a name in the bytes of UTF-8, by the file systems of servers. */
const maxNameBytes = 255

/**
 * What speaks against a name that a person typed, as a sentence; null for nothing, also while nothing is typed.
 * @param taken the names in the folder
 * @param own the name that is changed, which is no other one
 */
export function nameProblem(name: string, taken: ReadonlySet<string>, own: string | null): string | null {
  if (name === '' || name === own) return null
  if (name.includes('/')) return 'A name can’t have a / in it.'
  if (new TextEncoder().encode(name).length > maxNameBytes) return 'This name is too long.'
  if (!isFileName(name)) return 'This name stands for a folder itself.'
  if (!isPlainName(name)) return 'It has characters that can’t be seen, or a blank at an end.'
  return taken.has(name) ? 'There is a file or folder with that name already.' : null
}

/** The name of the file that a web address leads to, by the last part of its path; empty where that is no plain name. */
export function nameInAddress(address: string): string {
  const last = URL.parse(address)?.pathname.split('/').at(-1) ?? ''
  try {
    const name = decodeURIComponent(last)
    return isPlainName(name) ? name : ''
  } catch {
    return ''
  }
}
