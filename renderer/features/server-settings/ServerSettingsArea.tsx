import { useState } from 'react'
import { missingPower } from '../../../shared/keys/server-keys.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import type { ServerSettings } from '../../../shared/server-settings/contract.ts'
import { powerChoices, whyNoReinstall } from '../../../shared/servers/choices.ts'
import { AreaPage } from '../../parts/area/AreaPage.tsx'
import type { AreaNews } from '../../parts/area/AreaSlot.tsx'
import { notAllowed, whyDenied } from '../../parts/area/area-words.ts'
import { FactList } from '../../parts/area/FactList.tsx'
import { stopped } from '../../parts/area/stopped.ts'
import { useArea } from '../../parts/area/use-area.tsx'
import { useAppState, useClient, useServerNames } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { useChanged } from '../../ui/use-changed.ts'
import { ReinstallDialog } from './ReinstallDialog.tsx'
import styles from './ServerSettingsArea.module.css'
import { factTexts, installationNews, limitFacts, placeFacts } from './settings-words.ts'
import { useReinstallNews } from './use-reinstall.ts'
import { WordsDialog } from './WordsDialog.tsx'

type ContentProps = { server: ServerView; settings: ServerSettings; stop: string | null; onReinstall: () => void }

function Content({ server, settings, stop, onReinstall }: ContentProps) {
  return (
    <>
      <div className={styles.words}>
        <h2>{settings.name}</h2>
        {settings.description !== null && <p data-tone="calm">{settings.description || 'No description.'}</p>}
      </div>
      <div className={styles.columns}>
        <FactList title="Where it runs" facts={placeFacts(settings, server.identifier)} />
        <FactList title="What it may use, as its host set it" facts={limitFacts(settings)} />
      </div>
      <section className={styles.reinstall} data-flex="" data-wrap data-edge="top" aria-label="Reinstall">
        <div>
          <h3>Reinstall</h3>
          <p data-text="note">
            {stop === null
              ? 'Runs the install script of its game once more. It may replace files.'
              : `Not now: ${stop}.`}
          </p>
        </div>
        <Button look="bad" {...stopped(stop)} onClick={() => stop === null && onReinstall()}>
          Reinstall…
        </Button>
      </section>
    </>
  )
}

/** Whether an installation ended well while the caller looked, until that was read. */
export function useInstalled(installation: ServerSettings['installation'] | undefined) {
  const [hasEnded, setEnded] = useState(false)
  useChanged(installation, (before) => setEnded(before === 'installing' && installation === 'none'))
  return { hasEnded, dismiss: () => setEnded(false) }
}

/** How long after an answer they are read again while they are looked at, in milliseconds. */
const everyMs = 300_000
/** The same during an installation, of whose end nothing else tells surely. */
const installingEveryMs = 5_000

/** A server's name and description, its limits and where it runs, read from its panel while they are looked at. */
export function ServerSettingsArea({ server }: { server: ServerView }) {
  const client = useClient()
  const { call } = client.bridge
  const { ref } = server
  const name = useServerNames(server.name)(ref)
  const area = useArea('settings', server, () => call('serverSettings:read', { ref }), {
    everyMs: (value) => (value?.installation === 'installing' ? installingEveryMs : everyMs),
    noun: 'The settings',
  })
  const { list } = area
  const installed = useInstalled(list.value?.installation)
  const noReinstall = useAppState((state) => whyNoReinstall(state, server, area.now))
  const canStart = useAppState((state) => powerChoices(server, missingPower(state, server, area.now)).start === null)
  const start = canStart ? { label: 'Start', onClick: () => client.power(ref, 'start') } : undefined
  const reinstall = useReinstallNews(ref, { name, start, onChange: list.again, onDismiss: installed.dismiss })

  const onRename = () =>
    area.open((close, settings) => (
      <WordsDialog
        area={area}
        settings={settings}
        send={(edit, seen) => ({
          what: `Saving the name of ${name}`,
          // Name and description go one after the other.
          rereads: true,
          call: () => call('serverSettings:update', { ref, seen, edit }),
          done: () => ({ message: 'Saved on the panel.', hint: '' }),
        })}
        onClose={close}
      />
    ))

  const onReinstall = () =>
    area.open((close) => (
      <ReinstallDialog
        server={server}
        name={name}
        onDone={() => {
          close()
          list.again()
        }}
        onClose={close}
      />
    ))

  function news(): AreaNews | null {
    if (area.news?.hasFailed) return area.news
    if (reinstall?.leads) return reinstall
    const progress = list.value && installationNews(list.value, name)
    if (progress !== null) return progress
    if (reinstall !== null) return reinstall
    if (installed.hasEnded) {
      const hint = 'It is off. Look at its files if you are not sure what was replaced.'
      const message = `${name} was installed.`
      return { hasFailed: false, message, hint, onDismiss: installed.dismiss, ...(start && { step: start }) }
    }
    return area.news
  }

  return (
    <AreaPage
      area={area}
      label="Settings"
      fact={factTexts}
      action={{
        label: 'Rename…',
        look: 'plain',
        why: ({ denied }) =>
          area.lacks ?? (denied.includes('rename') && denied.includes('describe') ? notAllowed : null),
        onClick: onRename,
      }}
      news={news()}
    >
      {(settings) => (
        <Content
          server={server}
          settings={settings}
          stop={noReinstall ?? whyDenied('reinstall', settings.denied)}
          onReinstall={onReinstall}
        />
      )}
    </AreaPage>
  )
}
