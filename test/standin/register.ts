/**
 * `node --import ./test/standin/register.ts out/main/main.js` runs the built app without Electron's binary:
 * `import 'electron'` resolves to the stand-in.
 */
import './host.ts'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import './host.ts'

const standIn = new URL('./electron.ts', import.meta.url).href

// What Electron's main process says of itself; electron-store asks for the type.
Object.defineProperty(process, 'type', { value: 'browser', enumerable: true })

// As which system the app runs, as far as its own code goes: `darwin`, `win32` or `linux`.
const system = process.env.SERVERTRAY_STANDIN_SYSTEM
if (system !== undefined) {
  if (!['darwin', 'linux', 'win32'].includes(system)) throw new Error(`the stand-in knows no system ${system}`)
  // Where Windows names its folder for temporary files.
  process.env.TEMP ??= tmpdir()
  Object.defineProperty(process, 'platform', { value: system, enumerable: true })
}

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : nextResolve(specifier, context),
})
