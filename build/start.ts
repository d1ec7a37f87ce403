/** `npm start`: builds the app and starts it. `npm start -- --demo` passes `--demo` on. */
import { spawn } from 'node:child_process'
import { commandFor, describeRuntime, findRuntime } from './runtime.ts'

await import('./build.ts')
try {
  const runtime = await findRuntime(process.env, { mayDownload: true })
  console.log(describeRuntime(runtime))
  const { file, args, env } = commandFor(runtime, process.argv.slice(2), process.env)
  const child = spawn(file, args, { env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.once('error', (failure) => {
    console.error(`Servertray could not be started: ${failure.message}`)
    process.exitCode = 1
  })
  child.once('close', (code) => {
    process.exitCode = code ?? 1
  })
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure)
  process.exitCode = 1
}
