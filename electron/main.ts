import { app, protocol } from 'electron'
import { startApp } from './app.ts'
import { profileFolder } from './profile.ts'
import { appScheme } from './security/origin.ts'
import { startOptions } from './start-options.ts'

app.setName('Servertray')
app.setPath('userData', profileFolder(process.env, process.platform))
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
