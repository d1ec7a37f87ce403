import type { Clipboard } from 'electron'
import { choices } from './choices.ts'
import { strict } from './strict.ts'

type Forms = Readonly<Record<string, string | Blob>>

/** One thing for the clipboard, in several forms by their MIME types. */
export class ClipboardItemStandIn {
  readonly _forms: Forms

  constructor(forms: Forms) {
    this._forms = forms
  }

  get types(): string[] {
    return Object.keys(this._forms)
  }
}

/** The forms that Electron knows besides plain text are taken as they are, and only their names are told. */
const isKnown = (type: string) => type === 'text/plain' || /^electron application\/osclipboard;format=".+"$/.test(type)

type Shape = Pick<Clipboard, 'clear' | 'readText' | 'writeText'> & {
  write(items: readonly ClipboardItemStandIn[]): Promise<void>
}

/** The system's clipboard as data. What a page copies goes into Chromium's own, and not in here. */
export function createClipboard() {
  let forms: Forms = {}
  const refuse = () => {
    if (choices.clipboard === 'refuses') throw new Error('Failed to write to the clipboard')
  }
  const text = async () => {
    const plain = forms['text/plain'] ?? ''
    return typeof plain === 'string' ? plain : plain.text()
  }
  const clipboard = strict('clipboard', {
    clear() {
      forms = {}
    },
    readText: text,
    async writeText(given) {
      refuse()
      forms = { 'text/plain': given }
    },
    async write(items) {
      refuse()
      const given = Object.assign({}, ...items.map((item) => item._forms)) as Forms
      const unknown = Object.keys(given).find((type) => !isKnown(type))
      if (unknown !== undefined) throw new Error(`the stand-in does not know the form ${unknown}`)
      forms = given
    },
  } satisfies Shape)
  return { clipboard, view: async () => ({ text: await text(), forms: Object.keys(forms) }) }
}
export type ClipboardParts = ReturnType<typeof createClipboard>
