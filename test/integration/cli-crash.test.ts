import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { cliFile } from '../fixtures/cli-process.ts'
import { crashToken, createCrashHook } from '../fixtures/crash-hook.ts'

it.each([
  ['a throw', 'setImmediate(() => { throw failure })'],
  ['a promise', 'setImmediate(() => { Promise.reject(failure) })'],
  ['its own words', 'process.stdout.write = () => { throw failure }'],
])('a crash of the command line by %s tells no token that it carries', (_, code) => {
  const hook = createCrashHook(code)
  // In this mode Node warns of rejections even where somebody listens.
  const NODE_OPTIONS = `${hook.env.NODE_OPTIONS} --unhandled-rejections=warn`
  const { status, stdout, stderr } = spawnSync(process.execPath, [cliFile, '--help'], {
    env: { PATH: process.env.PATH, NODE_OPTIONS },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Servertray failed unexpectedly\. Error: with \[redacted\]/)
  expect(stdout + stderr).not.toContain(crashToken)
  hook.dispose()
})
