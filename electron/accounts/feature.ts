import type { InvokeChannel } from '../../shared/ipc/channels.ts'
import { whyNoAccount } from '../../shared/model/account-choices.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { accountEventFilter } from '../../shared/model/panel-activity.ts'
import { own } from '../../shared/own.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { KeyRegistry } from '../keys/registry.ts'
import type { AccountCalls } from '../panel/account.ts'
import { createHeldDetails } from '../panel-activity/held-details.ts'
import { lineOf } from '../panel-activity/sentence.ts'
import type { FeatureBasics } from '../state/feature-basics.ts'
import type { Notices } from '../state/notices.ts'
import type { TokenStore } from '../vault/token-store.ts'
import { createRotationRecords, rotationsPath } from './file.ts'
import { identifierOf } from './rotation.ts'
import { createRotator, type RotationNews } from './rotator.ts'

type Context = FeatureBasics & {
  notices: Notices
}
type Others = {
  registry: Pick<KeyRegistry, 'clientFor' | 'replaceToken'>
  tokenStore: Pick<TokenStore, 'read' | 'lasts'>
}

type AccountsChannel = Extract<InvokeChannel, `accounts:${string}`>

/** How many lines of a page the window gets. */
const perPage = 50

const noticeId = (keyId: KeyId) => `rotation-${keyId}`

/** The account behind each key: its keys, rotated and deleted, its SSH keys, its activity. None of it is in the state. */
export function createAccountsFeature(
  { store, clock, log, notices, newId, profile }: Context,
  { registry, tokenStore }: Others,
): Feature<AccountsChannel> {
  const held = createHeldDetails()
  const ending = new AbortController()
  const options = { signal: ending.signal }
  const labelOf = (keyId: KeyId) => own(store.get().keys, keyId)?.label ?? null

  /** A key of the demo panel is made anew at each start, where its token was in memory. */
  function isOfDemo(keyId: KeyId): boolean {
    const { keys, panels } = store.get()
    const panelId = own(keys, keyId)?.panelId
    return panelId !== undefined && own(panels, panelId)?.kind === 'demo'
  }

  function onNews({ rotation: { keyId, marker }, state }: RotationNews): void {
    const label = labelOf(keyId) ?? 'a removed key'
    if (state === 'over') {
      notices.withdraw(noticeId(keyId))
      return
    }
    const open = {
      message: `The rotation of ${label} is not finished, so the panel may have one key too many.`,
      hint: `Servertray goes on with it by itself. On the panel the new key is called “${marker}”.`,
    }
    const lost = {
      message: 'A key was removed here while it was being rotated.',
      hint: `If the panel still has a key called “${marker}”, delete it there.`,
    }
    notices.show({ id: noticeId(keyId), level: 'warning', ...(state === 'open' ? open : lost) })
  }

  const rotator = createRotator({
    clock,
    newId,
    records: createRotationRecords({ path: rotationsPath(profile), log }),
    labelOf,
    readToken: tokenStore.read,
    accountOf: (keyId) => registry.clientFor(keyId)?.account,
    wouldLast: async (keyId) => isOfDemo(keyId) || tokenStore.lasts(),
    replaceToken: registry.replaceToken,
    onNews,
  })

  /** Asks about the account behind a key; what a panel of the core document has is not known, so it is not asked. */
  async function on<T>(keyId: KeyId, work: (account: AccountCalls) => Promise<Result<T>>): Promise<Result<T>> {
    const { keys, panels } = store.get()
    const key = own(keys, keyId)
    const account = registry.clientFor(keyId)?.account
    if (key === undefined || account === undefined) return fail('unknown-key')
    return whyNoAccount(own(panels, key.panelId)) === null ? work(account) : fail('not-on-panel')
  }

  /** The keys of this app on one panel, by the identifiers of their tokens. */
  async function keysHere(keyId: KeyId) {
    const { keys } = store.get()
    const panelId = own(keys, keyId)?.panelId
    const here = Object.values(keys).filter((key) => key.panelId === panelId)
    const named = await Promise.all(
      here.map(async ({ id, label }) => {
        const token = await tokenStore.read(id)
        return [token.ok ? identifierOf(token.value) : null, { keyId: id, label }] as const
      }),
    )
    return new Map(named)
  }

  return {
    handlers: {
      'accounts:keys': ({ keyId }) =>
        on(keyId, async (account) => {
          const [who, keys] = [await account.read(options), await account.keys(options)]
          if (!keys.ok) return keys
          if (!who.ok) return who
          const here = await keysHere(keyId)
          const told = keys.value.map((key) => ({ ...key, usedBy: here.get(key.identifier) ?? null }))
          return ok({ username: who.value.username ?? '', keys: told, isRotating: rotator.isOpen(keyId) })
        }),
      'accounts:rotate': async ({ keyId }) => {
        const allowed = await on(keyId, async () => ok())
        if (!allowed.ok) return allowed
        const end = await rotator.rotate(keyId)
        return end.ok ? ok({ end: end.value }) : end
      },
      'accounts:removeKey': ({ keyId, identifier }) => on(keyId, (account) => account.removeKey(identifier, options)),
      'accounts:sshKeys': ({ keyId }) =>
        on(keyId, async (account) => {
          const keys = await account.sshKeys(options)
          return keys.ok ? ok({ keys: [...keys.value] }) : keys
        }),
      'accounts:addSshKey': ({ keyId, name, publicKey }) =>
        on(keyId, (account) => account.addSshKey({ name, publicKey }, options)),
      'accounts:removeSshKey': ({ keyId, fingerprint }) =>
        on(keyId, (account) => account.removeSshKey(fingerprint, options)),
      'accounts:activity': ({ keyId, page, kind }) =>
        on(keyId, async (account) => {
          const read = await account.activity({ page, perPage, filter: accountEventFilter[kind] }, options)
          if (!read.ok) return read
          const { events, totalPages, leftOut } = read.value
          held.hold(keyId, events)
          return ok({ lines: events.map(lineOf), page, totalPages: Math.max(page, totalPages), leftOut })
        }),
      'accounts:activityDetails': ({ keyId, id }) => {
        const details = held.read(keyId, id)
        return details.ok ? ok({ details: [...details.value] }) : details
      },
    },
    start() {
      // Not waited for: a keyring may ask the person first.
      void rotator.settle()
    },
    dispose() {
      ending.abort()
      rotator.dispose()
    },
  }
}
