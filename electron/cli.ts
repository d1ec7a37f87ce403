import manifest from '../package.json' with { type: 'json' }
import { runCli } from './cli/run.ts'
import { systemClock } from './clock.ts'

process.exitCode = await runCli({
  argv: process.argv.slice(2),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  // Loaded only when asked: with credentials in the environment nothing of the profile is touched.
  loadStoredKeys: async () => (await import('./keys/stored-keys.ts')).loadStoredKeys(),
  clock: systemClock,
  userAgent: `Servertray/${manifest.version}`,
})
