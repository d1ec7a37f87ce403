import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { downloadArtifact, getHostArch, initializeProxy } from '@electron/get'
import { z } from 'zod'
import type { Clock } from '../electron/lib/clock.ts'
import { type DownloadDeps, download } from './electron-download.ts'
import type { Progress } from './progress.ts'

export type Fetched =
  | { readonly kind: 'fetched' }
  /** `at` is in unix milliseconds; an earlier failure is remembered for a day. */
  | { readonly kind: 'failed'; readonly at: number; readonly reason: string }
  | { readonly kind: 'stopped' }

export type FetchQuestion = {
  readonly env: NodeJS.ProcessEnv
  /** The folder of the npm package `electron`, whose own installer unpacks what was downloaded. */
  readonly electronFolder: string
  /** Holds a partial download, and the record of a failure. */
  readonly cacheFolder: string
  readonly clock: Clock
  readonly limits: DownloadDeps['limits']
  /** A person asked for it, so an earlier failure is ignored. */
  readonly isAsked: boolean
  /** Ends the download; its partial file is kept. */
  readonly signal: AbortSignal
  onProgress(progress: Progress): void
}

export const fetchLimits: DownloadDeps['limits'] = { answerMs: 10_000, pieceMs: 20_000 }

/** How long a failure is remembered, in milliseconds. */
const rememberedMs = 24 * 60 * 60 * 1_000

/** The variables that the package's proxy support reads (undici's EnvHttpProxyAgent). */
const proxyVariables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']

const failureSchema = z.object({ version: z.string(), at: z.number(), reason: z.string() })
const manifestSchema = z.object({ version: z.string() })
const sumsSchema = z.record(z.string(), z.string())

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

function readFailure(file: string) {
  try {
    return failureSchema.parse(readJson(file))
  } catch {
    return undefined
  }
}

/** Runs the package's installer, which unpacks what is now in its cache. */
async function unpack({ electronFolder, env, signal }: FetchQuestion, arch: string): Promise<void> {
  const child = spawn(process.execPath, [join(electronFolder, 'install.js')], {
    env: { ...env, ELECTRON_INSTALL_PLATFORM: process.platform, ELECTRON_INSTALL_ARCH: arch },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`it could not be unpacked: ${said.trim().split('\n')[0] ?? ''}`)
}

/**
 * Downloads Electron's binary into the npm package's folder from where the package itself would: its shared cache, a
 * configured mirror, or Electron's releases, with the checksum checked.
 */
export async function fetchElectron(question: FetchQuestion): Promise<Fetched> {
  const { env, electronFolder, cacheFolder, clock, limits, isAsked, signal, onProgress } = question
  const { version } = manifestSchema.parse(readJson(join(electronFolder, 'package.json')))
  const failureFile = join(cacheFolder, 'electron-failure.json')
  const failure = readFailure(failureFile)
  const isRecent = failure?.version === version && Math.abs(clock.now() - failure.at) < rememberedMs
  if (isRecent && !isAsked) return { kind: 'failed', at: failure.at, reason: failure.reason }

  const arch = getHostArch()
  if (proxyVariables.some((name) => env[name])) initializeProxy()
  try {
    await downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      arch,
      checksums: sumsSchema.parse(readJson(join(electronFolder, 'checksums.json'))),
      ...(env.electron_config_cache ? { cacheRoot: env.electron_config_cache } : {}),
      downloader: {
        download: (url, target) => download(url, target, { clock, limits, folder: cacheFolder, signal, onProgress }),
      },
    })
    await unpack(question, arch)
    rmSync(failureFile, { force: true })
    return { kind: 'fetched' }
  } catch (thrown) {
    if (signal.aborted) return { kind: 'stopped' }
    const at = clock.now()
    const reason = thrown instanceof Error ? thrown.message : String(thrown)
    mkdirSync(cacheFolder, { recursive: true })
    writeFileSync(failureFile, JSON.stringify({ version, at, reason }))
    return { kind: 'failed', at, reason }
  }
}
