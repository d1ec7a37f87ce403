import type { LiveServer } from '../machine/live-server.ts'

/** How what the node did by itself becomes known. */
export type Report = {
  /** Notes it in the server's activity, as done by nobody. */
  record(server: LiveServer, event: string, properties: Readonly<Record<string, unknown>>): void
  /** Sends an event to the clients of the server's console. */
  tell(server: LiveServer, message: { readonly event: string; readonly args: readonly string[] }): void
}
