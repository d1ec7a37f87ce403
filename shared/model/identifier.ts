import type { z } from 'zod'
import { withoutUnsafe } from './text.ts'

/** Eight characters, blanks only between others, none that begins another segment of an address. */
const shape = /^(?=\S.*\S$)[^/\\\p{Cc}\p{Cs}]{8}$/u

/**
 * A server's short identifier: exactly 8 characters (client API, *Server*). No alphabet is given for them, so it may be
 * any that can stand in a segment of an address when escaped, and that a person can see.
 */
export type ServerIdentifier = string & z.$brand<'ServerIdentifier'>

/** The rule of the schema by itself, for what stands before every request. */
export function isServerIdentifier(text: string): boolean {
  return shape.test(text) && withoutUnsafe(text) === text
}

/** The app's own id of a panel: lower-case letters, digits and dashes. */
export type PanelId = string & z.$brand<'PanelId'>

/** The app's own id of an API key entry. Says nothing about the token. */
export type KeyId = string & z.$brand<'KeyId'>

/** Names one server across panels: `{panelId}/{identifier}`. Neither part has a slash in it. */
export type ServerRef = string & z.$brand<'ServerRef'>

/** Builds the reference of a server from its two parts. */
export function serverRef(panel: PanelId, identifier: ServerIdentifier): ServerRef {
  // Both parts were parsed before, and a fleet has thousands of them.
  return `${panel}/${identifier}` as ServerRef
}
