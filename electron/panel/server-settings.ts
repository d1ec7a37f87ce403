import type { AppError } from '../../shared/error-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { ServerWords, ServerWordsChange } from '../../shared/server-settings/contract.ts'
import type { CallServer, OfAct, ReadServer } from './at-server.ts'
import type { CallOptions } from './call-options.ts'
import { readSettings, type SettingsReading } from './server-settings-entry.ts'
import type { JsonBody } from './transport.ts'

/**
 * The settings of a server (the panel's API, part 2, *Settings*). What changes something is never sent twice. Error beside
 * the usual: `not-on-panel` for a panel without them.
 */
export type ServerSettingsCalls = {
  read(identifier: string, options?: CallOptions): Promise<Result<SettingsReading>>
  /**
   * Changes name and description. Both are read right before, and nothing is sent where one is neither what the person
   * looked at (`seen`) nor what they want. Errors: `description-fixed`; `state-changed`, where nothing was sent, for a
   * description of which the app shows only a part. How late what it sends may come (`notAfter`) is its own matter.
   */
  update(
    identifier: string,
    change: { readonly seen: ServerWords; readonly edit: ServerWords },
    options?: Omit<CallOptions, 'notAfter'>,
  ): Promise<Result<ServerWordsChange>>
  /** Has the server reinstalled: a success says only that it was begun. It is stopped first, and killed after 10 s. */
  reinstall(identifier: string, options?: CallOptions): Promise<Result<void>>
}

/**
 * The failure of a rename after the description was changed. It is not told as a missing permission alone, since half
 * of the work is done.
 */
function halfChanged(error: AppError): AppError {
  const code = error.code === 'permission-lacking' ? 'panel-refused' : error.code
  const message = error.mayHaveActed
    ? 'The description was changed. It is not known whether the name was.'
    : 'The description was changed, but the name was not.'
  return { ...error, code, message, hint: 'Try again to change the name.' }
}

const partOnly = {
  message: 'The app can’t show this description as a whole, so nothing was saved.',
  hint: 'Change it in the panel.',
}

export function createServerSettingsCalls(deps: {
  readonly callServer: CallServer
  readonly readServer: ReadServer
  readonly ofAct: OfAct
}): ServerSettingsCalls {
  const { callServer, readServer, ofAct } = deps

  async function read(identifier: string, options: CallOptions = {}): Promise<Result<SettingsReading>> {
    const answered = await readServer(identifier, { operation: 'server', below: '' }, options)
    if (!answered.ok) return answered
    const { answer, json } = answered.value
    const settings = readSettings(json, answer.hideToken)
    return settings === null ? fail('malformed-answer', { status: answer.status }) : ok(settings)
  }

  async function send(
    identifier: string,
    operation: 'settings-rename' | 'settings-description' | 'settings-reinstall',
    body: JsonBody | undefined,
    options: CallOptions,
  ): Promise<Result<void>> {
    const below = `/settings/${operation.replace('settings-', '')}`
    const call = { operation, method: 'POST', below, ...(body && { body }) } as const
    const answer = await callServer(identifier, call, options)
    return answer.ok ? ok() : answer
  }

  /** On one kind of panel each has a call of its own. The description goes first: it may be refused to everybody. */
  async function writeApart(
    identifier: string,
    changes: { readonly name: string | null; readonly description: string | null },
    options: CallOptions,
  ): Promise<Result<void>> {
    const { name, description } = changes
    const rename = (by: CallOptions) => (name === null ? ok() : send(identifier, 'settings-rename', { name }, by))
    if (description === null) return rename(options)
    const described = await send(identifier, 'settings-description', { description }, options)
    if (!described.ok) return described
    // With a time of its own, so that not only half of the work is done.
    const renamed = await rename({ ...options, notAfter: undefined })
    return renamed.ok ? renamed : fail(halfChanged(renamed.error))
  }

  /** What is not changed stays as it came. On the other kind of panel both go with one call, which wants a name. */
  async function write(
    identifier: string,
    known: SettingsReading,
    edit: ServerWords,
    options: CallOptions,
  ): Promise<Result<void>> {
    const name = edit.name === known.name ? null : edit.name
    const description = edit.description === known.description ? null : edit.description
    if (name === null && description === null) return ok()
    if (known.describesApart) return writeApart(identifier, { name, description }, options)
    const body = { name: name ?? known.rawName, ...(description !== null && { description }) }
    return send(identifier, 'settings-rename', body, options)
  }

  return {
    read,

    async update(identifier, { seen, edit }, given = {}) {
      const options = ofAct(given)
      const known = await read(identifier, options)
      if (!known.ok) return known
      const { name, description } = known.value
      // A value that already matches is our own earlier save, whose answer was lost or which was only half done.
      const isOthers = (what: keyof ServerWords) => known.value[what] !== seen[what] && known.value[what] !== edit[what]
      if (isOthers('name') || isOthers('description')) return ok({ meanwhile: { name, description } })
      if (!known.value.isDescriptionWhole && edit.description !== description) return fail('state-changed', partOnly)
      const written = await write(identifier, known.value, edit, options)
      return written.ok ? ok({ meanwhile: null }) : written
    },

    reinstall: (identifier, options = {}) => send(identifier, 'settings-reinstall', undefined, options),
  }
}
