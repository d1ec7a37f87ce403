import { z } from 'zod'
import { withoutUnsafe } from './text.ts'

/** Eight characters, blanks only between others, none that begins another segment of an address. */
const shape = /^(?=\S.*\S$)[^/\\\p{Cc}\p{Cs}]{8}$/u

/**
 * A server's short identifier: exactly 8 characters (client API, *Server*). No alphabet is given for them, so it may be
 * any that can stand in a segment of an address when escaped, and that a person can see.
 */
export const serverIdentifierSchema = z.string().refine(isServerIdentifier).brand<'ServerIdentifier'>()
export type ServerIdentifier = z.infer<typeof serverIdentifierSchema>

/** The rule of the schema by itself, for what stands before every request. */
export function isServerIdentifier(text: string): boolean {
  return shape.test(text) && withoutUnsafe(text) === text
}

/** The app's own id of a panel: lower-case letters, digits and dashes. */
export const panelIdSchema = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/)
  .brand<'PanelId'>()
export type PanelId = z.infer<typeof panelIdSchema>

/** The app's own id of an API key entry. Says nothing about the token. */
export const keyIdSchema = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/)
  .brand<'KeyId'>()
export type KeyId = z.infer<typeof keyIdSchema>

/** Names one server across panels: `{panelId}/{identifier}`. Neither part has a slash in it. */
export const serverRefSchema = z
  .string()
  .refine((text) => {
    const slash = text.indexOf('/')
    const [panel, identifier] = [text.slice(0, slash), text.slice(slash + 1)]
    return slash > 0 && panelIdSchema.safeParse(panel).success && serverIdentifierSchema.safeParse(identifier).success
  })
  .brand<'ServerRef'>()
export type ServerRef = z.infer<typeof serverRefSchema>

/** Builds the reference of a server from its two parts. */
export function serverRef(panel: PanelId, identifier: ServerIdentifier): ServerRef {
  // Both parts were parsed before, and a fleet has thousands of them.
  return `${panel}/${identifier}` as ServerRef
}
