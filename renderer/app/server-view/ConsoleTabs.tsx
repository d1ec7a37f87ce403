import { describeServer } from '../../../shared/model/describe-server.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { tickOf } from '../../parts/servers/messages.ts'
import { useClient, useNow, useView } from '../../state/hooks.ts'
import { Icon, Mark } from '../../ui/Icon.tsx'
import visually from '../../ui/visually.module.css'
import styles from './ConsoleTabs.module.css'
import { useTabs } from './use-tabs.ts'

type TabProps = { server: ServerView; isOpen: boolean; onOpen: () => void; onClose: () => void }

/** A tab. The cross is for the pointer; with the keyboard Delete closes it. */
function Tab({ server, isOpen, onOpen, onClose }: TabProps) {
  const { mark, word } = describeServer(server, useNow(tickOf(server)))
  return (
    <div className={styles.tab} data-open={isOpen || undefined} role="presentation">
      <button
        type="button"
        role="tab"
        aria-selected={isOpen}
        aria-keyshortcuts="Delete"
        tabIndex={isOpen ? 0 : -1}
        title={`${server.name}, ${word}`}
        onClick={(event) => {
          // After a click the focus goes to the input; with arrow keys it stays in the tabs.
          if (event.detail > 0) event.currentTarget.blur()
          onOpen()
        }}
      >
        <Mark mark={mark} />
        <span data-cut>{server.name}</span>
        <span className={visually.hidden}>, {word}</span>
      </button>
      <button type="button" tabIndex={-1} aria-hidden="true" title={`Close ${server.name}`} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  )
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The tabs of open consoles, where there are two or more; arrow keys move between them. */
export function ConsoleTabs() {
  const client = useClient()
  const open = useView((view) => view.open)
  const servers = useTabs()
  if (servers.length === 0) return null

  const show = (ref: ServerRef) => client.show(ref)
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Delete' && open !== null) client.closeTab(open)
    const step = steps[event.key]
    const to =
      step &&
      servers[
        step(
          servers.findIndex(({ ref }) => ref === open),
          servers.length,
        )
      ]
    if (to === undefined) return
    event.preventDefault()
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[servers.indexOf(to)]?.focus()
    show(to.ref)
  }
  return (
    <div className={styles.tabs} role="tablist" aria-label="Open consoles" onKeyDown={onKeyDown}>
      {servers.map((server) => (
        <Tab
          key={server.ref}
          server={server}
          isOpen={server.ref === open}
          onOpen={() => show(server.ref)}
          onClose={() => client.closeTab(server.ref)}
        />
      ))}
    </div>
  )
}
