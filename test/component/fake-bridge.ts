import { fileNameSchema } from '../../shared/files/contract.ts'
import type {
  Bridge,
  InvokeChannel,
  InvokeReply,
  InvokeRequest,
  PageChannel,
  PushMessage,
} from '../../shared/ipc/contract.ts'
import { createListeners } from '../../shared/listeners.ts'
import { keyIdSchema, serverIdentifierSchema } from '../../shared/model/identifier-schema.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { StatePatch } from '../../shared/state/state-patch.ts'
import { diffState } from '../../shared/state/state-patch.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { databasesOf, shownPassword } from '../fixtures/database.ts'
import { uploadOffer } from '../fixtures/file-move-view.ts'
import { allocationsOfServer, serverAllocation } from '../fixtures/server-allocation.ts'
import { serverSettings, serverUsers } from '../fixtures/server-people.ts'

/** An answer to each channel that a page may call. */
export type Calls = {
  readonly [C in PageChannel]: (request: InvokeRequest<C>) => Promise<Result<InvokeReply<C>>>
}
/** The channels whose reply tells something. */
type TellingChannel = { [C in PageChannel]: undefined extends InvokeReply<C> ? never : C }[PageChannel]
type RecordedCall = { readonly channel: InvokeChannel; readonly request: unknown }

export type FakeBridge = Bridge & {
  /** Without `servers:setVisible`, which comes in its own time, 250 ms after the list came to rest. */
  readonly calls: readonly RecordedCall[]
  /** The requests of one channel, oldest first. */
  requests(channel: InvokeChannel): unknown[]
  /** Answers a channel in another way from now on. */
  answer<C extends PageChannel>(channel: C, handler: Calls[C]): void
  /** Changes the state and pushes the patch, as the main process does. */
  update(change: (state: AppState) => AppState): void
  /** Pushes a patch as it stands. */
  push(patch: StatePatch): void
  /** Pushes lines of a console. */
  pushLines(message: PushMessage<'console:lines'>): void
  /** The files of each drop, oldest first. */
  readonly drops: readonly (readonly object[])[]
  readonly revision: number
  readonly listeners: number
}

/** What the fake panel answers to a test call. */
export const foundServers = {
  baseUrl: 'https://panel.home.example/api/client',
  servers: [
    { identifier: serverIdentifierSchema.parse('a1b2c3d4'), name: 'Survival' },
    { identifier: serverIdentifierSchema.parse('a1b2c3d5'), name: 'Creative' },
  ],
  leftOut: { unusable: 0, beyondBound: 0 },
}

/**
 * The app behind the window, as the contract says it: holds a state, records calls, pushes patches. Every call
 * succeeds until a test answers otherwise, from the start with `given`. A new channel that tells something does not
 * compile until it has an answer here.
 */
export function createFakeBridge(initial: AppState, given: Partial<Calls> = {}): FakeBridge {
  let state = initial
  let revision = 1
  const recordedCalls: RecordedCall[] = []
  const dropped: (readonly object[])[] = []
  const patches = createListeners<[patch: StatePatch]>()
  const lines = createListeners<[message: PushMessage<'console:lines'>]>()
  const keyId = keyIdSchema.parse('new-key')

  const telling: Pick<Calls, TellingChannel> = {
    'state:snapshot': async () => ok({ revision, state }),
    'keys:check': async () => ok(foundServers),
    'keys:add': async () => ok({ ...foundServers, keyId }),
    'keys:replaceToken': async () => ok(foundServers),
    'demo:add': async () => ok({ keyId }),
    'servers:load': async () => ok({ points: [] }),
    'players:game': async () => ok({ game: { id: 'minecraft-java', by: 'image' }, ports: [25_565, 25_566] }),
    'players:test': async () => ok({ count: null, unknown: 'no-answer', address: '203.0.113.7:25565', tookMs: 5_000 }),
    'console:watch': async () => ok({ lines: [], isCut: false }),
    'console:clear': async () => ok({ upTo: 0 }),
    'console:save': async () => ok({ file: 'console.log' }),
    'console:history': async () => ok({ commands: [] }),
    'restart:plan': async () => ok({ id: 'new-plan' }),
    'schedules:save': async () => ok({ id: 'new-schedule' }),
    'schedules:previewOnPanel': async () => ok({ zeroAt: 0, leadSeconds: 0, tasks: [], losses: [], parts: [] }),
    'bulk:start': async () => ok({ id: 'new-bulk' }),
    'backups:list': async () => ok({ backups: [], counted: 0, leftOut: 0, limit: null, denied: [], saveCommands: [] }),
    'restores:begin': async () => ok({ id: 'new-restore' }),
    'backups:download': async () => ok(null),
    'panelActivity:list': async () => ok({ lines: [], page: 1, totalPages: 1, leftOut: 0 }),
    'panelActivity:details': async () => ok({ details: [] }),
    'panelSchedules:list': async () => ok({ schedules: [], leftOut: 0, denied: [] }),
    'panelSchedules:create': async () => ok({ id: 1 }),
    'panelSchedules:update': async () => ok({ meanwhile: null }),
    'panelSchedules:changeTask': async () => ok({ meanwhile: null }),
    'panelSchedules:removeTask': async () => ok({ meanwhile: null }),
    'files:list': async () => ok({ entries: [], leftOut: 0, denied: [] }),
    'files:read': async () => ok({ kind: 'binary', stamp: { size: null, modifiedAt: null } }),
    'files:readEnd': async () => ok({ text: '', encoding: 'utf-8', size: 0, isCut: false }),
    'files:write': async () => ok({ kind: 'written', stamp: null }),
    'files:copy': async () => ok({ name: null }),
    'files:remove': async () => ok({ left: [] }),
    'files:compress': async () => ok({ end: 'done', name: null }),
    'files:decompress': async () => ok({ end: 'done' }),
    'files:pull': async ({ name }) => ok({ name: fileNameSchema.parse(name), bytes: null }),
    'files:sftpAddress': async () =>
      ok({ url: 'sftp://me.a1b2c3d4@node.example:2022', host: 'node.example', port: 2022, username: 'me.a1b2c3d4' }),
    'fileMoves:download': async () => ok({ ids: ['move-1'] }),
    'fileMoves:pick': async () => ok(null),
    'fileMoves:take': async () => ok(uploadOffer()),
    'fileMoves:upload': async () => ok({ id: 'move-1' }),
    'fileVersions:list': async () => ok({ versions: [] }),
    'fileVersions:restore': async () => ok({ kind: 'written', stamp: null }),
    'ownEditor:open': async () => ok({ id: 'edit-1' }),
    'databases:list': async () => ok(databasesOf()),
    'databases:password': async () => ok({ password: shownPassword }),
    'allocations:list': async () => ok(allocationsOfServer()),
    'allocations:note': async ({ notes }) => ok({ notes }),
    'allocations:add': async () => ok({ added: serverAllocation({ id: 3, address: 'play.example.com:25570' }) }),
    'users:list': async () => ok(serverUsers()),
    'users:update': async () => ok({ meanwhile: null }),
    'serverSettings:read': async () => ok(serverSettings()),
    'serverSettings:update': async () => ok({ meanwhile: null }),
    'startup:read': async () =>
      ok({ variables: [], leftOut: 0, rawCommand: '', command: '', images: [], image: null, denied: [] }),
    'startup:save': async ({ changes }) => ok({ saved: changes.map(({ key }) => key), refused: [], stopped: null }),
    'settings:export': async () => ok({ file: 'servertray-settings.json' }),
    'settings:import': async () => ok({ added: 1, known: 0 }),
    'settings:places': async () =>
      ok({ profile: '/home/ada/.config/Servertray', logs: '/home/ada/.config/Servertray/logs' }),
    'app:copyDiagnostics': async () => ok({ text: 'Servertray 0.1.0' }),
  }
  const answers: { -readonly [C in PageChannel]?: Calls[C] } = { ...telling, ...given }

  const call = async (channel: PageChannel, request?: unknown) => {
    recordedCalls.push({ channel, request })
    return (answers[channel] as ((request: unknown) => unknown) | undefined)?.(request) ?? ok()
  }

  return {
    call: call as Bridge['call'],
    drop: async (files) => {
      dropped.push(files)
      return ok({ drop: 'drop-1' })
    },
    get drops() {
      return dropped
    },
    on: {
      'state:patch': patches.add,
      'console:lines': lines.add,
    },
    get calls() {
      return recordedCalls.filter(({ channel }) => channel !== 'servers:setVisible')
    },
    requests: (channel) => recordedCalls.filter((call) => call.channel === channel).map((call) => call.request),
    answer(channel, handler) {
      answers[channel] = handler
    },
    update(change) {
      const next = change(state)
      const patch = { from: revision, to: revision + 1, ...diffState(state, next) }
      state = next
      revision += 1
      patches.notify(patch)
    },
    push: patches.notify,
    pushLines: lines.notify,
    get revision() {
      return revision
    },
    get listeners() {
      return patches.size
    },
  }
}
