import { createHash } from 'node:crypto'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { escaped } from '../lib/escaped.ts'

/**
 * What a later run of the app understands of a notification that an earlier one left. The system keeps of it an id (64
 * characters at most on Windows), so that names the server, and tells nobody else which.
 */

const mark = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24)

/** The system's id of a notification: first the server's part, then its own. */
export const systemIdOf = (id: string, ref: ServerRef | null): string => `${mark(ref ?? '')}-${mark(id)}`

/** The id of the notice that stands for a notification where the system shows none. */
export const noticeIdOf = (id: string): string => `notification-${mark(id)}`

/** The server that a notification of this id is about; null where it is about none, or it has gone. */
export function refOf(systemId: string, refs: readonly ServerRef[]): ServerRef | null {
  const [server] = systemId.split('-')
  return refs.find((ref) => mark(ref) === server) ?? null
}

/** The id in what Windows hands over when a notification is activated: `type=click&tag=…`, by us or by Electron. */
export const systemIdIn = (activation: string): string => new URLSearchParams(activation).get('tag') ?? ''

/** Characters that XML has no place for, escaped or not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const written = (text: string) => escaped(text.toWellFormed().replace(unwritable, ''))

/**
 * A notification in Windows' own words (Microsoft, *Toast content schema*). Electron's leave `launch` out, so that a
 * click on one of an earlier run would tell nothing. The rest is as in Electron's `windows_toast_notification.cc`.
 */
export function toastXml(toast: {
  readonly systemId: string
  readonly title: string
  readonly body: string
  readonly buttons: readonly string[]
  readonly silent: boolean
}): string {
  const { systemId, title, body, buttons, silent } = toast
  const texts = [title, body].map((text) => `<text>${written(text)}</text>`).join('')
  const actions = buttons.map((text, index) => {
    const activation = written(`type=action&action=${index}&tag=${systemId}`)
    return `<action activationType="foreground" arguments="${activation}" content="${written(text)}"/>`
  })
  return [
    `<toast activationType="foreground" launch="${written(`type=click&tag=${systemId}`)}">`,
    `<visual><binding template="ToastGeneric">${texts}</binding></visual>`,
    actions.length === 0 ? '' : `<actions>${actions.join('')}</actions>`,
    silent ? '<audio silent="true"/>' : '',
    '</toast>',
  ].join('')
}
