import { fail, ok, type Result } from '../../../shared/result.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { useKeepFocus } from '../../ui/use-keep-focus.ts'
import { Task } from './Task.tsx'
import { importedWords } from './words.ts'

async function copy(text: string): Promise<Result<string>> {
  try {
    await navigator.clipboard.writeText(text)
    return ok('Copied.')
  } catch {
    return fail('internal', {
      message: 'The clipboard could not be used.',
      hint: 'Click into the window, then try again.',
    })
  }
}

/** Settings to take along, what helps when asking for help, and which version runs. */
export function SettingsPage() {
  const { call } = useClient().bridge
  const version = useAppState((state) => state.app.version)
  const focus = useKeepFocus<HTMLElement>()

  const exportSettings = async (): Promise<Result<string | null>> => {
    const result = await call['settings:export']()
    return result.ok ? ok(result.value && `Saved as ${result.value.file}.`) : result
  }
  const importSettings = async (): Promise<Result<string | null>> => {
    const result = await call['settings:import']()
    return result.ok ? ok(result.value && importedWords(result.value)) : result
  }
  const copyDiagnostics = async (): Promise<Result<string | null>> => {
    const result = await call['app:copyDiagnostics']()
    return result.ok ? copy(result.value.text) : result
  }

  return (
    <main className="page" tabIndex={-1} {...focus}>
      <header className="page-head">
        <div>
          <h1>Settings</h1>
          <p className="lead">Servertray {version}</p>
        </div>
      </header>
      <ul className="cards">
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
