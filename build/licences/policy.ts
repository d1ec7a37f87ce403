import { z } from 'zod'

/** Permissive licences: they require their notice, and nothing of the code around them. */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
])

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ license: z.string().optional(), dev: z.boolean().optional(), devOptional: z.boolean().optional() }),
  ),
})

export type Licensed = { readonly name: string; readonly licence: string | undefined }

/** The packages of a package-lock.json (version 3) that are not development-only, with their stated licences. */
export function shippedLicences(lock: string): Licensed[] {
  const { packages } = lockSchema.parse(JSON.parse(lock))
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.devOptional)
    .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), licence: entry.license }))
}

/** Those whose licence is not accepted. Of an `OR` one side must be; of an `AND` every side. */
export function refused(packages: readonly Licensed[]): Licensed[] {
  return packages.filter(({ licence }) => licence === undefined || !fits(licence))
}

function fits(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  // A nested expression is refused, so that a person decides.
  if (plain.includes('(')) return false
  return plain.split(' OR ').some((side) => side.split(' AND ').every((one) => accepted.has(one.trim())))
}
