import type { AppError } from '../../../shared/errors.ts'
import type { Result } from '../../../shared/result.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import pageStyles from '../../ui/Page.module.css'
import { useKeepFocus } from '../../ui/use-keep-focus.ts'
import { inWords } from '../../ui/use-task.ts'
import { AskFirst } from './AskFirst.tsx'
import { GlobalShortcut } from './GlobalShortcut.tsx'
import { importedWords } from './messages.ts'
import { RestartDefaults } from './RestartDefaults.tsx'
import { StartAtLogin } from './StartAtLogin.tsx'
import { Task } from './Task.tsx'
import { TimeLimits } from './TimeLimits.tsx'
import { TrayMissing } from './TrayMissing.tsx'
import { Updates } from './Updates.tsx'

const noClipboard: AppError = {
  code: 'internal',
  message: 'The clipboard could not be used.',
  hint: 'Click into the window, then try again.',
}

async function copy(text: string): Promise<Result<string>> {
  try {
    await navigator.clipboard.writeText(text)
    return { ok: true, value: 'Copied.' }
  } catch {
    return { ok: false, error: noClipboard }
  }
}

/** The settings page: preferences, export and import, diagnostics, and the version. */
export function SettingsPage() {
  const { call } = useClient().bridge
  const version = useAppState((state) => state.app.version)
  const focus = useKeepFocus<HTMLElement>()

  const exportSettings = () => inWords(call['settings:export'](), ({ file }) => `Saved as ${file}.`)
  const importSettings = () => inWords(call['settings:import'](), importedWords)
  const testNotification = () =>
    inWords(call['notifications:test'](), () => 'Sent. If you see none, allow notifications in the system’s settings.')
  const copyDiagnostics = async (): Promise<Result<string | null>> => {
    const result = await call['app:copyDiagnostics']()
    return result.ok ? copy(result.value.text) : result
  }

  return (
    <main className={pageStyles.page} tabIndex={-1} {...focus}>
      <header className={pageStyles.head}>
        <div>
          <h1>Settings</h1>
          <p className={pageStyles.lead}>Servertray {version}</p>
        </div>
      </header>
      <ul className={pageStyles.cards}>
        <TrayMissing />
        <StartAtLogin />
        <Updates />
        <AskFirst />
        <RestartDefaults />
        <GlobalShortcut />
        <TimeLimits />
        <Task
          title="Notifications"
          text="Servertray tells you when a server goes down, also with its window closed."
          action="Send a test notification"
          run={testNotification}
        />
        <Task
          title="Export settings"
          text="Panels, key names and declared permissions. No tokens."
          action="Export settings…"
          run={exportSettings}
        />
        <Task
          title="Import settings"
          text="Adds the panels and keys of an exported file to those that are here."
          action="Import settings…"
          run={importSettings}
        />
        <Task
          title="Diagnostics"
          text="Safe to paste in public: no names, addresses or tokens."
          action="Copy diagnostics"
          run={copyDiagnostics}
        />
      </ul>
    </main>
  )
}
