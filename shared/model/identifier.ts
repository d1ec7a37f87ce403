import { z } from 'zod'

/** A server's short identifier: exactly 8 characters of `[0-9A-Za-z]` (client API, *Server*). */
export const serverIdentifierSchema = z
  .string()
  .regex(/^[0-9A-Za-z]{8}$/)
  .brand<'ServerIdentifier'>()
export type ServerIdentifier = z.infer<typeof serverIdentifierSchema>

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

/** Names one server across panels: `{panelId}/{identifier}`. */
export const serverRefSchema = z
  .string()
  .regex(/^[a-z0-9-]{1,64}\/[0-9A-Za-z]{8}$/)
  .brand<'ServerRef'>()
export type ServerRef = z.infer<typeof serverRefSchema>

/** Builds the reference of a server from its two parts. */
export function serverRef(panel: PanelId, identifier: ServerIdentifier): ServerRef {
  return serverRefSchema.parse(`${panel}/${identifier}`)
}
