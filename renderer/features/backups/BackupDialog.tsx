import { useEffect, useState } from 'react'
import { maxBackupNameLength, maxCommandsBefore, maxIgnoredLength } from '../../../shared/backups/backups.ts'
import { undoOf } from '../../../shared/backups/save-commands.ts'
import { maxCommandLength } from '../../../shared/model/console.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { whyNoBackupNow } from '../../../shared/servers/choices.ts'
import { whyNoOther } from '../../parts/servers/backup-age.ts'
import { useMissingPermission } from '../../parts/servers/MissingPermission.tsx'
import { useAppState, useClient, useNow, useServerNames } from '../../state/hooks.ts'
import type { DialogProps } from '../../state/view.ts'
import { Tick } from '../../ui/Choice.tsx'
import { Field, LinesField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import formStyles from '../../ui/form.module.css'
import { Notice } from '../../ui/Notice.tsx'
import { closing, useTask } from '../../ui/use-task.ts'
import { commandsIn, lineOf } from './backup-words.ts'
import { goingText } from './keep-words.ts'
import { useBackupList, useHeldBackups } from './use-backups.ts'

/** Whether the server saves first, and by which commands: the fields, and what they come to. */
function useSaveFirst(server: ServerView) {
  const missing = useMissingPermission(server, 'control.console')
  const isOff = server.state === 'offline' ? 'It is offline, so it has saved.' : null
  const stop = missing === null ? isOff : `It can’t be told to: the ${missing.reason}.`
  const preset = lineOf(useBackupList(server.ref).value?.saveCommands ?? [])
  /** What the person typed or ticked; null for what the game needs. */
  const [typed, setTyped] = useState<string | null>(null)
  const [ticked, setTicked] = useState<boolean | null>(null)
  const text = typed ?? preset
  const isOn = (ticked ?? preset !== '') && stop === null
  const commands = commandsIn(text)
  const undone = commands.map(undoOf).filter((command) => command !== null)
  const few = commands.length > maxCommandsBefore ? `No more than ${maxCommandsBefore} commands.` : null
  const wrong = commands.length === 0 ? 'Type the command that makes this game save.' : few
  return {
    before: isOn ? commands : [],
    isRight: !isOn || wrong === null,
    fields: (
      <div className={formStyles.form} data-stack="">
        <Tick
          label="Have the server save first"
          note={stop}
          checked={isOn}
          disabled={stop !== null}
          onChange={setTicked}
        />
        {isOn && (
          <Field
            label="Console commands"
            mono
            maxLength={maxCommandLength}
            value={text}
            onChange={(event) => setTyped(event.target.value)}
            error={wrong === null ? null : { message: wrong, hint: '' }}
            help={
              undone.length > 0
                ? `Afterwards ${undone.join(' and ')} is sent, also if the backup fails.`
                : 'Several commands have a ; between them.'
            }
          />
        )}
      </div>
    ),
  }
}

/** What the server's keep rule deletes once this backup is good. */
function useGoing(ref: ServerRef): string | null {
  const list = useBackupList(ref).value
  const rule = useAppState(({ preferences }) => preferences.keepRules[ref] ?? null)
  const held = useHeldBackups(ref)
  const now = useNow(60_000)
  return list === null || rule === null ? null : goingText(list, rule, now, held)
}

function BackupForm({ server, onClose }: { server: ServerView; onClose: () => void }) {
  const { call } = useClient().bridge
  const nameOf = useServerNames()
  const { ref } = server
  const going = useGoing(ref)
  const list = useBackupList(ref).value
  const why = useAppState((state) => whyNoBackupNow(state, server, Date.now())) ?? (list && whyNoOther(list))
  const { before, isRight, fields } = useSaveFirst(server)
  const [name, setName] = useState('')
  const [isLocked, setLocked] = useState(false)
  const [ignored, setIgnored] = useState('')
  const start = useTask(() =>
    closing(call('backups:create', { ref, name: name.trim(), isLocked, ignored, before }), onClose),
  )
  const run = useAppState((state) => state.backupRuns[ref]?.id)
  const [former] = useState(run)
  // Once the backup has begun, the list of backups tells its course.
  useEffect(() => {
    if (start.busy && run !== former) onClose()
  })
  // While this dialog sends, a backup that is being made is its own.
  const stop = start.busy ? null : why
  return (
    <FormDialog
      title={`Back up ${nameOf(ref)}`}
      {...(server.state !== 'offline' && { lead: 'The server goes on running meanwhile.' })}
      submit="Back up now"
      stop={stop === null ? null : `Not now: ${stop}.`}
      isReady={isRight}
      task={start}
      onClose={onClose}
    >
      {going !== null && <Notice tone="busy" message={going} hint="The keep rule makes room for the next one." />}
      <Field
        label="Name"
        placeholder="As the panel names it, by date"
        maxLength={maxBackupNameLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Tick
        label="Lock it"
        note="A locked backup is not deleted until you unlock it."
        checked={isLocked}
        onChange={setLocked}
      />
      <LinesField
        label="Leave out"
        mono
        rows={2}
        maxLength={maxIgnoredLength}
        value={ignored}
        onChange={(event) => setIgnored(event.target.value)}
        help="Files and folders, a pattern a line: logs/ or *.zip. Empty leaves out what the server’s own ignore file names."
      />
      {fields}
    </FormDialog>
  )
}

/** Asks what is to be made: its name, its lock, and whether the server saves first. */
export function BackupDialog({ asked, onClose }: DialogProps<'backup'>) {
  const server = useAppState((state) => state.servers[asked.ref])
  return server && <BackupForm server={server} onClose={onClose} />
}
