import { useRef, useState } from 'react'
import type { AppError } from '../../../shared/error-schema.ts'
import type { ConsoleEntry } from '../../../shared/model/console-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { commandOf, placeholdersOf } from '../../parts/commands/command-text.ts'
import { precondition } from '../../parts/commands/messages.ts'
import { useMissingPermission } from '../../parts/servers/MissingPermission.tsx'
import { useAppState, useClient, useView } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import { count } from '../../ui/format.ts'
import { useDialog } from '../../ui/use-dialog.ts'
import { CommandField } from './CommandField.tsx'
import styles from './ConsoleInput.module.css'
import type { TryWith } from './ConsoleLog.tsx'
import { CommandFailure } from './ConsoleLog.tsx'
import { PlaceholderForm } from './PlaceholderForm.tsx'
import { SavedCommands } from './SavedCommands.tsx'
import { useHistory } from './use-history.ts'

type ConsoleInputProps = {
  server: ServerView
  entries: readonly ConsoleEntry[]
  /** What is told above, which it does not repeat. */
  told: string
  /** The results of commands are shown in a log above. */
  isLogged: boolean
  onTryWith: TryWith
}

/** The input for commands. The text of one that could not be sent returns to it, so that nothing is lost. */
export function ConsoleInput({ server, entries, told, isLogged, onTryWith }: ConsoleInputProps) {
  const client = useClient()
  const { ref } = server
  const text = useView((view) => view.drafts[ref] ?? '')
  const history = useHistory(ref)
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<{ command: string; error: AppError } | null>(null)
  /** The entry whose failure was hidden by typing on. */
  const [toldId, setToldId] = useState<string | null>(null)
  const dialog = useDialog<[string | null]>()
  const stream = useAppState((state) => state.consoles[ref]?.stream ?? null)
  const { stop, hint } = precondition(server, useMissingPermission(server, 'control.console'), stream)
  const last = entries.at(-1)
  const isPrivate = text.startsWith(' ') && text.trim() !== ''

  const setText = (draft: string) => client.setDraft(ref, draft)
  const goOn = () => {
    setFailure(null)
    setToldId(last?.id ?? null)
  }
  const choose = (command: string) => {
    if (placeholdersOf(command).length > 0) return ask(command)
    setText(command)
    // When a menu closes it focuses its button; the input takes the focus after that.
    requestAnimationFrame(() => input.current?.focus())
  }
  const send = async (command: string, more?: { isPrivate: true }) => {
    goOn()
    if (!more?.isPrivate) history.remember(command)
    const result = await client.command(ref, command, more)
    if (!result.ok) setFailure({ command, error: result.error })
  }
  const ask = (command: string) =>
    dialog.open((close, stopped) => {
      const onSend = (filled: string) => {
        close()
        void send(filled)
      }
      const given = { command, server: server.name, stop: stopped, finalFocus: input, onSend, onClose: close }
      return <PlaceholderForm {...given} />
    })
  const askToSend = (lines: readonly string[]) =>
    dialog.open((close) => (
      <Question
        title={`Send ${count(lines.length, 'command')}?`}
        text="Each line is sent as one command, in this order, one a second. The first that fails stops the rest."
        yes={`Send ${lines.length}`}
        look="go"
        finalFocus={input}
        onYes={() => {
          close()
          goOn()
          client.batches.start(ref, lines)
        }}
        onClose={close}
      >
        <pre className={styles.paste} data-box>
          {lines.join('\n')}
        </pre>
      </Question>
    ))
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    const command = commandOf(text)
    if (command === '' || stop !== null) return
    setText('')
    void send(command, isPrivate ? { isPrivate } : undefined)
  }

  const isToldInLog = isLogged && last?.phase === 'refused' && last.command === failure?.command
  return (
    <>
      <CommandFailure
        error={isToldInLog ? null : (failure?.error ?? null)}
        entry={isLogged || last?.id === toldId ? undefined : last}
        told={told}
        onTryWith={onTryWith}
      />
      <form className={styles.form} data-flex="s2" data-edge="top" data-shade onSubmit={submit}>
        <SavedCommands
          server={server}
          text={text}
          onChoose={choose}
          onForget={history.lines.length > 0 ? () => void history.forget() : null}
        />
        <CommandField
          input={input}
          server={server}
          text={text}
          isStopped={stop !== null}
          note={stop ?? (isPrivate ? 'Not kept in the history' : text === '' ? hint : null)}
          history={history}
          onType={(typed) => {
            setText(typed)
            goOn()
          }}
          onText={setText}
          onAccept={(suggestion) => (suggestion.isSaved ? choose(suggestion.text) : setText(suggestion.text))}
          onPaste={askToSend}
        />
        <Button type="submit" look="go" disabled={stop !== null || text.trim() === ''}>
          Send
        </Button>
      </form>
      {dialog.drawn(stop)}
    </>
  )
}
