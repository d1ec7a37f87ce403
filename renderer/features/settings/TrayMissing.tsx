import { useAppState } from '../../state/hooks.ts'
import pageStyles from '../../ui/Page.module.css'
import taskStyles from './task.module.css'

/** Says why there is no tray icon, what that means, and what to install; nothing where there is one. */
export function TrayMissing() {
  const isMissing = useAppState((state) => !state.app.trayAvailable)
  const isLinux = useAppState((state) => state.app.platform === 'linux')
  if (!isMissing) return null
  return (
    <li className={`${pageStyles.card} ${taskStyles.task}`}>
      <div>
        <h2>No tray icon on this desktop</h2>
        <p>Nothing here shows tray icons, so closing the window quits Servertray and its notifications end.</p>
        {isLinux && (
          <p>
            On GNOME, install the extension <em>AppIndicator and KStatusNotifierItem Support</em>. On another desktop,
            add its system tray to the panel. Servertray uses it as soon as it is there.
          </p>
        )}
      </div>
    </li>
  )
}
