// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of divs, since table rows cannot be CSS grids of a fixed height
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid the rows and their buttons take the focus, not the cells

import { panelTrouble } from '../../../shared/keys/health.ts'
import { retryAt } from '../../../shared/keys/server-keys.ts'
import { describeServer, type ServerDescription, type ServerMark } from '../../../shared/model/describe-server.ts'
import { isAhead } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { clockTime, countdown } from '../../../shared/model/time-words.ts'
import { heldByBackupText, isHeldByBackup, isWaiting, waitingText } from '../../../shared/restart/plan-words.ts'
import type { Outcome } from '../../parts/outcome.ts'
import { countdownWord, isTimed } from '../../parts/restart/plan-in-row.ts'
import { useAppState, useSecond } from '../../state/hooks.ts'
import { Cpu, Memory } from './Load.tsx'
import { Players } from './Players.tsx'
import styles from './ServerRow.module.css'
import type { PlayersColumn } from './use-players-column.ts'

type StateCellsProps = {
  server: ServerView
  plan: PlanView | null
  outcome: Outcome | null
  /** The text about a bulk action that has yet to reach it. */
  turn: string | null
  players: PlayersColumn
  now: number
}

/** True for a server that is off, and not on purpose. */
export const useUnexpectedlyOff = (server: ServerView | undefined) =>
  useAppState(({ preferences }) => server?.state === 'offline' && !preferences.expectedOff.includes(server.ref))

/** A server's state; `whole` is more than its row has room for. */
type StateWords = ServerDescription & { readonly whole?: string }

/** The state in a word or two, with what holds it up: colour is for what is an exception. */
function useStateWord({ server, plan, now }: Pick<StateCellsProps, 'server' | 'plan' | 'now'>): StateWords {
  const isAway = useAppState((state) => panelTrouble(state, server.panelId) !== null)
  const isOff = useUnexpectedlyOff(server)
  const retry = useAppState((state) => retryAt(state, server, now))
  const counting = plan !== null && isAhead(plan) ? plan : null
  const second = useSecond((counting !== null && isTimed(counting)) || retry !== null)
  if (counting !== null) {
    const told = { mark: 'busy', word: countdownWord(counting, second) ?? '' } as const
    if (isHeldByBackup(counting)) return { ...told, whole: heldByBackupText }
    return isWaiting(counting) ? { ...told, whole: waitingText(counting) } : told
  }
  const told = describeServer(server, now, isAway)
  if (isOff && told.mark === 'offline') return { ...told, mark: 'bad' } as const
  return retry === null
    ? told
    : { ...told, word: `${told.word}, retry ${countdown(Math.floor(retry / 1_000) * 1_000, second)}` }
}

type StateWordProps = {
  server: ServerView
  mark: ServerMark
  word: string
  /** Nothing is told beside it. */
  isAlone: boolean
}

/** The state; of a server that runs while its game does not answer any more, since when. */
function StateWord({ server, mark, word, isAlone }: StateWordProps) {
  const frozenSince = useAppState(({ players }) => players[server.ref]?.frozenSince ?? null)
  if (isAlone && frozenSince !== null && mark === 'running')
    return (
      <span data-tone="busy" title="It runs, but its game does not answer any more.">
        No answer since {clockTime(frozenSince)}
      </span>
    )
  return <span data-tone={mark === 'running' ? 'calm' : mark}>{word}</span>
}

/** What is told beside a state. */
function Beside({ text, isBad }: { text: string; isBad: boolean }) {
  return (
    <span className={styles.beside}>
      <span> · </span>
      <span data-tone={isBad ? 'bad' : undefined}>{text}</span>
    </span>
  )
}

/** The cells of a row that tell how the server is: its state, what is new of it, players and load. */
export function StateCells({ server, plan, outcome, turn, players, now }: StateCellsProps) {
  const { mark, word, whole: told = word } = useStateWord({ server, plan, now })
  const isBad = outcome?.tone === 'bad'
  // What the state itself says (`Stop stalled`) is not said again.
  const short = isBad && !word.includes(outcome.short) ? outcome.short : null
  const beside = short ?? turn ?? (outcome?.tone === 'ok' ? outcome.short : null)
  const whole = isBad ? `${outcome.text} ${outcome.hint}`.trim() : undefined
  return (
    <>
      <div
        role="gridcell"
        className={styles.state}
        data-wide={(beside !== null && server.resources === null) || undefined}
        title={whole ?? [told, beside].filter(Boolean).join(' · ')}
      >
        <StateWord server={server} mark={mark} word={word} isAlone={beside === null} />
        {beside !== null && <Beside text={beside} isBad={short !== null} />}
      </div>
      {players !== null && (
        <div role="gridcell" data-text="note" data-column="players">
          {players === 'shown' && <Players server={server} now={now} />}
        </div>
      )}
      <div role="gridcell" data-text="note" data-column="cpu">
        <Cpu server={server} now={now} />
      </div>
      <div role="gridcell" data-text="note" data-column="memory">
        <Memory server={server} />
      </div>
    </>
  )
}
