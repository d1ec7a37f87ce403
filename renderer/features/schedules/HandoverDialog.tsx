import type { HandoverPreview } from '../../../shared/model/handed.ts'
import type { ScheduleView } from '../../../shared/model/restart.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { useAsked } from '../../state/queries.ts'
import { Modal } from '../../ui/Dialogs.tsx'
import { Form } from '../../ui/Form.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { closing, useTask } from '../../ui/use-task.ts'
import styles from './HandoverDialog.module.css'
import { differenceTexts, eachText, panelTimes, progressText, stepTexts } from './handover-words.ts'
import { timesText } from './schedule-words.ts'

/** What would be written, and what is different then. */
function Preview({ preview, schedule, now }: { preview: HandoverPreview; schedule: ScheduleView; now: number }) {
  const each = eachText(preview)
  return (
    <>
      {preview.parts.flatMap(({ ref, name, stop }) =>
        stop === null ? [] : <Notice key={ref} tone="bad" message={`${name}: ${stop.message}`} hint={stop.hint} />,
      )}
      <section className={styles.part}>
        <h3>When</h3>
        <p>{timesText(schedule)}</p>
        {panelTimes(preview).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
      <section className={styles.part}>
        <h3>What the panel does</h3>
        <ol className={styles.steps} aria-label="What the panel does">
          {stepTexts(preview).map(({ when, words, code }) => (
            <li key={`${when} ${code}`}>
              <span>{when}</span>
              {code === '' ? <span>{words}</span> : <code title={code}>{code}</code>}
            </li>
          ))}
        </ol>
        <p>Only while the server is online.{each !== null && ` ${each}`}</p>
      </section>
      <section className={styles.part}>
        <h3>What is different then</h3>
        <ul className={styles.list}>
          {differenceTexts(preview, schedule, now).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

/** Shows what handing a planned restart to the panel would write, and hands it over. */
export function HandoverDialog({ schedule, onClose }: { schedule: ScheduleView; onClose: () => void }) {
  const { call } = useClient().bridge
  const { id } = schedule
  const now = useNow(60_000)
  const asked = useAsked(
    ['handover', id],
    () => call['handovers:preview']({ id }),
    () => Number.POSITIVE_INFINITY,
  )
  const way = useAppState(({ handovers }) => handovers[id])
  const give = useTask(() => closing(call['handovers:give']({ id }), onClose))
  const { value: preview } = asked
  const isReady = preview?.parts.every(({ stop }) => stop === null) ?? false
  const error = give.error ?? (preview === null ? asked.error : null)
  return (
    <Modal
      title="Hand this restart to the panel?"
      lead="The panel then runs it itself, also while this computer is off. Here it is paused, so that it never runs twice. You can take it back at any time."
      wide
      onClose={onClose}
    >
      <Form
        isTall
        onSubmit={() => {
          if (isReady) give.start()
        }}
      >
        {preview !== null && <Preview preview={preview} schedule={schedule} now={now} />}
        <p role="status" className={styles.status}>
          {give.busy && way !== undefined && progressText(way)}
          {preview === null && asked.error === null && 'Looking at the panel…'}
        </p>
        <FormEnd
          submit="Hand to the panel"
          isDisabled={!isReady || give.busy}
          error={error && toldOf(error)}
          onCancel={onClose}
        />
      </Form>
    </Modal>
  )
}
