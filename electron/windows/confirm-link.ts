import { type BrowserWindow, dialog } from 'electron'
import { safeText } from '../../shared/model/text.ts'

/** Asks before an address from a console is opened: a server's output is foreign text. Resolves true on a yes. */
export async function confirmLink(parent: BrowserWindow | undefined, { host, href }: URL): Promise<boolean> {
  const question = {
    type: 'warning',
    title: 'Servertray',
    message: `Open a page of ${host} in your browser?`,
    detail: `${safeText(href, 300)}\n\nThe address stands in the output of the server. Open it only if you know where it leads.`,
    buttons: ['Cancel', 'Open'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  } as const
  const options = { ...question, buttons: [...question.buttons] }
  // A dialog that belongs to a window does not block the rest of the app.
  const { response } = await (parent ? dialog.showMessageBox(parent, options) : dialog.showMessageBox(options))
  return response === 1
}
