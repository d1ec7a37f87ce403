import type { Clipboard, ClipboardItem } from 'electron'
import { choices } from './choices.ts'
import { notImplemented, strict } from './strict.ts'

type Given = ConstructorParameters<typeof ClipboardItem>[0]
type Forms = Readonly<Record<string, string | Blob>>

const isForm = (one: [string, Given[string]]): one is [string, string | Blob] =>
  typeof one[1] === 'string' || one[1] instanceof Blob

/** One thing for the clipboard, in several forms by their MIME types. */
export class ClipboardItemStandIn implements ClipboardItem {
  readonly types: string[]
  readonly _forms: Forms

  constructor(items: Given) {
    const all = Object.entries(items)
    const forms = all.filter(isForm)
    if (forms.length < all.length) throw notImplemented('ClipboardItem of bookmarks, or of what is still to come')
    this.types = Object.keys(items)
    this._forms = Object.fromEntries(forms)
  }

  getType(): never {
    throw notImplemented('ClipboardItem.getType')
  }
}

/** The forms that Electron knows besides plain text are taken as they are, and only their names are told. */
const isKnown = (type: string) => type === 'text/plain' || /^electron application\/osclipboard;format=".+"$/.test(type)

/** Only what this class made goes in. */
function formsOf(item: ClipboardItem): Forms {
  if (!(item instanceof ClipboardItemStandIn)) throw new TypeError('the clipboard takes ClipboardItem objects only')
  return item._forms
}

/** The system's clipboard as data. What a page copies goes into Chromium's own, and not in here. */
export function createClipboard() {
  let forms: Forms = {}
  const refuse = (what: string) => {
    if (choices.clipboard === 'refuses') throw new Error(`Failed to ${what} the clipboard`)
  }
  const text = async () => {
    const plain = forms['text/plain'] ?? ''
    return typeof plain === 'string' ? plain : plain.text()
  }
  const clipboard = strict('clipboard', {
    clear() {
      forms = {}
    },
    async readText() {
      refuse('read')
      return text()
    },
    async writeText(given) {
      refuse('write to')
      forms = { 'text/plain': given }
    },
    async write(items) {
      refuse('write to')
      const given = Object.assign({}, ...items.map(formsOf)) as Forms
      const unknown = Object.keys(given).find((type) => !isKnown(type))
      if (unknown !== undefined) throw new Error(`the stand-in does not know the form ${unknown}`)
      forms = given
    },
  } satisfies Pick<Clipboard, 'clear' | 'readText' | 'write' | 'writeText'>)
  return { clipboard, view: async () => ({ text: await text(), forms: Object.keys(forms) }) }
}
export type ClipboardParts = ReturnType<typeof createClipboard>
