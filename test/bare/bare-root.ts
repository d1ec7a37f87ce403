import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { missingTools } from '../fixtures/missing-tools.ts'

const tools = ['debootstrap', 'unshare', 'chroot', 'git']

/** Why no bare root can be made here, in words; null where it can. */
export function whyNoBareRoot(env: NodeJS.ProcessEnv): string | null {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version')) return 'it needs Debian'
  if (process.getuid?.() !== 0) return 'it needs root, to make a root folder and enter it'
  const missing = missingTools(tools)
  if (missing.length > 0) return `not installed: ${missing.join(', ')}`
  if (env.npm_node_execpath === undefined || env.npm_execpath === undefined) return 'it is started by npm run test:bare'
  if (spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status !== 0) return 'this container may not mount'
  return null
}

export type Ended = { readonly code: number | null; readonly output: string }

export type BareRoot = {
  /** A command of sh in the clone. `onOutput` sees all that was said so far, and may interrupt as Ctrl+C does. */
  run(command: string, onOutput?: (output: string, interrupt: () => void) => void): Promise<Ended>
  /** Ends what runs in it, and removes it. */
  remove(): void
}

/** What npm needs to reach its registry from here, found in its own settings. */
function npmSettings(env: NodeJS.ProcessEnv) {
  const setting = (name: string) => {
    const { stdout } = spawnSync(env.npm_node_execpath ?? '', [env.npm_execpath ?? '', 'config', 'get', name], {
      encoding: 'utf8',
      cwd: tmpdir(),
    })
    return ['', 'null', 'undefined'].includes(stdout.trim()) ? undefined : stdout.trim()
  }
  return {
    registry: setting('registry'),
    cafile: setting('cafile'),
    cache: setting('cache') ?? join(homedir(), '.npm'),
  }
}

function must(file: string, args: readonly string[]): void {
  const { status, stderr, stdout } = spawnSync(file, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file} failed: ${(stderr + stdout).slice(-2_000)}`)
}

/** Puts the Node and npm of this machine, a clone of the project's last commit, and the way to npm's registry into it. */
function fill(folder: string, project: string, env: NodeJS.ProcessEnv): { cache: string; inside: NodeJS.ProcessEnv } {
  const node = env.npm_node_execpath ?? ''
  const npm = dirname(dirname(realpathSync(env.npm_execpath ?? '')))
  cpSync(realpathSync(node), join(folder, 'usr/local/bin/node'))
  cpSync(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, 'usr/local/bin', name))
  }
  must('git', ['clone', '--quiet', project, join(folder, 'root/servertray')])

  const { registry, cafile, cache } = npmSettings(env)
  for (const file of ['/etc/resolv.conf', '/etc/hosts', ...(cafile === undefined ? [] : [cafile])]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file), { dereference: true })
  }
  mkdirSync(cache, { recursive: true })
  mkdirSync(join(folder, 'root/.npm'))
  const inside = {
    HOME: '/root',
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    ...(registry === undefined ? {} : { npm_config_registry: registry }),
    ...(cafile === undefined ? {} : { npm_config_cafile: cafile, NODE_EXTRA_CA_CERTS: cafile }),
  }
  return { cache, inside }
}

// npm's cache is this machine's, so that nothing is downloaded twice.
const enter = [
  'mount --rbind /dev "$1/dev"',
  'mount -t proc proc "$1/proc"',
  'mount --bind "$2" "$1/root/.npm"',
  'exec chroot "$1" sh -c "cd /root/servertray && $3"',
].join(' && ')

/**
 * The smallest Debian, with no more than the Node and npm of this machine and a clone of the project's last commit.
 * Commands run in namespaces of their own: mounts and processes end with them.
 * @returns why debootstrap could not make one, in words, where no mirror of Debian is in reach
 */
export function makeBareRoot(project: string, env: NodeJS.ProcessEnv): BareRoot | { readonly reason: string } {
  const folder = mkdtempSync(join(tmpdir(), 'servertray-bare-'))
  const suite = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
  const made = spawnSync('debootstrap', ['--variant=minbase', suite, folder], { encoding: 'utf8' })
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    const last = (made.stdout + made.stderr).trim().split('\n').at(-1) ?? ''
    return { reason: `debootstrap did not make one: ${last}` }
  }
  const { cache, inside } = fill(folder, project, env)
  let running: ChildProcess | undefined
  const signalAll = (signal: NodeJS.Signals) => {
    if (running?.pid !== undefined && running.exitCode === null && running.signalCode === null)
      process.kill(-running.pid, signal)
  }

  return {
    run(command, onOutput) {
      const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', enter, basename(folder)]
      const child = spawn('unshare', [...args, folder, cache, command], {
        env: inside,
        stdio: ['ignore', 'pipe', 'pipe'],
        // A group of its own, as a terminal makes one for each command.
        detached: true,
      })
      running = child
      let output = ''
      const interrupt = () => signalAll('SIGINT')
      const hear = (chunk: Buffer) => {
        output += chunk.toString()
        onOutput?.(output, interrupt)
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      return new Promise((resolve, reject) => {
        child.once('error', reject)
        child.once('close', (code) => resolve({ code, output }))
      })
    },
    remove() {
      signalAll('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}
