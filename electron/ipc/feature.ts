import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import { describeFailure, type Logger } from '../log/logger.ts'
import type { Handlers } from './router.ts'

/**
 * One area of the app: what it answers the window, and its course from start to end. What other areas use of it stands
 * beside, as `api`.
 */
export type Feature<C extends InvokeChannel> = {
  readonly handlers: Pick<Handlers, C>
  /** Shows what the last run left, once those exist who tell of it; all features load before the first one starts. */
  load?(): void
  /** @param options.demo the person started the app with a key of the demo panel */
  start?(options: { demo: boolean }): void | Promise<void>
  dispose?(): void | Promise<void>
}

/** One that answers all calls of some areas: those whose names begin with `Area` and a colon. */
export type FeatureOf<Area extends string> = Feature<Extract<InvokeChannel, `${Area}:${string}`>>

/** What a list of features has in common, whatever their channels. */
type AnyFeature = Feature<never>

type ChannelOf<F> = F extends { readonly handlers: infer H } ? keyof H & InvokeChannel : never

/** The channels that two features of a record answer. */
type AnsweredTwice<R> = { [K in keyof R]: ChannelOf<R[K]> & ChannelOf<R[Exclude<keyof R, K>]> }[keyof R]

/**
 * The handlers of all features together. A router takes them only when they are complete; two features that answer
 * the same channel do not compile.
 */
export function handlersOf<R extends Readonly<Record<string, AnyFeature>>>(
  features: R & ([AnsweredTwice<R>] extends [never] ? unknown : { readonly answeredTwice: AnsweredTwice<R> }),
): Pick<Handlers, ChannelOf<R[keyof R]>> {
  return Object.assign({}, ...Object.values<AnyFeature>(features).map(({ handlers }) => handlers))
}

/** Starts one after another. All load first, at once. */
export async function startFeatures(features: readonly AnyFeature[], options: { demo: boolean }): Promise<void> {
  for (const feature of features) feature.load?.()
  for (const feature of features) {
    const started = feature.start?.(options)
    if (started !== undefined) await started
  }
}

/** Whatever must end. */
export type Part = { dispose(): void | Promise<void> }

/**
 * Disposes of the last one first. One that fails is logged, and keeps no other from its end. A `dispose` without a
 * promise is not awaited, so that nothing runs before the next one.
 */
export async function disposeInReverse(
  parts: readonly (Part | AnyFeature)[],
  log: Pick<Logger, 'error'>,
): Promise<void> {
  for (const part of parts.toReversed()) {
    try {
      const ended = part.dispose?.()
      if (ended !== undefined) await ended
    } catch (failure) {
      log.error('a part did not end as it should', { failure: describeFailure(failure) })
    }
  }
}
