import { useEffect } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { attempt } from '../../bridge/bridge.ts'
import type { Line } from '../../parts/servers/list.ts'
import { useClient } from '../../state/hooks.ts'

/** Delay in milliseconds until scrolling has come to rest, so that rows passed on the way do not count. */
const settleMs = 250

/** Tells the app which servers a person sees, so that they are polled more often; none while the page is hidden. */
export function useVisibleServers(lines: readonly Line[]): void {
  const { bridge } = useClient()
  const seen = lines.flatMap((line) => (line.kind === 'server' ? [line.ref] : []))
  const joined = seen.join(' ')
  useEffect(() => {
    const tell = (refs: string) =>
      void attempt(() => bridge.call('servers:setVisible', { refs: refs.split(' ').filter(Boolean) as ServerRef[] }))
    const follow = () => tell(document.visibilityState === 'visible' ? joined : '')
    const timer = setTimeout(follow, settleMs)
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [bridge, joined])
  useEffect(() => () => void attempt(() => bridge.call('servers:setVisible', { refs: [] })), [bridge])
}
