import { z } from 'zod'
import { parseJson } from '../lib/parse-json.ts'
import { currentVersion, type Settings, settingsSchema } from './schema.ts'

const versionedSchema = z.looseObject({ version: z.int().min(1) })

/** What a settings file holds. */
export type SettingsDocument =
  | { readonly kind: 'settings'; readonly settings: Settings }
  | { readonly kind: 'newer' }
  | { readonly kind: 'broken'; readonly reason: string }

/**
 * Reads a settings file's text; what an older file has no field for gets its default. Pure; never throws, whatever the
 * text.
 */
export function readDocument(text: string): SettingsDocument {
  const versioned = versionedSchema.safeParse(parseJson(text))
  if (!versioned.success) return { kind: 'broken', reason: 'it is no JSON object with a version' }
  if (versioned.data.version > currentVersion) return { kind: 'newer' }
  const parsed = settingsSchema.safeParse({ ...versioned.data, version: currentVersion })
  if (parsed.success) return { kind: 'settings', settings: parsed.data }
  const places = parsed.error.issues.map((issue) => issue.path.join('.')).slice(0, 5)
  return { kind: 'broken', reason: `unexpected values at ${places.join(', ')}` }
}
