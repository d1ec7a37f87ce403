import { Tabs } from '@base-ui/react/tabs'
import { type SettingsSection, sectionNames, settingsSections } from '../../../shared/model/settings-section.ts'
import { useAppState, useClient, useView } from '../../state/hooks.ts'
import { useKeepFocus, usePageFocus } from '../../ui/focus.ts'
import pageStyles from '../../ui/Page.module.css'
import { Data } from './Data.tsx'
import { General } from './General.tsx'
import { Notifications } from './Notifications.tsx'
import { Players } from './Players.tsx'
import { Restarts } from './Restarts.tsx'
import styles from './SettingsPage.module.css'

const contents: Readonly<Record<SettingsSection, React.FunctionComponent>> = {
  general: General,
  restarts: Restarts,
  players: Players,
  notifications: Notifications,
  data: Data,
}

/** The settings, in sections. */
export function SettingsPage() {
  const { view } = useClient()
  const section = useView((state) => state.section)
  const Section = contents[section]
  const version = useAppState((state) => state.app.version)
  const focus = useKeepFocus<HTMLElement>()
  usePageFocus()
  return (
    <main className={pageStyles.page} tabIndex={-1} {...focus}>
      <Tabs.Root value={section} onValueChange={(to: SettingsSection) => view.setState({ section: to })}>
        <header className={styles.head} data-flex="s3">
          <h1 tabIndex={-1}>Settings</h1>
          <small>Servertray {version}</small>
        </header>
        <Tabs.List className={styles.sections} data-flex="" data-edge="bottom" activateOnFocus aria-label="Sections">
          {settingsSections.map((one) => (
            <Tabs.Tab key={one} value={one} className={styles.section}>
              {sectionNames[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={section} tabIndex={-1}>
          <ul className={`${pageStyles.card} ${styles.settings}`}>
            <Section />
          </ul>
        </Tabs.Panel>
      </Tabs.Root>
    </main>
  )
}
