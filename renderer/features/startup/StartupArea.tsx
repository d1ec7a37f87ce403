import { whyHeld } from '../../../shared/model/describe-server.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import styles from '../../parts/area/Area.module.css'
import { AreaContent } from '../../parts/area/AreaContent.tsx'
import { AreaFact, AreaHead } from '../../parts/area/AreaHead.tsx'
import { type AreaNews, AreaSlot } from '../../parts/area/AreaSlot.tsx'
import { asOf, failed, notReadAgain } from '../../parts/area/area-words.ts'
import { useRestartStep } from '../../parts/servers/use-restart-step.ts'
import { useNow } from '../../state/hooks.ts'
import { Empty } from '../../ui/Empty.tsx'
import { useKeepFocus } from '../../ui/focus.ts'
import { count } from '../../ui/format.ts'
import { SaveBar } from './SaveBar.tsx'
import { StartupForm } from './StartupForm.tsx'
import { useStartup } from './use-startup.ts'

/** How a server starts, read while it is looked at. What is changed stays until it is saved or discarded. */
export function StartupArea({ server }: { server: ServerView }) {
  const { ref } = server
  const startup = useStartup(ref)
  const { asked, form, refused, saved } = startup
  const now = useNow(15_000)
  const { stop, restart, step } = useRestartStep(server)
  const held = whyHeld(server)
  const focus = useKeepFocus<HTMLDivElement>()

  function news(): AreaNews | null {
    if (saved?.error) return { ...failed('Saving stopped.', saved.error), onDismiss: startup.dismiss }
    if (refused.size > 0) {
      const message = `${count(refused.size, 'change')} ${refused.size === 1 ? 'was' : 'were'} not saved.`
      return { hasFailed: true, message, hint: 'The reason stands beside its field.' }
    }
    const unread = notReadAgain('The startup', asked)
    if (unread !== null) return unread
    if (saved === null) return null
    const message = `Saved ${count(saved.count, 'change')}.`
    return { hasFailed: false, message, hint: 'Used at the next start.', ...step, onDismiss: startup.dismiss }
  }

  const { variables = [], image = null } = asked.value ?? {}
  const label = asked.value?.images.find((one) => one.image === image)?.label
  const age = asOf(asked.at, asked.error !== null, now)
  const changes = form?.changes.length ?? 0
  return (
    <div className={styles.area} tabIndex={-1} {...focus}>
      <AreaHead
        fact={
          asked.value !== null && <AreaFact first={count(variables.length, 'variable')} more={[label ?? null, age]} />
        }
      >
        {null}
      </AreaHead>
      <AreaSlot news={news()} />
      <AreaContent label="Startup" asked={asked}>
        {(value) =>
          form === null || (value.variables.length === 0 && value.image === null && value.command === '') ? (
            <Empty title="Nothing to set" text="The panel shows nothing of how this server starts." />
          ) : (
            <StartupForm startup={value} form={form} refused={refused} held={held} onEdit={startup.edit} />
          )
        }
      </AreaContent>
      {form !== null && changes > 0 && (
        <SaveBar
          changes={changes}
          wrong={form.wrong.size}
          isSaving={startup.isSaving}
          held={held}
          restart={server.state === 'offline' ? null : { stop }}
          onDiscard={startup.discard}
          onSave={() => void startup.save()}
          onSaveAndRestart={() => void startup.save().then((isDone) => isDone && restart())}
        />
      )}
    </div>
  )
}
