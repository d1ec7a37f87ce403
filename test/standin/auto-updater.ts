import type { AutoUpdater } from 'electron'
import { z } from 'zod'
import type { AppHost } from './app.ts'
import { choices } from './choices.ts'
import { StrictEmitter } from './strict.ts'

/** The page that Squirrel asks for an update. */
const feedSchema = z.object({ url: z.string() })

type Feed = { url: string; headers?: Record<string, string> }
type Shape = Pick<AutoUpdater, 'quitAndInstall' | 'checkForUpdates'> & { setFeedURL(feed: Feed): void }

/** Squirrel of macOS: fetches what the feed names, and judges its signature as a test chose. */
export class AutoUpdaterStandIn extends StrictEmitter implements Shape {
  #feed: Feed = { url: '' }
  readonly #host: AppHost
  readonly #quit: () => void

  constructor(host: AppHost, quit: () => void) {
    super('autoUpdater', ['error', 'update-downloaded', 'before-quit-for-update'])
    this.#host = host
    this.#quit = quit
  }

  setFeedURL(feed: Feed): void {
    this.#feed = feed
  }

  checkForUpdates(): void {
    this.#fetch().catch((failure: unknown) => this.emit('error', failure))
  }

  async #fetch(): Promise<void> {
    const { url, headers = {} } = this.#feed
    const feed = feedSchema.parse(await (await fetch(url, { headers })).json())
    await (await fetch(feed.url, { headers })).arrayBuffer()
    if (choices.updateSignature === 'wrong') {
      throw new Error(
        'Code signature at URL did not pass validation: code failed to satisfy specified code requirement(s)',
      )
    }
    this.emit('update-downloaded')
  }

  /** Closes the windows first; where one stays, nothing more comes of it: `electron_api_auto_updater.cc`. */
  quitAndInstall(): void {
    this.emit('before-quit-for-update')
    const open = this.#host.windows()
    if (open.length === 0) {
      this.#quit()
      return
    }
    setImmediate(() => {
      for (const window of open) if (!window.isDestroyed()) window.close()
      if (open.every((window) => window.isDestroyed())) this.quitAndInstall()
    })
  }
}
