/**
 * `npm run test:bare`: README's commands, from the clone on, and those by which docs/command-line.md installs the command
 * line, on the smallest Debian with Node and npm in it: no font, no display, no tool that a full system has. `-- --quick`
 * leaves `npm test` out.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endSignals } from '../../build/fetch-missing.ts'
import { type BareRoot, type Ended, makeBareRoot, whyNoBareRoot } from './bare-root.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

type Step = { readonly name: string; run(root: BareRoot): Promise<Ended>; holds(ended: Ended): boolean }

const command = (name: string, says: RegExp): Step => ({
  name,
  run: (root) => root.run(name),
  holds: ({ code, output }) => code === 0 && says.test(output),
})

const steps: readonly Step[] = [
  command('npm ci', /added \d+ packages/),
  {
    name: 'npm start',
    run(root) {
      let isInterrupted = false
      return root.run('npm start', (output, interrupt) => {
        // What there is to do without a display is said when the app is up.
        if (isInterrupted || !output.includes('Ctrl+C')) return
        isInterrupted = true
        interrupt()
      })
    },
    holds: ({ output }) => /Runtime: the stand-in/.test(output) && /npm run tour/.test(output),
  },
  command('npm run tour', /The tour holds\./),
  command('npm run --silent cli -- --help', /list/),
  command('npm run package -- --cli', /The command line: npm install -g/),
  command('npm install -g ./dist/servertray-cli-*.tgz', /added \d+ packages/),
  command('servertray --help', /list/),
  ...(values.quick ? [] : [command('npm test', /passed/)]),
]

const skip = (reason: string) => console.log(`Skipped: README's commands on a bare Debian (${reason}).`)

async function runSteps(root: BareRoot): Promise<void> {
  for (const step of steps) {
    const startedAt = performance.now()
    const ended = await step.run(root)
    const label = `${step.name} (${((performance.now() - startedAt) / 1_000).toFixed(0)} s)`
    if (step.holds(ended)) {
      console.log(`ok    ${label}`)
      continue
    }
    console.error(`FAILED ${label}, exit code ${ended.code}:\n${ended.output}`)
    process.exitCode = 1
    return
  }
}

async function run(): Promise<void> {
  const reason = whyNoBareRoot(process.env)
  if (reason !== null) return skip(reason)
  const root = makeBareRoot(fileURLToPath(new URL('../../', import.meta.url)), process.env)
  if ('reason' in root) return skip(root.reason)
  for (const signal of endSignals) {
    process.once(signal, () => {
      root.remove()
      process.exit(1)
    })
  }
  try {
    await runSteps(root)
  } finally {
    root.remove()
  }
}

await run()
