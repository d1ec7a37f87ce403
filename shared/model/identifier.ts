import type { z } from 'zod'
import { withoutUnsafe } from './text.ts'

/** Eight characters; blanks only between others; none that ends a segment of an address. */
const shape = /^(?=\S.*\S$)[^/\\\p{Cc}\p{Cs}]{8}$/u

/**
 * A server's short identifier: exactly 8 characters (client API, *Server*). The document gives no alphabet, so any
 * visible text is accepted that fits into a segment of an address when escaped.
 */
export type ServerIdentifier = string & z.$brand<'ServerIdentifier'>

/** The schema's rule as a function, for the check before every request. */
export const isServerIdentifier = (text: string): text is ServerIdentifier =>
  shape.test(text) && withoutUnsafe(text) === text

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A server's full uuid, in small letters, which panels take in place of the identifier (panel API, *{server}*). */
export const isServerUuid = (text: string): boolean => uuidShape.test(text)

/** The app's own id of a panel: lower-case letters, digits and dashes. */
export type PanelId = string & z.$brand<'PanelId'>

/** The app's own id of an API key. Says nothing about the token. */
export type KeyId = string & z.$brand<'KeyId'>

/** Names one server across panels: `{panelId}/{identifier}`. Neither part has a slash in it. */
export type ServerRef = string & z.$brand<'ServerRef'>

/** Builds the reference of a server from its two parts. */
export function serverRef(panel: PanelId, identifier: ServerIdentifier): ServerRef {
  // No parsing: both parts were parsed before, and a fleet has thousands of servers.
  return `${panel}/${identifier}` as ServerRef
}

/** The panel that a server is on. */
export const panelOf = (ref: ServerRef): PanelId => ref.slice(0, ref.indexOf('/')) as PanelId

/** The identifier of a server on its panel. */
export const identifierIn = (ref: ServerRef): ServerIdentifier => ref.slice(ref.indexOf('/') + 1) as ServerIdentifier
