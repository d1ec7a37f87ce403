import type { AppError } from '../../shared/error-schema.ts'
import type { Notice } from '../../shared/model/notice-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { UpdateAbility, UpdateChoice, UpdateProgress } from '../../shared/updates/contract.ts'
import type { Feature } from '../ipc/feature.ts'
import { describeFailure } from '../log/logger.ts'
import { type Notification, ofApp } from '../notify/policy.ts'
import type { PreferenceEdits } from '../settings/preferences.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { setApp } from '../state/updates.ts'
import type { Updater } from './updater.ts'

type Deps = Pick<FeatureBasics, 'store' | 'clock' | 'log'> & {
  preferences: Pick<PreferenceEdits, 'setUpdates'>
  ability: UpdateAbility
  /** Loaded when it is first needed: most of the time the app needs none of it. */
  load: () => Promise<Updater>
  /** Why the app should not end now; null where it may. */
  heldBy: () => AppError | null
  openPage: () => Promise<Result<void>>
  /** Tells the person of a version, outside the window where `aloud`. */
  tell: (version: string, how: { isReady: boolean; aloud: boolean }) => void
}

type Channel = 'updates:choose' | 'updates:check' | 'updates:download' | 'updates:restart' | 'updates:openPage'

/** The start is left to the servers. */
const firstLookMs = 60_000
const lookEveryMs = 24 * 3_600_000
/** Electron's requests have no time limit of their own. */
const answerLimitMs = 30_000
const stallLimitMs = 60_000

/** New versions, as the person chose: nothing is asked of anybody before they did. */
export function createUpdatesFeature(deps: Deps) {
  const { store, clock, log, preferences, ability, load, heldBy, openPage, tell } = deps
  let updater: Promise<Updater> | undefined
  let cancelNext = () => {}
  let announced: string | null = null
  let isDisposed = false
  const choice = () => store.get().preferences.updates
  const progress = () => store.get().app.update.progress
  const show = (next: UpdateProgress) => {
    if (!isDisposed) store.update(setApp({ update: { ability, progress: next } }))
  }

  /** Does a step of the updater; without a sign of life for `limitMs` its requests are ended, and so is the step. */
  async function within<T>(
    limitMs: number,
    step: (updater: Updater, alive: () => void) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    let cancel = () => {}
    try {
      updater ??= load()
      const loaded = await updater
      const gaveUp = Promise.withResolvers<Result<T>>()
      const alive = () => {
        cancel()
        cancel = clock.after(limitMs, () => {
          loaded.cancel()
          gaveUp.resolve(fail('update-unreachable'))
        })
      }
      alive()
      return await Promise.race([step(loaded, alive), gaveUp.promise])
    } catch (failure) {
      log.error('the updater failed', { failure: describeFailure(failure) })
      return fail('update-failed')
    } finally {
      cancel()
    }
  }

  async function download(version: string): Promise<void> {
    show({ kind: 'downloading', version, percent: 0 })
    const downloaded = await within(stallLimitMs, ({ download: go }, alive) =>
      go((percent) => {
        const now = progress()
        if (now.kind !== 'downloading') return
        alive()
        if (now.percent !== percent) show({ kind: 'downloading', version, percent })
      }),
    )
    // A look that fell due meanwhile, or was asked for, has come to nothing.
    lookLater(lookEveryMs)
    if (!downloaded.ok) return show({ kind: 'failed', at: clock.now(), error: downloaded.error })
    show({ kind: 'ready', version })
    tell(version, { isReady: true, aloud: false })
  }

  async function look(): Promise<void> {
    cancelNext()
    if (['checking', 'downloading', 'ready'].includes(progress().kind)) return
    show({ kind: 'checking' })
    const found = await within(answerLimitMs, ({ check }) => check())
    lookLater(lookEveryMs)
    if (!found.ok) return show({ kind: 'failed', at: clock.now(), error: found.error })
    const version = found.value
    if (version === null) return show({ kind: 'current', at: clock.now() })
    show({ kind: 'available', version })
    if (choice() === 'automatic' && ability === 'itself') return download(version)
    if (announced !== version) tell(version, { isReady: false, aloud: true })
    announced = version
  }

  function lookLater(ms: number): void {
    cancelNext()
    const wanted = choice() === 'automatic' || choice() === 'tell'
    if (wanted && ability !== 'none' && !isDisposed) cancelNext = clock.after(ms, () => void look())
  }

  function choose(next: UpdateChoice): Result<void> {
    const saved = preferences.setUpdates(next)
    if (!saved.ok) return saved
    const now = progress()
    if (next === 'never' || ability === 'none') cancelNext()
    else if (next === 'automatic' && ability === 'itself' && now.kind === 'available') void download(now.version)
    else void look()
    return ok()
  }

  show({ kind: 'idle' })
  return {
    api: {
      /** Looks for new versions from now on, where the person chose so. */
      start: () => lookLater(firstLookMs),
    },
    handlers: {
      'updates:choose': ({ choice: next }) => choose(next),
      'updates:check': () => {
        if (ability === 'none' || choice() === null) return fail('invalid-request')
        void look()
        return ok()
      },
      'updates:download': () => {
        const now = progress()
        if (ability !== 'itself' || now.kind !== 'available') return fail('invalid-request')
        void download(now.version)
        return ok()
      },
      'updates:restart': async () => {
        if (progress().kind !== 'ready' || updater === undefined) return fail('invalid-request')
        const held = heldBy()
        if (held !== null) return fail(held)
        const { restart } = await updater
        restart()
        return ok()
      },
      'updates:openPage': openPage,
    } satisfies Feature<Channel>['handlers'],
    dispose() {
      isDisposed = true
      cancelNext()
    },
  }
}

/** A version that is there to be had, or downloaded already. */
export function noticeOfUpdate(version: string, isReady: boolean): Notice {
  const [message, hint] = isReady
    ? [`Servertray ${version} is downloaded.`, 'It is installed when you quit, or at once from Settings.']
    : [`Servertray ${version} is out.`, 'Settings leads to it.']
  return { id: 'update', level: 'info', message, hint }
}

/** The same to somebody who has only the tray. */
export const notificationOfUpdate = (version: string): Notification => ({
  ...ofApp,
  id: 'update',
  title: `Servertray ${version} is out`,
  body: 'Open Settings to get it.',
})
