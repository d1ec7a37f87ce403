import { useAppState } from '../../state/hooks.ts'
import { Setting } from './Setting.tsx'

/** Says why there is no tray icon, what that means, and what to install; nothing where there is one. */
export function TrayMissing() {
  const isMissing = useAppState((state) => !state.app.trayAvailable)
  const isLinux = useAppState((state) => state.app.platform === 'linux')
  if (!isMissing) return null
  return (
    <Setting
      title="No tray icon on this desktop"
      text={
        <>
          This desktop shows no tray icons, so closing the window quits Servertray and ends its notifications.
          {isLinux && (
            <>
              {' '}
              On GNOME, install the extension <em>AppIndicator and KStatusNotifierItem Support</em>. On other desktops,
              add the system tray to the panel. Servertray uses it as soon as it is there.
            </>
          )}
        </>
      }
    />
  )
}
