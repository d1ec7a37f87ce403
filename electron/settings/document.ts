import { z } from 'zod'
import { parseJson } from '../lib/parse-json.ts'
import { currentVersion, type Settings, settingsSchema } from './schema.ts'
import { migrateV1 } from './versions/v1.ts'
import { migrateV2 } from './versions/v2.ts'
import { migrateV3 } from './versions/v3.ts'
import { migrateV4 } from './versions/v4.ts'
import { migrateV5 } from './versions/v5.ts'
import { migrateV6 } from './versions/v6.ts'
import { migrateV7 } from './versions/v7.ts'

type Document = Readonly<Record<string, unknown>>

/** One step from each version to the next. A released step is never changed. */
const migrations: Readonly<Record<number, (old: Document) => Document>> = {
  1: migrateV1,
  2: migrateV2,
  3: migrateV3,
  4: migrateV4,
  5: migrateV5,
  6: migrateV6,
  7: migrateV7,
}

/** Versions up to 5 kept the ciphertexts of safe-storage among the settings. */
const ciphertextsSchema = z.record(z.string(), z.string()).catch({})

const versionedSchema = z.looseObject({ version: z.int().min(1) })

/**
 * What a settings file holds. `version` is the one it was written in; `ciphertexts`, by key id, are those that versions
 * up to 5 kept there.
 */
export type SettingsDocument =
  | {
      readonly kind: 'settings'
      readonly settings: Settings
      readonly version: number
      readonly ciphertexts: Readonly<Record<string, string>>
    }
  | { readonly kind: 'newer' }
  | { readonly kind: 'broken'; readonly reason: string }

/** Reads a settings file's text, of this version or an older one. Pure; never throws, whatever the text. */
export function readDocument(text: string): SettingsDocument {
  const versioned = versionedSchema.safeParse(parseJson(text))
  if (!versioned.success) return { kind: 'broken', reason: 'it is no JSON object with a version' }
  const { version } = versioned.data
  if (version > currentVersion) return { kind: 'newer' }
  let document: Document = versioned.data
  for (let from = version; from < currentVersion; from += 1) document = migrations[from]?.(document) ?? document
  const parsed = settingsSchema.safeParse(document)
  if (parsed.success) {
    const ciphertexts = ciphertextsSchema.parse(versioned.data.ciphertexts)
    return { kind: 'settings', settings: parsed.data, version, ciphertexts }
  }
  const places = parsed.error.issues.map((issue) => issue.path.join('.')).slice(0, 5)
  return { kind: 'broken', reason: `unexpected values at ${places.join(', ')}` }
}
