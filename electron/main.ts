import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { app, protocol } from 'electron'
import { giveUp, startApp } from './app/app.ts'
import { argumentsAgain, noteCrash } from './app/crash.ts'
import { debuggingSwitch, startOptions } from './app/start-options.ts'
import { createLinks, linkScheme, linksOf } from './deep-links/links.ts'
import { systemClock } from './lib/clock.ts'
import { appId, appImageOf, logsFolder, makeProfile, profileFolder, toastActivator } from './lib/profile.ts'
import { createFileLogger } from './log/logger.ts'
import { catchUnexpected } from './log/unexpected.ts'
import { appScheme } from './security/origin.ts'

// V8 may take the first lines of a flooded console for objects that last, and then keeps what all others leave behind
// (the bench: 300 MiB in place of 175).
setFlagsFromString('--no-allocation-site-pretenuring')
app.setName('Servertray')
const profile = profileFolder(process.env, process.platform)
const log = createFileLogger({ file: join(logsFolder(profile), 'servertray.log'), clock: systemClock })
/** Electron starts an app anew as it was started; an AppImage, whose files go with its end, by its own path. */
function relaunch(): void {
  const appImage = appImageOf(process.env, process.execPath)
  app.relaunch({ args: argumentsAgain(process.argv.slice(1)), ...(appImage !== null && { execPath: appImage }) })
}

let isEnding = false
app.once('will-quit', () => {
  isEnding = true
})

// An unexpected failure is logged once. The app ends cleanly and starts again, which tells announced restarts as
// missed.
catchUnexpected({
  onException(failure) {
    log.error('an unexpected failure ended the app', { failure })
    // Only the one app of this profile comes back, not a second start that was to hand over to it.
    if (app.hasSingleInstanceLock() && noteCrash(profile, failure, systemClock.now(), isEnding)) relaunch()
    app.exit(1)
  },
  onRejection: (failure) => log.error('a promise failed with nobody to hear', { failure }),
  onWarning: (warning) => log.warn('Node warns', { warning }),
})

function start(): void {
  const refused = app.isPackaged ? debuggingSwitch(process.argv.slice(1)) : null
  if (refused !== null) {
    process.stderr.write(`Servertray does not start with --${refused}: it would let other programs act in its name.\n`)
    app.exit(1)
    return
  }
  // Electron refuses a path that is not there.
  makeProfile(profile)
  app.setPath('userData', profile)
  // Windows shows notifications only of an app that goes by the name of its shortcut.
  if (process.platform === 'win32') {
    app.setAppUserModelId(appId)
    app.setToastActivatorCLSID(toastActivator)
  }
  // Wayland's portals know programs by the name of their desktop entry, and want it in reverse-DNS form.
  if (process.platform === 'linux') app.setDesktopName(`${appId}.desktop`)
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, codeCache: true } },
  ])
  const options = startOptions(process.argv.slice(1))
  // macOS hands links over by this event, also those that started the app; elsewhere they are arguments.
  const links = createLinks(log)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    links.put(url)
  })
  for (const link of linksOf(process.argv.slice(1))) links.put(link)
  // Only the installed app is one that the system can start by itself.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)
  // A second start hands over to the first and ends.
  if (app.requestSingleInstanceLock() && !options.quit) {
    // Not awaited: Electron becomes ready only after this module has been evaluated.
    void app.whenReady().then(() => startApp(options, profile, log, links))
  } else {
    app.quit()
  }
}

try {
  start()
} catch (failure) {
  giveUp(profile, log, failure)
}
