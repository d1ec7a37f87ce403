import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { fail, ok, type Result } from '../../shared/result.ts'

/** A token is far shorter; the bound only keeps out floods. */
const maxLength = 4_096

const missing = {
  message: 'No token came on standard input.',
  hint: 'Type it when asked, or send it from a file or a password manager through a pipe.',
}

/** What a person types, up to Enter, without showing it; null when they end the input. */
function typed(input: ReadStream): Promise<string | null> {
  // Line editing echoes to its output, so that output leads nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 })
  return new Promise((resolve) => {
    let line: string | null = null
    lines.once('line', (text) => {
      line = text
      lines.close()
    })
    lines.once('SIGINT', () => lines.close())
    lines.once('close', () => resolve(line))
  })
}

async function piped(input: AsyncIterable<Buffer | string>): Promise<string> {
  let text = ''
  for await (const chunk of input) {
    text += chunk
    if (text.length > maxLength) break
  }
  return text
}

/**
 * Reads a token from standard input: typed without echo at a terminal, else everything that is piped in.
 * @param ask called at a terminal, to say what is wanted
 */
export async function readToken(input: ReadStream, ask: () => void): Promise<Result<string>> {
  if (input.isTTY) ask()
  const text = input.isTTY ? await typed(input) : await piped(input)
  if (text === null) return fail('cancelled', { hint: 'Nothing was sent or stored.' })
  const token = text.trim()
  if (token === '') return fail('invalid-token', missing)
  return token.length > maxLength ? fail('invalid-token') : ok(token)
}
