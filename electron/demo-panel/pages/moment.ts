import { clockTime } from '../../../shared/model/time-words.ts'
import { type Html, html } from './html.ts'

/** A time as the app tells it, by this computer's clock: `3 Jan 2026, 14:04`. Takes unix milliseconds. */
export function moment(at: number): Html {
  const date = new Date(at)
  const day = `${date.getDate()} ${date.toLocaleString('en', { month: 'short' })} ${date.getFullYear()}`
  return html`<time datetime="${date.toISOString()}">${day}, ${clockTime(at)}</time>`
}
