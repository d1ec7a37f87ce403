import { useShallow } from 'zustand/react/shallow'
import { panelTrouble } from '../../shared/keys/health.ts'
import { attentionIn } from '../../shared/servers/attention.ts'
import { valuesOf } from '../../shared/tables.ts'
import { useAppState, useClient, useFilter, useNow, useView } from '../state/hooks.ts'
import { allServers, type Filter, type Page, toList, unfiltered } from '../state/view.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { monograms } from './monogram.ts'
import styles from './SideBar.module.css'

type EntryProps = {
  label: string
  /** What a narrow window shows of it: an icon, or two letters. */
  icon: IconName | { readonly letters: string }
  /** Not shown when zero. */
  count?: number | undefined
  /** What is wrong with it. */
  note?: string | null | undefined
  /** The count is shown in a narrow window too. */
  isUrgent?: boolean
  current: boolean
  onClick: () => void
}

function Entry({ label, icon, count = 0, note = null, isUrgent = false, current, onClick }: EntryProps) {
  return (
    <button
      type="button"
      className={styles.entry}
      data-flex="s2"
      data-hover
      aria-current={current ? 'page' : undefined}
      aria-label={[label, note, count > 0 && count].filter(Boolean).join(' ')}
      title={note === null ? label : `${label}: ${note}`}
      onClick={onClick}
    >
      {/* The letters are drawn, not text: the name is what is read. */}
      <span
        className={styles.icon}
        aria-hidden="true"
        data-letters={typeof icon === 'string' ? undefined : icon.letters}
      >
        {typeof icon === 'string' && <Icon name={icon} />}
      </span>
      <span className={styles.label} data-cut>
        {label} {note !== null && <small className={styles.note}>{note}</small>}
      </span>{' '}
      {/* The blanks before it and the note part the words, as in the button's name. */}
      {count > 0 && (
        <span className={styles.count} data-end data-text="faint" data-urgent={isUrgent || undefined}>
          {count}
        </span>
      )}
    </button>
  )
}

const pages = [
  ['keys', 'API keys', 'key'],
  ['schedules', 'Planned restarts', 'calendar'],
  ['activity', 'Activity', 'activity'],
  ['settings', 'Settings', 'settings'],
] as const satisfies readonly (readonly [Page, string, IconName])[]

const panelOf = (filter: Filter) => (filter.kind === 'panel' ? filter.id : null)
const isSame = (one: Filter, other: Filter) => one.kind === other.kind && panelOf(one) === panelOf(other)

export function SideBar() {
  const { view } = useClient()
  const page = useView((state) => state.page)
  const shown = useFilter()
  // A grace or a piece of news may end while nothing changes.
  const now = useNow(15_000)
  const panels = useAppState(useShallow((state) => Object.values(state.panels)))
  const counts = useAppState(
    useShallow((state) => {
      const servers = valuesOf(state.servers)
      return {
        all: servers.length,
        attention: attentionIn(state, now).count,
        pinned: servers.filter((server) => state.preferences.pinned.includes(server.ref)).length,
      }
    }),
  )
  const sizes = useAppState(
    useShallow(({ servers }) => {
      const byPanel = Map.groupBy(valuesOf(servers), ({ panelId }) => panelId)
      return panels.map(({ id }) => byPanel.get(id)?.length ?? 0)
    }),
  )
  const troubles = useAppState(
    useShallow((state) => panels.map(({ id }) => (state.app.online ? panelTrouble(state, id) : null))),
  )
  const letters = monograms(panels.map(({ name }) => name))
  const toFilter = (filter: Filter) => ({
    current: page === 'servers' && isSame(filter, shown),
    // Another view shows all of what it names, whatever was filtered before.
    onClick: () => view.setState((now) => toList(now, { ...unfiltered, filter })),
  })
  const { all, attention, pinned } = counts
  const hasPins = pinned !== 0 || shown.kind === 'pinned'
  return (
    <nav className={styles.side} data-frame data-scroll data-shade aria-label="Views">
      <Entry label="All servers" icon="servers" count={all} {...toFilter(allServers)} />
      <Entry label="Needs attention" icon="attention" count={attention} isUrgent {...toFilter({ kind: 'attention' })} />
      {hasPins && <Entry label="Pinned" icon="pin" count={pinned} {...toFilter({ kind: 'pinned' })} />}
      <h2 data-text="faint">Panels</h2>
      {panels.map(({ id, name }, i) => (
        <Entry
          key={id}
          label={name}
          icon={{ letters: letters[i] ?? '' }}
          count={sizes[i]}
          note={troubles[i]}
          {...toFilter({ kind: 'panel', id })}
        />
      ))}
      <div className={styles.foot}>
        {pages.map(([to, label, icon]) => (
          <Entry key={to} label={label} icon={icon} current={page === to} onClick={() => view.setState({ page: to })} />
        ))}
      </div>
    </nav>
  )
}
