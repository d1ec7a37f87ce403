import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** A test, or a group of tests, that was left out. */
const skippedSchema = z.object({ name: z.string(), reason: z.string() })
export type Skipped = z.infer<typeof skippedSchema>

/** Names the file in which the parts of one run gather what they skip; without it each prints its own list. */
export const skippedFileVariable = 'SERVERTRAY_SKIPPED_FILE'

/** The list to print, each name once; null where nothing was skipped. */
export function describeSkipped(skipped: readonly Skipped[]): string | null {
  const lines = new Set(skipped.map(({ name, reason }) => `  ${name}: ${reason}`))
  return lines.size === 0 ? null : ['Skipped:', ...lines].join('\n')
}

function print(skipped: readonly Skipped[]): void {
  const list = describeSkipped(skipped)
  if (list !== null) console.log(`\n${list}`)
}

/** Takes what one part of a run has skipped: printed, or kept for the list at the end of the whole run. */
export function reportSkipped(skipped: readonly Skipped[], file = process.env[skippedFileVariable]): void {
  if (file === undefined) print(skipped)
  else appendFileSync(file, skipped.map((one) => `${JSON.stringify(one)}\n`).join(''))
}

/** What the parts of a run have gathered in a file. */
export function readSkipped(file: string): Skipped[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => skippedSchema.parse(JSON.parse(line)))
}

/** Prints what the parts of a run have gathered in a file. */
export const printSkipped = (file: string): void => print(readSkipped(file))
