import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AfterPackContext,
  archFromString,
  build,
  type Configuration,
  DIR_TARGET,
  Platform,
} from 'electron-builder'
import { namesPublisher } from '../electron/updates/releases.ts'
import type { ElectronSource } from './electron-source.ts'
import { writePlaceholderElectron } from './placeholder-electron.ts'
import { releasesPlace } from './releases.ts'

export type PackOptions = {
  /** The folder with package.json, electron-builder.yml and the built `out/`. */
  readonly projectDir: string
  /** Where the result goes; electron-builder.yml says `dist`. */
  readonly output?: string
  /** Only the unpacked app for this machine's architecture, no installers. */
  readonly dir: boolean
  readonly electron: ElectronSource
  /** As from `isSigned`. Without a certificate a Mac app gets an ad-hoc signature, which Apple Silicon requires. */
  readonly signed: boolean
}

/** deb and rpm want a home page; this one is reserved for not existing. */
export const noHomepage = { extraMetadata: { homepage: 'https://servertray.invalid' } }

/**
 * What a build knows of new versions: electron-updater's own file, which electron-builder writes from this, and beside
 * the app which page they are on and whether this build can tell a foreign one.
 */
async function releasesConfig(projectDir: string, signed: boolean): Promise<Configuration> {
  const place = releasesPlace(JSON.parse(await readFile(join(projectDir, 'package.json'), 'utf8')))
  if (place === null) return noHomepage
  const { owner, repo, page } = place
  return {
    publish: { provider: 'github', owner, repo },
    async afterPack({ packager, appOutDir }: AfterPackContext) {
      const file = join(packager.getResourcesDir(appOutDir), 'releases.json')
      await writeFile(file, JSON.stringify({ page, isSigned: signed }))
    },
  }
}

/** Whether there is a certificate for this system, in a variable that electron-builder reads on it. */
export function isSigned(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  if (platform === 'darwin') return Boolean(env.CSC_LINK || env.CSC_NAME)
  return platform === 'win32' && Boolean(env.WIN_CSC_LINK || env.CSC_LINK)
}

/** What is called signed is: the build fails where electron-builder did not sign, or its updater would check nothing. */
export function checkedSigning(platform: NodeJS.Platform): Configuration {
  return {
    forceCodeSigning: true,
    async afterSign({ packager, appOutDir }) {
      if (platform === 'win32' && !namesPublisher(packager.getResourcesDir(appOutDir)))
        throw new Error('app-update.yml names no publisher, so updates would not be checked')
    },
  }
}

const adhocEntitlements = 'build/entitlements.mac-adhoc.plist'

/** What electron-builder.yml says of a signature, changed where there is no certificate to make one with. */
export function macSigning(signed: boolean): NonNullable<Configuration['mac']> {
  if (signed) return {}
  return { identity: '-', entitlements: adhocEntitlements, entitlementsInherit: adhocEntitlements }
}

/** Packs a built project for this platform as electron-builder.yml says. Returns the paths of the installers. */
export async function pack(options: PackOptions): Promise<string[]> {
  const { projectDir, output, dir, electron, signed } = options
  const config: Configuration = {
    ...(await releasesConfig(projectDir, signed)),
    ...(output === undefined ? {} : { directories: { output } }),
    mac: macSigning(signed),
    // An unpacked app is given to nobody, and has no app-update.yml on Windows.
    ...(signed && !dir && checkedSigning(process.platform)),
  }
  const platform = Platform.current()
  const targets = dir ? platform.createTarget(DIR_TARGET, archFromString(process.arch)) : platform.createTarget()
  const run = (more: Configuration) => build({ projectDir, targets, publish: 'never', config: { ...config, ...more } })
  if (electron.kind === 'electron') return run({})
  const electronDist = await mkdtemp(join(tmpdir(), 'servertray-placeholder-'))
  try {
    await writePlaceholderElectron(electronDist)
    return await run({ electronDist })
  } finally {
    await rm(electronDist, { recursive: true, force: true })
  }
}
