import { useEffect, useState } from 'react'
import type { VaultBackendName } from '../../../shared/keys/contract.ts'
import { type AppFolder, appFolders } from '../../../shared/model/settings-section.ts'
import type { Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'
import { copyText } from '../../parts/copy.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/format.ts'
import { inWords } from '../../ui/use-task.ts'
import { Setting, Task } from './Setting.tsx'
import styles from './setting.module.css'

const placeWords: Readonly<Record<AppFolder, readonly [string, string]>> = {
  profile: ['Profile', 'Settings, activity, sent commands, planned restarts and earlier versions of files.'],
  logs: ['Logs', 'What the app did and what failed, without tokens.'],
}

const tokenWords: Readonly<Record<VaultBackendName, string>> = {
  keychain: 'Tokens are in this computer’s keychain, not in these folders.',
  'safe-storage': 'Tokens are in the profile, encrypted so that only your account on this computer can read them.',
  memory: 'Tokens are in memory only, until Servertray quits.',
}

/** The folders of the app, each to open or to copy its path, and what is in them. */
function Places() {
  const { call } = useClient().bridge
  const backend = useAppState((state) => state.vault.backend)
  const [paths, setPaths] = useState<Readonly<Record<AppFolder, string>> | null>(null)
  const [outcome, setOutcome] = useState<Result<string> | null>(null)
  useEffect(() => {
    void attempt(() => call('settings:places')).then((read) => read.ok && setPaths(read.value))
  }, [call])
  const copy = async (place: AppFolder, path: string) => {
    const copied = await copyText(path)
    setOutcome(copied.ok ? { ok: true, value: `Path of ${placeWords[place][0]} copied.` } : copied)
  }
  const open = async (place: AppFolder) => {
    const opened = await attempt(() => call('settings:openPlace', { place }))
    setOutcome(opened.ok ? null : opened)
  }
  return (
    <Setting
      title="Where things are kept"
      text={backend === null ? undefined : tokenWords[backend]}
      done={outcome?.ok ? outcome.value : null}
      error={outcome?.ok === false ? outcome.error : null}
    >
      <ul className={styles.list} data-stack="s2">
        {appFolders.map((place) => {
          const [name, what] = placeWords[place]
          const path = paths?.[place] ?? ''
          return (
            <li key={place} data-flex="s2" data-text="small">
              <div className={styles.place} data-fill>
                {name} <small>{what}</small>
                <code data-tone="calm">{path}</code>
              </div>
              <Button
                aria-label={`Copy path of ${name}`}
                aria-disabled={paths === null}
                onClick={() => paths !== null && void copy(place, path)}
              >
                Copy path
              </Button>
              <Button aria-label={`Open folder of ${name}`} onClick={() => void open(place)}>
                Open folder
              </Button>
            </li>
          )
        })}
      </ul>
    </Setting>
  )
}

/** What an import brought. */
export function importedWords({ added, known }: { readonly added: number; readonly known: number }): string {
  const were = (n: number) => (n === 1 ? 'was' : 'were')
  const parts = [
    added > 0 && `${count(added, 'key')} ${were(added)} added. Paste each token with Replace token.`,
    known > 0 && `${count(known, 'key')} ${were(known)} already here.`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(' ') : 'There were no keys in that file.'
}

/** Where things are kept, how they go to another computer, and what helps to find a fault. */
export function Data() {
  const { call } = useClient().bridge
  const copyDiagnostics = async (): Promise<Result<string | null>> => {
    const result = await call('app:copyDiagnostics')
    return result.ok ? copyText(result.value.text) : result
  }
  return (
    <>
      <Places />
      <Task
        title="Export settings"
        text="Panels, key names and their permissions. No tokens."
        action="Export settings…"
        run={() => inWords(call('settings:export'), ({ file }) => `Saved as ${file}.`)}
      />
      <Task
        title="Import settings"
        text="Adds the panels and keys of an exported file to yours."
        action="Import settings…"
        run={() => inWords(call('settings:import'), importedWords)}
      />
      <Task
        title="Diagnostics"
        text="Safe to paste in public: no names, addresses or tokens."
        action="Copy diagnostics"
        run={copyDiagnostics}
      />
    </>
  )
}
