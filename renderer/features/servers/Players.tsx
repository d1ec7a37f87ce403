import { slotsText, sourceText, unknownWords } from '../../../shared/model/player-words.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { useAppState } from '../../state/hooks.ts'
import visually from '../../ui/visually.module.css'
import styles from './ServerRow.module.css'

/** How many are on a running server, with where that comes from; a dash where it is not known, with the reason. */
export function Players({ server, now }: { server: ServerView; now: number }) {
  const view = useAppState((state) => state.players[server.ref])
  if (server.state !== 'running') return null
  const count = view?.count ?? null
  if (count === null) {
    const { why, hint } = unknownWords[view?.unknown ?? 'off']
    return (
      <small title={`${why} ${hint}`.trim()}>
        <span aria-hidden="true">–</span>
        <span className={visually.hidden}>Not known. {why}</span>
      </small>
    )
  }
  const [online, max] = slotsText(count).split(' / ')
  return (
    <span className={styles.players} title={sourceText(count, now)}>
      {online}
      {max !== undefined && <small> / {max}</small>}
      <span className={visually.hidden}>, {sourceText(count, now)}</span>
    </span>
  )
}
