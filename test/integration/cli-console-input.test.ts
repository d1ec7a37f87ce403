import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cliFile } from '../fixtures/cli-process.ts'
import { setUpCli } from '../fixtures/cli-rig.ts'
import { demoServers } from '../fixtures/demo.ts'
import { eventually } from '../fixtures/eventually.ts'
import { setUpFolder } from '../fixtures/temporary-folder.ts'

const cli = setUpCli()
const folder = setUpFolder()

/** Runs the console as a program of its own, by a shell that gives it this standard input. */
function start(redirect: string) {
  const child = spawn(
    'sh',
    ['-c', `exec "$0" "$1" console ${demoServers.survival} ${redirect}`, process.execPath, cliFile],
    {
      cwd: folder(),
      env: {
        PATH: process.env.PATH,
        SERVERTRAY_HOME: folder(),
        SERVERTRAY_URL: cli.demo().baseUrl,
        SERVERTRAY_TOKEN: cli.token(),
      },
      stdio: [openSync('/dev/null', 'r'), 'pipe', 'pipe'],
    },
  )
  const said = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk: Buffer) => (said.stdout += chunk))
  child.stderr?.on('data', (chunk: Buffer) => (said.stderr += chunk))
  return { child, said, end: once(child, 'close') }
}

describe('the standard input of console', () => {
  it.each([
    ['a file', '< commands.txt', 2],
    ['/dev/null', '< /dev/null', 0],
    ['closed', '<&-', 0],
  ])('may be %s, as of cron and systemd', async (_, redirect, sent) => {
    writeFileSync(join(folder(), 'commands.txt'), 'say from a file\nsay last of the file')
    const { child, said, end } = start(redirect)
    await eventually(() => expect(said.stdout + said.stderr).toMatch(/Done \(|rror/))
    await eventually(() => expect(cli.posts('command')).toHaveLength(sent))
    child.kill('SIGTERM')
    expect(await end).toEqual([0, null])
    expect(said.stderr).toBe('')
  })
})
