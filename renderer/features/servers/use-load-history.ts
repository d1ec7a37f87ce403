import { useEffect, useState } from 'react'
import type { LoadPoint } from '../../../shared/load-history/contract.ts'
import { type HistorySpan, historySpans } from '../../../shared/load-history/load-history.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useClient } from '../../state/hooks.ts'

type Answer = { readonly of: string; readonly result: Result<{ points: LoadPoint[] }> }

/**
 * What is kept of a server's load: asked for as it is first shown, and again with each step of the span while somebody
 * looks. Null until the first answer, and for no span.
 */
export function useLoadHistory(ref: ServerRef, span: HistorySpan | null): Answer['result'] | null {
  const { bridge } = useClient()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const of = `${span} ${ref}`
  useEffect(() => {
    if (span === null) return
    let isShown = true
    const ask = async () => {
      if (document.hidden) return
      const result = await attempt(() => bridge.call('servers:load', { ref, span }))
      if (isShown) setAnswer({ of, result })
    }
    void ask()
    const timer = setInterval(() => void ask(), Math.min(60_000, historySpans[span].stepMs))
    document.addEventListener('visibilitychange', ask)
    return () => {
      isShown = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [bridge, ref, span, of])
  return answer?.of === of ? answer.result : null
}
