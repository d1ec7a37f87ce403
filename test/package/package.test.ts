import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseElectron, electronReachable } from '../../build/electron-source.ts'
import { pack } from '../../build/pack.ts'
import { readFuses } from '../../build/placeholder-electron.ts'
import { type PackedApp, type PackedFile, findPackedApp, listFiles, readManifest } from './packed-app.ts'
import { decoys, shipped, writeSampleProject } from './sample-project.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const keytar = 'node_modules/@github/keytar'
const binary = `${keytar}/prebuilds/${process.platform}-${process.arch}/keytar.node`
const keytarFiles = [`${keytar}/LICENSE.md`, `${keytar}/lib/keytar.js`, `${keytar}/package.json`, binary]

const electron = await chooseElectron({
  wish: process.env['SERVERTRAY_ELECTRON_PLACEHOLDER'],
  dir: true,
  platform: process.platform,
  reachable: () => electronReachable(process.env),
})

async function packInto(output: string, projectDir: string): Promise<PackedApp> {
  await pack({ projectDir, output, dir: true, electron, signed: false })
  return findPackedApp(output)
}

describe('a project with decoys', () => {
  let folder: string
  let app: PackedApp
  let files: PackedFile[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'servertray-package-'))
    const project = join(folder, 'project')
    await writeSampleProject(project)
    app = await packInto(join(folder, 'dist'), project)
    files = listFiles(app.asar)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('ships the built app, its manifest and the keychain, and nothing else', () => {
    const paths = files.map((file) => file.path).sort()
    expect(paths).toEqual([...shipped, 'package.json', ...keytarFiles].sort())
    expect(paths.filter((path) => decoys.includes(path))).toEqual([])
  })

  test('unpacks the keychain’s binary, and only that', () => {
    expect(files.filter((file) => file.unpacked).map((file) => file.path)).toEqual([binary])
    expect(existsSync(join(`${app.asar}.unpacked`, binary))).toBe(true)
  })

  test('strips from the manifest what only development needs', () => {
    const manifest = readManifest(app.asar)
    expect(manifest).toMatchObject({ name: 'servertray', productName: 'Servertray', main: 'out/main/main.js' })
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['scripts']))
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['devDependencies']))
  })

  test('carries the licence', async () => {
    expect(await readFile(join(app.resources, 'LICENSE.txt'), 'utf8')).toContain('MIT License')
  })

  test('sets every fuse', async () => {
    expect(readFuses(await readFile(app.executable))).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
  })
})
