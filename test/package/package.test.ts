import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { init, parse } from 'es-module-lexer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseElectron, electronReachable } from '../../build/electron-source.ts'
import { trayIcos, trayImages } from '../../build/icons/set.ts'
import { checkLinuxFiles, layOutDeb } from '../../build/linux-files.ts'
import { pack } from '../../build/pack.ts'
import { readFuses } from '../../build/placeholder-electron.ts'
import { appId } from '../../electron/lib/profile.ts'
import { readReleases } from '../../electron/updates/releases.ts'
import { unless } from '../report/unless.ts'
import { findPackedApp, listFiles, type PackedApp, type PackedFile, readManifest, readText } from './packed-app.ts'
import { shipped, writeSampleProject } from './sample-project.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const keytar = 'node_modules/@github/keytar'
const binary = `${keytar}/prebuilds/${process.platform}-${process.arch}/keytar.node`
const keytarFiles = [`${keytar}/LICENSE.md`, `${keytar}/lib/keytar.js`, `${keytar}/package.json`, binary]
const entries = [
  'main/main.js',
  'main/licences.md',
  'preload/preload.cjs',
  'renderer/index.html',
  'renderer/licences.md',
]

const electron = await chooseElectron({
  wish: process.env.SERVERTRAY_ELECTRON_PLACEHOLDER,
  dir: true,
  platform: process.platform,
  reachable: () => electronReachable(process.env),
})

async function packInto(output: string, projectDir: string): Promise<PackedApp> {
  await pack({ projectDir, output, dir: true, electron, signed: false })
  return findPackedApp(output)
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'servertray-package-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a project with decoys', () => {
  let app: PackedApp
  let files: PackedFile[]

  beforeAll(async () => {
    const project = join(folder, 'project')
    await writeSampleProject(project)
    app = await packInto(join(folder, 'sample'), project)
    files = listFiles(app.asar)
  })

  test('ships the built app, its manifest and the keychain, and nothing else', () => {
    const paths = files.map((file) => file.path).sort()
    expect(paths).toEqual([...shipped, 'package.json', ...keytarFiles].sort())
  })

  test('unpacks the keychain’s binary, and only that', () => {
    expect(files.filter((file) => file.unpacked).map((file) => file.path)).toEqual([binary])
    expect(existsSync(join(`${app.asar}.unpacked`, binary))).toBe(true)
  })

  test('strips from the manifest what only development needs', () => {
    const manifest = readManifest(app.asar)
    expect(manifest).toMatchObject({ name: 'servertray', productName: 'Servertray', main: 'out/main/main.js' })
    expect(manifest).toMatchObject({ desktopName: `${appId}.desktop` })
    expect(manifest).not.toHaveProperty('scripts')
    expect(manifest).not.toHaveProperty('devDependencies')
  })

  test('carries the licence', async () => {
    expect(await readFile(join(app.resources, 'LICENSE.txt'), 'utf8')).toContain('MIT License')
  })

  test('sets every fuse', async () => {
    expect(readFuses(await readFile(app.fused))).toEqual({
      runAsNode: false,
      enableCookieEncryption: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
  })
})

describe('a project with a place for its releases', () => {
  test('knows them, and that it is not signed', async () => {
    const project = join(folder, 'with-releases')
    await writeSampleProject(project)
    const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'))
    await writeFile(
      join(project, 'package.json'),
      JSON.stringify({ ...manifest, repository: 'github:example/servertray' }),
    )
    const { resources } = await packInto(join(folder, 'with-releases-out'), project)
    const page = 'https://github.com/example/servertray/releases'
    expect(readReleases(resources)).toEqual({ page, isSigned: false })
  })

  test('one without any says so by knowing nothing', async () => {
    const { resources } = await findPackedApp(join(folder, 'sample'))
    expect(readReleases(resources)).toBeNull()
  })
})

const notLinux = process.platform === 'linux' ? null : 'deb and rpm are for Linux'

describe('the Linux packages', unless(notLinux), () => {
  let tree: string
  beforeAll(async () => {
    tree = join(folder, 'tree')
    const { resources } = await findPackedApp(join(folder, 'sample'))
    await layOutDeb(join(folder, 'project'), join(resources, '..'), tree)
  })

  test('have an entry that windows and portals find by the app’s own name', async () => {
    const entry = await readFile(join(tree, `usr/share/applications/${appId}.desktop`), 'utf8')
    expect(entry).toMatch(/^Exec=\/opt\/Servertray\/servertray %U$/m)
    expect(entry).toMatch(new RegExp(`^StartupWMClass=${appId}$`, 'm'))
    expect(entry).toMatch(/^MimeType=x-scheme-handler\/servertray;$/m)
  })

  test('recommend a keyring, and no library that the app does not use', async () => {
    const configuration = await readFile(join(root, 'electron-builder.yml'), 'utf8')
    expect(configuration).toMatch(/recommends: \["gnome-keyring \| kwalletmanager"\]/)
    expect(configuration).not.toMatch(/appindicator/)
  })

  test('please the tools that judge them', () => {
    const outcomes = checkLinuxFiles(tree)
    for (const { skipped } of outcomes) if (skipped !== null) console.log(`Skipped: ${skipped}`)
    expect(outcomes.filter(({ problem }) => problem !== null)).toEqual([])
  })
})

const built = existsSync(join(root, 'out/main/main.js'))
const reason = built ? null : 'there is no out/main/main.js (npm run build makes it)'

describe('the app itself', unless(reason), () => {
  let app: PackedApp
  let files: PackedFile[]

  beforeAll(async () => {
    app = await packInto(join(folder, 'app'), root)
    files = listFiles(app.asar)
  })

  test('ships nothing but its bundles, its icons, its manifest and the keychain', () => {
    const expected = /^(package\.json$|out\/(main|preload|renderer|icons)\/)/
    const others = files.map((file) => file.path).filter((path) => !expected.test(path))
    expect(others.sort()).toEqual([...keytarFiles].sort())
    expect(files.filter((file) => /\.(map|tsx?)$|\btests?\b|standin/.test(file.path))).toEqual([])
  })

  test('holds the entry, the preload script, the page, the icons and the notices of bundled libraries', () => {
    const paths = files.map((file) => file.path)
    const icons = [...trayImages, ...trayIcos].map((image) => `out/icons/tray/${image.file}`)
    expect(paths).toEqual(
      expect.arrayContaining([...entries.map((entry) => `out/${entry}`), 'out/icons/app.png', ...icons]),
    )
  })

  test('stays small', () => {
    const total = files.reduce((sum, file) => sum + file.size, 0)
    expect(total).toBeLessThan(4 * 1024 * 1024)
  })

  test('finds every module that its main bundles load', async () => {
    await init
    const bundles = files.map((file) => file.path).filter((path) => /^out\/main\/.*\.js$/.test(path))
    const texts = bundles.map((path) => readText(app.asar, path))
    const names = texts.flatMap((text) => {
      const [imports] = parse(text)
      return imports.flatMap(({ n: name }) => (name === undefined || name.startsWith('.') ? [] : [name]))
    })
    const provided = ['electron', '@github/keytar']
    expect(names.filter((name) => !isBuiltin(name) && !provided.includes(name))).toEqual([])
    expect(names).toContain('electron')
    // What a bundler leaves of a CommonJS library’s require, which a module does not have.
    expect(texts.filter((text) => /Calling `require` for/.test(text))).toEqual([])
  })
})
