import { whyHeld } from '../../../shared/model/describe-server.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { AreaPage } from '../../parts/area/AreaPage.tsx'
import type { AreaNews } from '../../parts/area/AreaSlot.tsx'
import { failed } from '../../parts/area/area-words.ts'
import { useRestartStep } from '../../parts/servers/use-restart-step.ts'
import { Empty } from '../../ui/Empty.tsx'
import { count } from '../../ui/format.ts'
import { SaveBar } from './SaveBar.tsx'
import { StartupForm } from './StartupForm.tsx'
import { useStartup } from './use-startup.ts'

/** How a server starts, read while it is looked at. What is changed stays until it is saved or discarded. */
export function StartupArea({ server }: { server: ServerView }) {
  const startup = useStartup(server)
  const { area, form, refused, saved } = startup
  const { stop, restart, step } = useRestartStep(server)
  const held = whyHeld(server)
  const changes = form?.changes.length ?? 0

  function news(): AreaNews | null {
    if (saved?.stopped) return { ...failed('Saving stopped.', saved.stopped), onDismiss: startup.dismiss }
    if (refused.size > 0) {
      const message = `${count(refused.size, 'change')} ${refused.size === 1 ? 'was' : 'were'} not saved.`
      return { hasFailed: true, message, hint: 'The reason stands beside its field.' }
    }
    if (area.news !== null || saved === null) return area.news
    const message = `Saved ${count(saved.count, 'change')}.`
    return { hasFailed: false, message, hint: 'Used at the next start.', ...step, onDismiss: startup.dismiss }
  }

  return (
    <AreaPage
      area={area}
      label="Startup"
      fact={({ variables, images, image }) => [
        count(variables.length, 'variable'),
        images.find((one) => one.image === image)?.label ?? null,
      ]}
      news={news()}
      foot={
        form !== null &&
        changes > 0 && (
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
        )
      }
    >
      {(value) =>
        form === null || (value.variables.length === 0 && value.image === null && value.command === '') ? (
          <Empty title="Nothing to set" text="The panel shows nothing of how this server starts." />
        ) : (
          <StartupForm startup={value} form={form} refused={refused} held={held} onEdit={startup.edit} />
        )
      }
    </AreaPage>
  )
}
