import { useShallow } from 'zustand/react/shallow'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { useAppState, useView } from '../../state/hooks.ts'

/** The servers with open consoles, where there are two or more: fewer need no tabs. */
export function useTabs(): readonly ServerView[] {
  const tabs = useView((view) => view.tabs)
  const servers = useAppState(useShallow((state) => tabs.flatMap((ref) => state.servers[ref] ?? [])))
  return servers.length < 2 ? [] : servers
}
