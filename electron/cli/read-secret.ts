import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { ReadStream } from 'node:tty'
import { fail, ok, type Result } from '../../shared/result.ts'

/** A token is far shorter, and no value of a variable is longer; the bound only keeps out floods. */
const maxLength = 4_096

const hint = 'Type it when asked, or send it from a file or a password manager through a pipe.'
const noToken = { message: 'No token came on standard input.', hint }
const noValue = { message: 'No value came on standard input.', hint }
const ended = { hint: 'Nothing was sent or stored.' }

/** What a person types, up to Enter, without showing it; null when they end the input. */
async function typed(input: ReadStream): Promise<string | null> {
  // Line editing echoes to its output, so that output leads nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 })
  try {
    for await (const line of lines) return line
    return null
  } finally {
    // Node 20 leaves it open, and so the terminal in raw mode, where Ctrl-C ends nothing.
    lines.close()
  }
}

async function piped(input: AsyncIterable<Buffer | string>): Promise<string> {
  // A character may be split between two chunks.
  const decoder = new StringDecoder('utf8')
  let text = ''
  for await (const chunk of input) {
    text += decoder.write(chunk)
    if (text.length > maxLength) break
  }
  return text + decoder.end()
}

/** What a person types, without echo, or everything that is piped in; null when they end the input. */
async function read(input: ReadStream, ask: () => void): Promise<string | null> {
  if (!input.isTTY) return piped(input)
  ask()
  return typed(input)
}

/**
 * Reads a token from standard input: typed without echo at a terminal, else everything that is piped in.
 * @param ask called at a terminal, to say what is wanted
 */
export async function readToken(input: ReadStream, ask: () => void): Promise<Result<string>> {
  const text = await read(input, ask)
  if (text === null) return fail('cancelled', ended)
  const token = text.trim()
  if (token === '') return fail('invalid-token', noToken)
  return token.length > maxLength ? fail('invalid-token') : ok(token)
}

/**
 * Reads the value of a variable in the same way: all of it but the end of its line. An empty line is an empty value; a pipe
 * that brings nothing at all is an error, since it comes from a program that failed.
 */
export async function readValue(input: ReadStream, ask: () => void): Promise<Result<string>> {
  const text = await read(input, ask)
  if (text === null) return fail('cancelled', ended)
  return text === '' && !input.isTTY ? fail('invalid-request', noValue) : ok(text.replace(/\r?\n$/, ''))
}
