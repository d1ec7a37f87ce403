import type { ServerView } from '../../../shared/model/server-schema.ts'
import { type CommandPart, commandParts } from '../../../shared/startup/startup.ts'
import areaStyles from '../../parts/area/Area.module.css'
import { AreaPage } from '../../parts/area/AreaPage.tsx'
import { useRestartStep } from '../../parts/servers/use-restart-step.ts'
import { Empty } from '../../ui/Empty.tsx'
import { count } from '../../ui/format.ts'
import { FieldRow } from './FieldRow.tsx'
import { SaveBar } from './SaveBar.tsx'
import styles from './Startup.module.css'
import { useStartup } from './use-startup.ts'

function Command({ parts }: { parts: readonly CommandPart[] }) {
  return (
    <section className={styles.command} aria-label="Command at the next start">
      <h2>Command at the next start</h2>
      <code data-box data-shade>
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
  )
}

/** How a server starts, read while it is looked at. What is changed stays until it is saved or discarded. */
export function StartupArea({ server }: { server: ServerView }) {
  const startup = useStartup(server)
  const { area, fields, refused, edit } = startup
  const { step } = useRestartStep(server)
  return (
    <AreaPage
      area={area}
      label="Startup"
      fact={({ variables, images, image }) => [
        count(variables.length, 'variable'),
        images.find((one) => one.image === image)?.label ?? null,
      ]}
      news={startup.news(step)}
      foot={startup.changes > 0 && <SaveBar server={server} startup={startup} />}
    >
      {(value) => {
        const { variables, image, command, leftOut } = value
        if (variables.length === 0 && image === null && command === '')
          return <Empty title="Nothing to set" text="The panel shows nothing of how this server starts." />
        const parts = commandParts(value, new Map(fields.map((field) => [field.key, field.value])))
        return (
          <>
            <ul>
              {fields.map((field) => (
                <FieldRow
                  key={field.key}
                  field={field}
                  refused={refused.get(field.key) ?? null}
                  onChange={(text) => edit(field.key, text)}
                />
              ))}
            </ul>
            {leftOut > 0 && <p className={areaStyles.foot}>{leftOut} more could not be read.</p>}
            {parts.length > 0 && <Command parts={parts} />}
          </>
        )
      }}
    </AreaPage>
  )
}
