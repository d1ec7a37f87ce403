import { readFileSync } from 'node:fs'

/** The text of a file; empty where there is none that can be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
