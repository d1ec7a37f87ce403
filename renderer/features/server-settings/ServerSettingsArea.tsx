import { useState } from 'react'
import { whyNotChanged } from '../../../shared/keys/rights.ts'
import { missingPermissionOfServer } from '../../../shared/keys/server-keys.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import type { ServerSettings } from '../../../shared/model/server-settings.ts'
import { powerChoices, whyNoReinstall } from '../../../shared/servers/choices.ts'
import areaStyles from '../../parts/area/Area.module.css'
import { AreaContent } from '../../parts/area/AreaContent.tsx'
import { AreaHead } from '../../parts/area/AreaHead.tsx'
import { type AreaNews, AreaSlot } from '../../parts/area/AreaSlot.tsx'
import { asOf, notAllowed, notReadAgain, whyDenied } from '../../parts/area/area-words.ts'
import { FactList } from '../../parts/area/FactList.tsx'
import { stopped } from '../../parts/area/stopped.ts'
import { useAppState, useClient, useNow, useServerNames } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { useKeepFocus } from '../../ui/focus.ts'
import { ReinstallDialog } from './ReinstallDialog.tsx'
import styles from './ServerSettingsArea.module.css'
import { factTexts, installationNews, limitFacts, placeFacts } from './settings-words.ts'
import { useReinstallNews } from './use-reinstall.ts'
import { useInstalled, useServerSettings } from './use-server-settings.ts'
import { WordsDialog } from './WordsDialog.tsx'

type ContentProps = { server: ServerView; settings: ServerSettings; stop: string | null; onReinstall: () => void }

function Content({ server, settings, stop, onReinstall }: ContentProps) {
  return (
    <>
      <div className={styles.words}>
        <h2>{settings.name}</h2>
        {settings.description !== null && <p>{settings.description || 'No description.'}</p>}
      </div>
      <div className={styles.columns}>
        <FactList title="Where it runs" facts={placeFacts(settings, server.identifier)} />
        <FactList title="What it may use, as its host set it" facts={limitFacts(settings)} />
      </div>
      <section className={styles.reinstall} aria-label="Reinstall">
        <div>
          <h3>Reinstall</h3>
          <p>
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

/** A server's name and description, its limits and where it runs, read from its panel while they are looked at. */
export function ServerSettingsArea({ server }: { server: ServerView }) {
  const client = useClient()
  const { ref } = server
  const name = useServerNames()(ref)
  const settings = useServerSettings(ref)
  const installed = useInstalled(settings.value?.installation)
  const now = useNow(15_000)
  const [asked, setAsked] = useState<'words' | 'reinstall' | null>(null)
  const [isRenamed, setRenamed] = useState(false)
  const focus = useKeepFocus<HTMLDivElement>()
  const denied = settings.value?.denied ?? []
  const noRename = useAppState((state) => whyNotChanged(state, server, 'settings', now))
  const noReinstall = useAppState((state) => whyNoReinstall(state, server, now))
  const canStart = useAppState(
    (state) => powerChoices(server, missingPermissionOfServer(state, server, 'power', now)).start === null,
  )
  const isFixed = denied.includes('rename') && denied.includes('describe')
  const wordsStop = noRename ?? (isFixed ? notAllowed : null)
  const reinstallStop = noReinstall ?? whyDenied('reinstall', denied)
  const start = canStart ? { label: 'Start', onClick: () => client.power(ref, 'start') } : undefined
  const reinstall = useReinstallNews(ref, { name, start, onChange: settings.again, onDismiss: installed.dismiss })
  const close = () => setAsked(null)
  const done = () => {
    close()
    settings.again()
  }

  function news(): AreaNews | null {
    const unread = notReadAgain('The settings', settings)
    if (unread !== null) return unread
    if (reinstall?.leads) return reinstall
    const told = settings.value && installationNews(settings.value, name)
    if (told !== null) return told
    if (reinstall !== null) return reinstall
    if (installed.hasEnded) {
      const hint = 'It is off. Look at its files if you are not sure what was replaced.'
      const message = `${name} was installed.`
      return { hasFailed: false, message, hint, onDismiss: installed.dismiss, ...(start && { step: start }) }
    }
    if (!isRenamed) return null
    return { hasFailed: false, message: 'Saved on the panel.', hint: '', onDismiss: () => setRenamed(false) }
  }

  const facts = settings.value === null ? [] : factTexts(settings.value)
  const age = asOf(settings.at, settings.error !== null, now)
  return (
    <div className={areaStyles.area} tabIndex={-1} {...focus}>
      <AreaHead fact={[...facts, ...(age === null ? [] : [age])].join(' · ')}>
        <Button
          {...stopped(wordsStop)}
          onClick={() => wordsStop === null && settings.value !== null && setAsked('words')}
        >
          Rename…
        </Button>
      </AreaHead>
      <AreaSlot news={news()} />
      <AreaContent label="Settings" asked={settings}>
        {(value) => (
          <Content server={server} settings={value} stop={reinstallStop} onReinstall={() => setAsked('reinstall')} />
        )}
      </AreaContent>
      {asked === 'words' && settings.value !== null && (
        <WordsDialog
          serverRef={ref}
          settings={settings.value}
          onDone={() => {
            setRenamed(true)
            done()
          }}
          onFailed={settings.again}
          onClose={close}
        />
      )}
      {asked === 'reinstall' && <ReinstallDialog server={server} name={name} onDone={done} onClose={close} />}
    </div>
  )
}
