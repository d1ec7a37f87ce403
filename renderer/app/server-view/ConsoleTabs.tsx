import { Tabs } from '@base-ui/react/tabs'
import { useShallow } from 'zustand/react/shallow'
import { describeServer } from '../../../shared/model/describe-server.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { tickOf } from '../../parts/servers/messages.ts'
import { useAppState, useClient, useNow, useView } from '../../state/hooks.ts'
import { withoutTab } from '../../state/view.ts'
import { Icon, Mark } from '../../ui/Icon.tsx'
import visually from '../../ui/visually.module.css'
import styles from './ConsoleTabs.module.css'

type TabProps = { server: ServerView; isOpen: boolean; onClose: () => void }

/** A tab. The cross is for the pointer; with the keyboard Delete closes it. */
function Tab({ server, isOpen, onClose }: TabProps) {
  const { mark, word } = describeServer(server, useNow(tickOf(server)))
  return (
    <div className={styles.tab} data-flex="" data-open={isOpen || undefined} role="presentation">
      <Tabs.Tab
        value={server.ref}
        data-fill
        data-flex="gap"
        aria-keyshortcuts="Delete"
        title={`${server.name}, ${word}`}
        // After a click the focus goes to the input; with arrow keys it stays in the tabs.
        onMouseDown={(event) => {
          event.preventDefault()
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        }}
      >
        <Mark mark={mark} />
        <span data-cut>{server.name}</span>
        <span className={visually.hidden}>, {word}</span>
      </Tabs.Tab>
      <button type="button" tabIndex={-1} aria-hidden="true" title={`Close ${server.name}`} onClick={onClose}>
        <Icon name="close" size={12} />
      </button>
    </div>
  )
}

/** The tabs of open consoles, where there are two or more; arrow keys move between them. */
export function ConsoleTabs() {
  const { view, show } = useClient()
  const close = (ref: ServerRef) => view.setState(withoutTab(ref))
  const tabs = useView((view) => view.tabs)
  const open = useView((view) => view.open)
  const servers = useAppState(useShallow((state) => tabs.flatMap((ref) => state.servers[ref] ?? [])))
  if (servers.length < 2) return null
  return (
    <Tabs.Root value={open} onValueChange={(ref: ServerRef) => show(ref)}>
      <Tabs.List
        className={styles.tabs}
        activateOnFocus
        aria-label="Open consoles"
        onKeyDown={({ key }) => key === 'Delete' && open !== null && close(open)}
      >
        {servers.map((server) => (
          <Tab key={server.ref} server={server} isOpen={server.ref === open} onClose={() => close(server.ref)} />
        ))}
      </Tabs.List>
    </Tabs.Root>
  )
}
