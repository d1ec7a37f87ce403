import { useShallow } from 'zustand/react/shallow'
import type { ServerMark } from '../../shared/model/describe-server.ts'
import { attentionWord, countedMarks, countWord, summarise } from '../../shared/servers/summary.ts'
import { useAppState, useClient, useNow, useView } from '../state/hooks.ts'
import { allServers, isFull, toList, unfiltered } from '../state/view.ts'
import { Mark } from '../ui/Icon.tsx'
import visually from '../ui/visually.module.css'
import styles from './TopBar.module.css'

type CountProps = { mark: ServerMark; count: number; word: string; isOn: boolean; onClick: () => void }

function Count({ mark, count, word, isOn, onClick }: CountProps) {
  return (
    <li data-count={mark}>
      <button type="button" className={styles.count} title={`${count} ${word}`} aria-pressed={isOn} onClick={onClick}>
        <Mark mark={mark} />
        {count}
        <span className={visually.hidden}> {word}</span>
      </button>
    </li>
  )
}

/**
 * The number of servers with each mark, and of all that needs a person; a click lists only those, a second one all
 * again.
 */
export function Counts() {
  const { view } = useClient()
  const now = useNow(15_000)
  const counts = useAppState(useShallow((state) => summarise(state, now)))
  const wanted = useView((state) => state.mark)
  const isListed = useView((state) => state.page === 'servers' && !isFull(state))
  const onAttention = useView(({ filter }) => filter.kind === 'attention') && isListed
  const list = (choices: Parameters<typeof toList>[1]) => view.setState((now) => toList(now, choices))
  return (
    <ul className={styles.counts} aria-label="Servers by state">
      {countedMarks
        .filter((mark) => counts[mark] > 0 || mark === wanted)
        .map((mark) => (
          <Count
            key={mark}
            mark={mark}
            count={counts[mark]}
            word={countWord(mark, counts)}
            isOn={isListed && mark === wanted}
            onClick={() => list({ filter: allServers, mark: isListed && mark === wanted ? null : mark })}
          />
        ))}
      {counts.attention > 0 && (
        <Count
          mark="bad"
          count={counts.attention}
          word={attentionWord(counts.attention)}
          isOn={onAttention}
          onClick={() => list({ ...unfiltered, filter: onAttention ? allServers : { kind: 'attention' } })}
        />
      )}
    </ul>
  )
}
