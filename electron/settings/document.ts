import { z } from 'zod'
import { parseJson } from '../parse-json.ts'
import { currentVersion, type Settings, settingsSchema } from './schema.ts'
import { migrateV1 } from './versions/v1.ts'
import { migrateV2 } from './versions/v2.ts'
import { migrateV3 } from './versions/v3.ts'
import { migrateV4 } from './versions/v4.ts'

type Document = Readonly<Record<string, unknown>>

/** From each older version to the next. A step is never changed once it was released. */
const migrations: Readonly<Record<number, (old: Document) => Document>> = {
  1: migrateV1,
  2: migrateV2,
  3: migrateV3,
  4: migrateV4,
}

const versionedSchema = z.looseObject({ version: z.int().min(1) })

/** What a text on disk turned out to be. `version` is the one it was written in. */
export type SettingsDocument =
  | { readonly kind: 'settings'; readonly settings: Settings; readonly version: number }
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
  if (parsed.success) return { kind: 'settings', settings: parsed.data, version }
  const places = parsed.error.issues.map((issue) => issue.path.join('.')).slice(0, 5)
  return { kind: 'broken', reason: `unexpected values at ${places.join(', ')}` }
}
