import { mkdirSync } from 'node:fs'
import { app, protocol } from 'electron'
import { startApp } from './app.ts'
import { appId, profileFolder } from './profile.ts'
import { appScheme } from './security/origin.ts'
import { startOptions } from './start-options.ts'

app.setName('Servertray')
const profile = profileFolder(process.env, process.platform)
// Electron refuses a path that is not there.
mkdirSync(profile, { recursive: true, mode: 0o700 })
app.setPath('userData', profile)
// Windows shows notifications only of an app that goes by the name of its shortcut.
if (process.platform === 'win32') app.setAppUserModelId(appId)
app.enableSandbox()
protocol.registerSchemesAsPrivileged([
  { scheme: appScheme, privileges: { standard: true, secure: true, codeCache: true } },
])

const options = startOptions(process.argv.slice(1))
// A second start hands over to the first and ends.
if (app.requestSingleInstanceLock()) {
  // Not awaited: Electron becomes ready only after this module has been evaluated.
  void app.whenReady().then(() => startApp(options))
} else {
  app.quit()
}
