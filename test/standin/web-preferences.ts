import { readFileSync } from 'node:fs'
import type { BrowserWindowConstructorOptions } from 'electron'
import { bindingName, entryName, pageScripts } from './page/scripts.ts'
import { notImplemented } from './strict.ts'

export type WebPreferences = NonNullable<BrowserWindowConstructorOptions['webPreferences']>

/** Refuses preferences that would change what the page may do, since the stand-in supports one setting only. */
export function refuseUnsafe(preferences: WebPreferences): void {
  if (preferences.contextIsolation === false) throw notImplemented('webPreferences.contextIsolation: false')
  if (preferences.sandbox === false) throw notImplemented('webPreferences.sandbox: false')
  if (preferences.nodeIntegration === true) throw notImplemented('webPreferences.nodeIntegration')
  if (preferences.webSecurity === false) throw notImplemented('webPreferences.webSecurity: false')
  if (preferences.nodeIntegrationInSubFrames === true) throw notImplemented('webPreferences.nodeIntegrationInSubFrames')
  if (preferences.webviewTag === true) throw notImplemented('webPreferences.webviewTag')
}

function readPreload(file: string | undefined): string {
  if (file === undefined) return ''
  try {
    return readFileSync(file, 'utf8')
  } catch (failure) {
    console.error(`Unable to load preload script: ${file}`, failure)
    return ''
  }
}

/** What runs in a page that was made with these preferences. */
export function scriptsOf(preferences: WebPreferences): ReturnType<typeof pageScripts> {
  return pageScripts(readPreload(preferences.preload), {
    binding: bindingName,
    entry: entryName,
    platform: process.platform,
    arch: process.arch,
    versions: { ...process.versions, electron: process.versions.electron ?? '' } as Record<string, string>,
  })
}
