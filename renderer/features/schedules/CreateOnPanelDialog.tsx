import { useId } from 'react'
import type { ScheduleView } from '../../../shared/model/restart-schema.ts'
import type { HandoverPreview } from '../../../shared/restart/handover-schema.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import { useClient, useNow } from '../../state/hooks.ts'
import { useAskAgain, useAsked } from '../../state/queries.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { closing, useTask } from '../../ui/use-task.ts'
import { differenceTexts, eachText, panelTimes, stepTexts } from './handover-words.ts'
import { timesText } from './schedule-words.ts'
import styles from './schedules.module.css'

/** What would be written, and what is different then. */
function Preview({ preview, schedule, now }: { preview: HandoverPreview; schedule: ScheduleView; now: number }) {
  const each = eachText(preview)
  return (
    <>
      {preview.parts.flatMap(({ ref, name, stop }) =>
        stop === null ? [] : <Notice key={ref} tone="bad" message={`${name}: ${stop.message}`} hint={stop.hint} />,
      )}
      <section className={styles.part} data-stack="s1" data-text="note">
        <h3>When</h3>
        <p>{timesText(schedule)}</p>
        {panelTimes(preview).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
      <section className={styles.part} data-stack="s1" data-text="note">
        <h3>What the panel does</h3>
        <ol className={styles.steps} aria-label="What the panel does">
          {stepTexts(preview).map(({ when, command }) => (
            <li key={`${when} ${command}`}>
              <span>{when}</span>
              {command === null ? (
                <span>restart</span>
              ) : (
                <code data-cut title={command}>
                  {command}
                </code>
              )}
            </li>
          ))}
        </ol>
        <p>
          Only while the server is online. After a step that fails, the panel does none of the rest.
          {each !== null && ` ${each}`}
        </p>
      </section>
      <section className={styles.part} data-stack="s1" data-text="note">
        <h3>What is different then</h3>
        <ul className={styles.list} data-stack="s1">
          {differenceTexts(preview, schedule, now).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

type CreateOnPanelProps = { schedule: ScheduleView; onCreated: () => void; onClose: () => void }

/** Shows what a planned restart would be as a schedule of its panel, and creates that. */
export function CreateOnPanelDialog({ schedule, onCreated, onClose }: CreateOnPanelProps) {
  const { call } = useClient().bridge
  const { id, refs } = schedule
  const now = useNow(60_000)
  const askAgain = useAskAgain()
  const look = () => call('schedules:previewOnPanel', { id })
  // Each opening looks anew: the planned restart or the panel may be another one by then.
  const asked = useAsked(['handover', useId()], look, () => Number.POSITIVE_INFINITY)
  const create = useTask(async () => {
    const result = await closing(call('schedules:createOnPanel', { id }), onCreated)
    // Also after a failure, since something may have been written.
    for (const ref of refs) askAgain(['schedules', ref])
    return result
  })
  const { value: preview } = asked
  const error = create.error ?? asked.error
  const isReady =
    !asked.isAsking && asked.error === null && (preview?.parts.every(({ stop }) => stop === null) ?? false)
  return (
    <FormDialog
      title="Create this restart on the panel?"
      lead="The panel then runs it itself, also while this computer is off. Here it is paused, so that it never runs twice. It is written once: what the panel makes of it stands under the server’s Schedules."
      wide
      submit="Create on panel"
      isReady={isReady}
      task={create}
      error={error && toldOf(error)}
      onClose={onClose}
    >
      {preview !== null && <Preview preview={preview} schedule={schedule} now={now} />}
      <p role="status" data-text="note">
        {create.busy ? 'Creating it on the panel…' : asked.isAsking && 'Looking at the panel…'}
      </p>
    </FormDialog>
  )
}
