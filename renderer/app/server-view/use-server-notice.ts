import { useShallow } from 'zustand/react/shallow'
import type { Permission } from '../../../shared/keys/permission.ts'
import { missingPermissionOfServer, serverRefusal } from '../../../shared/keys/server-keys.ts'
import { planOf } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import type { ConsoleTools } from '../../features/console/ToolBar.tsx'
import type { Outcome } from '../../parts/outcome.ts'
import { bannerKeys, tickOf } from '../../parts/servers/messages.ts'
import { type NoticeKind, noticeToShow } from '../../parts/servers/server-notice.ts'
import { useOutcome } from '../../parts/servers/use-outcome.ts'
import { useAppState, useNow } from '../../state/hooks.ts'

/** What the slot of a server's view tells. */
export type ServerNotice = {
  readonly kind: NoticeKind | null
  readonly plan: PlanView | null
  readonly outcome: Outcome | null
  readonly lacks: readonly Permission[]
  readonly refused: readonly Permission[]
  /** When the panel refused it, in unix milliseconds. */
  readonly refusedAt: number
  /** The reason of the failure stands beside the list already, as that of its key. */
  readonly isToldByBanner: boolean
}

const used = ['power', 'console'] as const

type Around = {
  readonly save: ConsoleTools['save']
  /** The head shows a countdown. */
  readonly isCountdownTold: boolean
  /** The keys whose failures the same window tells by name: of all servers, of this one, or none. */
  readonly banners: 'all' | 'own' | 'none'
}

/** Chooses what the slot tells. */
export function useServerNotice(server: ServerView, { save, isCountdownTold, banners }: Around): ServerNotice {
  const now = useNow(tickOf(server))
  const plan = useAppState((state) => planOf(state, server.ref))
  const outcome = useOutcome(server, now)
  const lacks = useAppState(
    useShallow((state) => used.filter((one) => missingPermissionOfServer(state, server, one, now) !== null)),
  )
  const refusals = useAppState(useShallow((state) => used.map((one) => serverRefusal(state, server, one, now))))
  const refused = used.filter((_, i) => refusals[i] != null)
  const message = server.action?.error?.message
  const isToldByBanner = useAppState(({ app, keys }) => {
    if (banners === 'none' || !app.online) return false
    const shown = bannerKeys(Object.values(keys).filter(({ id }) => banners === 'all' || server.keyIds.includes(id)))
    return shown.some(({ health }) => health.kind === 'failing' && health.error.message === message)
  })
  const saved = save.at === null ? null : { hasFailed: save.error !== null, at: save.at }
  const kind = noticeToShow({ plan, outcome, lacks, refused, saved, isCountdownTold })
  const refusedAt = Math.max(...refusals.map((at) => at ?? 0))
  return { kind, plan, outcome, lacks, refused, refusedAt, isToldByBanner }
}

/** The sentences of a notice that something below might say as well. */
export function sentencesOf({ kind, outcome, plan }: ServerNotice): string {
  if (kind === 'outcome' && outcome !== null) return `${outcome.text} ${outcome.hint}`
  return kind === 'plan' ? (plan?.error?.message ?? '') : ''
}
