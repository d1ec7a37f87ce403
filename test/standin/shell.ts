import { spawn } from 'node:child_process'
import type { Shell } from 'electron'
import type { Desk } from './desk.ts'
import { hostPlatform } from './host.ts'
import { strict } from './strict.ts'

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
}

type Deps = {
  desk: Desk
  /** Only records links and opens none, for a driver. */
  isDriven: boolean
  hasDisplay: () => boolean
}

/** Opens links with the system where there is a display, and prints them where there is none. */
export function createShell({ desk, isDriven, hasDisplay }: Deps) {
  function openWithSystem(target: string): string {
    const [command, ...args] = openers[hostPlatform] ?? []
    if (!hasDisplay() || command === undefined) {
      console.log(`Open this yourself, there is no display: ${target}`)
      return 'There is no display.'
    }
    spawn(command, [...args, target], { stdio: 'ignore', detached: true })
      .on('error', () => console.log(`Open this yourself, ${command} is missing: ${target}`))
      .unref()
    return ''
  }

  return strict('shell', {
    openExternal(url) {
      if (!URL.canParse(url)) return Promise.reject(new Error('Invalid URL'))
      desk.openedLinks.push(url)
      if (!isDriven) openWithSystem(url)
      return Promise.resolve()
    },
    openPath(path) {
      if (!isDriven) return Promise.resolve(openWithSystem(path))
      desk.openedLinks.push(path)
      return Promise.resolve('')
    },
  } satisfies Pick<Shell, 'openExternal' | 'openPath'>)
}
