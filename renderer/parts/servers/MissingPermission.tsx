import { useShallow } from 'zustand/react/shallow'
import type { MissingPermission, Permission } from '../../../shared/keys/permission.ts'
import type { Need } from '../../../shared/keys/rights.ts'
import { type MissingPower, missingPermissionOfServer, serverRefusal } from '../../../shared/keys/server-keys.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { capitalised } from '../../../shared/model/text.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { useAppState } from '../../state/hooks.ts'
import { stopped } from '../area/stopped.ts'

/** Why no key of the server can be used for something; null where one may. */
export function useMissingPermission(server: ServerView | undefined, need: Need): MissingPermission | null {
  return useAppState(
    useShallow((state) => (server === undefined ? null : missingPermissionOfServer(state, server, need, Date.now()))),
  )
}

/** The same for each signal. */
export function useMissingPower(server: ServerView): MissingPower {
  const start = useMissingPermission(server, 'control.start')
  const stop = useMissingPermission(server, 'control.stop')
  const restart = useMissingPermission(server, 'control.restart')
  return { start, stop, restart, kill: stop }
}

/** `was refused 12:04`, where the panel refused something to the keys of a server; another try may work. */
export function useRefusalNote(server: ServerView | undefined, permission: Permission): string | null {
  const at = useAppState((state) =>
    server === undefined ? null : serverRefusal(state, server, permission, Date.now()),
  )
  return at === null ? null : `was refused ${clockTime(at)}`
}

/**
 * Props for a button that lacks its permission: it stays reachable by keyboard and pointer, so that the reason can be
 * read.
 */
export const missingPermissionProps = (missing: MissingPermission | null) =>
  missing === null ? {} : { 'aria-disabled': true, title: `${capitalised(missing.reason)}. ${missing.hint}` }

/**
 * Props for the button of a signal that is shut, as for one that lacks its permission.
 * @param reason why, in a few words; null where it is open
 */
export const shutProps = (signal: string, reason: string | null, missing: MissingPermission | null) =>
  missing === null ? stopped(reason && `${signal}: ${reason}`) : missingPermissionProps(missing)
