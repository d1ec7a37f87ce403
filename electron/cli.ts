import manifest from '../package.json' with { type: 'json' }
import { runCli } from './cli/run.ts'
import { systemClock } from './clock.ts'

// A reader that has gone (`… | head -1`) ends no command: the exit code goes on telling what became of it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

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
