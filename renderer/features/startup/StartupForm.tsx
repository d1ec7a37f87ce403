import { useId } from 'react'
import { capitalised } from '../../../shared/model/text.ts'
import type { StartupOfServer } from '../../../shared/startup/contract.ts'
import { commandParts } from '../../../shared/startup/startup.ts'
import areaStyles from '../../parts/area/Area.module.css'
import { whyDenied } from '../../parts/area/area-words.ts'
import controlStyles from '../../ui/controls.module.css'
import styles from './StartupForm.module.css'
import { type StartupForm as Form, imageKey } from './startup-edits.ts'
import { Locked, StartupRow, VariableRow } from './VariableRow.tsx'

type StartupFormProps = {
  startup: StartupOfServer
  form: Form
  /** What the panel refused, by the keys. */
  refused: ReadonlyMap<string, string>
  /** What the panel does with the server that keeps it from changes, in a few words; null for nothing. */
  held: string | null
  onEdit: (key: string, value: string) => void
}

const notNow = (held: string | null) => held && `not now: ${held}`

/** The image that the server runs in, where there is one to choose. */
function ImageRow({ startup, form, refused, held, onEdit }: StartupFormProps) {
  const id = useId()
  const { images, image, denied } = startup
  const value = form.values.get(imageKey)
  if (image === null || value === undefined) {
    return (
      <StartupRow label="Image" id={id} help={null} helpId={`${id}-help`} wrong={null} isChanged={false}>
        <output id={id}>The panel did not say which image it is.</output>
      </StartupRow>
    )
  }
  const isOwn = images.every((one) => one.image !== image)
  const why = whyDenied('docker-image', denied) ?? notNow(held)
  const locked = why === null ? null : `${capitalised(why)}.`
  const stop = isOwn ? 'Your host set it by hand, so it can’t be changed here.' : locked
  return (
    <StartupRow
      label="Image"
      id={id}
      help={<p>What the server runs in. A new one is downloaded at the next start, which can take minutes.</p>}
      helpId={`${id}-help`}
      wrong={form.meanwhile.get(imageKey) ?? refused.get(imageKey) ?? null}
      isChanged={value !== image}
    >
      {stop === null ? (
        <select
          id={id}
          className={`${controlStyles.select} ${styles.image}`}
          aria-describedby={`${id}-help`}
          value={value}
          onChange={(event) => onEdit(imageKey, event.target.value)}
        >
          {images.map((one) => (
            <option key={`${one.label} ${one.image}`} value={one.image}>
              {one.label}
            </option>
          ))}
        </select>
      ) : (
        <Locked id={id} value={images.find((one) => one.image === image)?.label ?? ''} why={stop} />
      )}
      <code className={styles.code}>{value}</code>
    </StartupRow>
  )
}

/** What a server starts with: its variables, its image, and the command as it will run. */
export function StartupForm(props: StartupFormProps) {
  const { startup, form, refused, held, onEdit } = props
  const { variables, leftOut, denied } = startup
  const changed = new Set(form.changes.map(({ key }) => key))
  const parts = commandParts(startup, form.values)
  const wrongOf = (key: string) => form.wrong.get(key) ?? form.meanwhile.get(key) ?? refused.get(key) ?? null
  return (
    <>
      <ul>
        {variables.map((variable) => (
          <VariableRow
            key={variable.key}
            variable={variable}
            value={form.values.get(variable.key) ?? variable.value}
            wrong={wrongOf(variable.key)}
            isChanged={changed.has(variable.key)}
            stop={whyDenied('update', denied) ?? notNow(held)}
            onChange={(value) => onEdit(variable.key, value)}
          />
        ))}
        <ImageRow {...props} />
      </ul>
      {leftOut > 0 && <p className={areaStyles.foot}>{leftOut} more could not be read.</p>}
      {parts.length > 0 && (
        <section className={styles.command} aria-label="Command at the next start">
          <h2>Command at the next start</h2>
          <code>
            {parts.map(({ text, isSecret }, index) =>
              isSecret ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and none moves
                <span key={index} title="Hidden">
                  ••••••••
                </span>
              ) : (
                text
              ),
            )}
          </code>
        </section>
      )}
    </>
  )
}
