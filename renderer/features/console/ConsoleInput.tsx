import { useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import type { ConsoleEntry } from '../../../shared/model/console.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useClient, useView } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import { count } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useLack } from '../servers/Lack.tsx'
import { createHistory, remember, step } from './history.ts'
import { precondition } from './words.ts'

type Failure = { command: string; error: AppError }

/** Where commands are typed. What could not be sent comes back into the input, so that nothing is lost. */
export function ConsoleInput({ server, entries }: { server: ServerView; entries: readonly ConsoleEntry[] }) {
  const client = useClient()
  const text = useView((view) => view.drafts[server.ref] ?? '')
  const [history, setHistory] = useState(() => createHistory(entries.map((entry) => entry.command)))
  const [failure, setFailure] = useState<Failure | null>(null)
  const [pasted, setPasted] = useState<readonly string[] | null>(null)
  const { stop, hint } = precondition(server, useLack(server, 'console'))

  const setText = (draft: string) =>
    client.view.setState(({ drafts }) => ({ drafts: { ...drafts, [server.ref]: draft } }))

  /** True when the panel took the command. */
  const send = async (command: string): Promise<boolean> => {
    setFailure(null)
    setHistory((before) => remember(before, command))
    const result = await attempt(() => client.bridge.call['servers:command']({ ref: server.ref, command }))
    if (result.ok) return true
    setFailure({ command, error: result.error })
    if (!client.view.getState().drafts[server.ref]) setText(command)
    return false
  }

  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    const command = text.trim()
    if (command === '' || stop !== null) return
    setText('')
    void send(command)
  }

  const sendAll = async (lines: readonly string[]) => {
    setPasted(null)
    for (const [i, line] of lines.entries()) {
      if (await send(line)) continue
      const rest = lines.length - i - 1
      if (rest > 0) client.view.setState({ said: `${count(rest, 'command')} not sent` })
      return
    }
  }

  const onPaste = (event: React.ClipboardEvent) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter(Boolean)
    if (lines.length < 2 || stop !== null) return
    event.preventDefault()
    setPasted(lines)
  }

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const moved = step(history, event.key === 'ArrowUp' ? -1 : 1, text)
    if (moved === null) return
    setHistory(moved.history)
    setText(moved.text)
  }

  const last = entries.at(-1)
  const toldInLog = last?.phase === 'refused' && last.command === failure?.command
  return (
    <>
      {failure && !toldInLog && <Notice tone="bad" message={failure.error.message} hint={failure.error.hint} />}
      <form className="console-input" onSubmit={submit}>
        <div className="console-field">
          <input
            aria-label={`Command for ${server.name}`}
            aria-describedby="console-hint"
            aria-disabled={stop !== null}
            readOnly={stop !== null}
            placeholder={stop === null ? 'Type a command' : ''}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setFailure(null)
            }}
            onPaste={onPaste}
            onKeyDown={onKeyDown}
          />
          <span id="console-hint">{stop ?? (text === '' ? hint : null)}</span>
        </div>
        <Button type="submit" look="go" disabled={stop !== null || text.trim() === ''}>
          Send
        </Button>
      </form>
      {pasted && (
        <Question
          title={`Send ${count(pasted.length, 'command')}?`}
          text="Each line is sent as one command, in this order. The first that fails stops the rest."
          yes={`Send ${pasted.length}`}
          look="go"
          onYes={() => void sendAll(pasted)}
          onClose={() => setPasted(null)}
        >
          <pre className="paste">{pasted.join('\n')}</pre>
        </Question>
      )}
    </>
  )
}
