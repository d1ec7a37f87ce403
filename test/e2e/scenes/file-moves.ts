import { appError } from '../../../shared/errors.ts'
import type { FileMove, OwnEdit } from '../../../shared/files/contract-moves.ts'
import { ok } from '../../../shared/result.ts'
import { fileEntry, filePath, folderEntry, textReading } from '../../fixtures/file-entry.ts'
import { fileMove, ownEdit, uploadOffer } from '../../fixtures/file-move-view.ts'
import { ago, click, openArea, press, type Scene, scenesOf, steps, survival, the, view } from './world.ts'

const { ref } = survival
const MB = 1_024 ** 2
const answers = {
  'files:list': ok({
    entries: [
      folderEntry('plugins', { modifiedAt: ago(4_000) }),
      folderEntry('world', { modifiedAt: ago(20) }),
      fileEntry('server.properties', { modifiedAt: ago(90_000) }),
      fileEntry('whitelist.json', { modifiedAt: ago(900_000) }),
    ],
    leftOut: 0,
    denied: [],
  }),
}

const settings = [
  '# How the server protects itself.',
  'proxies:',
  '  velocity:',
  '    enabled: false',
  '    online-mode: true',
  '    secret: ""',
  'spam-limiter:',
  '  recipe-spam-limit: 20',
  '  tab-spam-limit: 500',
  'misc:',
  '  chat-threads:',
  '    chat-executor-core-size: -1',
  '  max-joins: 5',
  '  region-file-cache-size: 256',
  '',
].join('\n')

/** The files of the open server, with what is on its way. */
const opened = (moves: readonly FileMove[] = [], edits: readonly OwnEdit[] = []) =>
  openArea('files', {
    fileMoves: Object.fromEntries(moves.map((move) => [move.id, { ...move, ref }])),
    ownEdits: Object.fromEntries(edits.map((edit) => [edit.id, { ...edit, ref }])),
  })

const scene = scenesOf({ state: opened(), answers })

/** Files between a server and this computer. */
export const fileMoveScenes: readonly Scene[] = [
  scene('file-moves', [/was changed in your editor/, the('button', 'Overwrite')], {
    state: opened(
      [
        fileMove({
          id: 'a',
          name: 'world.tar.gz',
          movedBytes: 310 * MB,
          totalBytes: 980 * MB,
          bytesPerSecond: 12 * MB,
        }),
        fileMove({ id: 'b', name: 'plugins', phase: 'packing', totalBytes: null }),
        fileMove({
          id: 'c',
          name: '14 files',
          direction: 'up',
          phase: 'done',
          leftOut: [{ name: 'link', why: 'link' }],
          leftOutCount: 1,
        }),
        fileMove({ id: 'd', name: 'paper.jar', direction: 'up', phase: 'failed', error: appError('upload-broken') }),
      ],
      [
        ownEdit({ id: 'e', path: filePath('/server.properties'), phase: 'changed' }),
        ownEdit({ id: 'f', path: filePath('/config/paper-global.yml'), phase: 'conflict' }),
      ],
    ),
  }),
  scene('file-moves-beside-file', [/was changed in your editor/, the('button', 'Cancel'), 'proxies:'], {
    state: opened(
      [fileMove({ id: 'a', name: 'latest.log', movedBytes: 31 * MB, totalBytes: 104 * MB, bytesPerSecond: 12 * MB })],
      [ownEdit({ id: 'e', path: filePath('/server.properties'), phase: 'changed' })],
    ),
    answers: { 'files:read': ok(textReading(settings)) },
    act: async (page) => {
      await view(page).getByRole('row').filter({ hasText: 'whitelist.json' }).click()
      await page.locator('.cm-content').waitFor()
    },
  }),
  scene('file-upload-question', ['The server has 3 of these 14 files already.', the('button', 'Upload 11 files')], {
    answers: {
      'fileMoves:pick': ok(
        uploadOffer({
          files: 14,
          existing: ['plugins/Essentials.jar', 'plugins/WorldEdit.jar', 'server.properties'],
          existingCount: 3,
          leftOut: [
            { name: 'world/session.lock', why: 'unreadable' },
            { name: 'world/backup', why: 'link' },
          ],
          leftOutCount: 2,
        }),
      ),
    },
    act: steps(press('Upload'), click('Files…', 'menuitem')),
  }),
  scene('file-versions', [the('dialog', 'Earlier versions of server.properties'), the('button', 'Restore this')], {
    answers: {
      'fileVersions:list': ok({
        versions: [
          { id: 'v1', keptAt: ago(1_800), bytes: 1_302 },
          { id: 'v2', keptAt: ago(90_000), bytes: 1_288 },
          { id: 'v3', keptAt: ago(900_000), bytes: 1_201 },
        ],
      }),
    },
    act: async (page) => {
      await view(page).getByRole('row').filter({ hasText: 'server.properties' }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Earlier versions…' }).click()
      await page.getByRole('radio').first().click()
    },
  }),
]
