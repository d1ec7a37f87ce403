import { describe, expect, it } from 'vitest'
import { failureOf, keyToOffer, noteAnswer, takeAnswer } from '../../../../electron/servers/key-answers.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { catalogue } from '../../../../shared/error-catalogue.ts'
import type { AppError } from '../../../../shared/error-schema.ts'
import { appError, type ErrorCode } from '../../../../shared/errors.ts'
import { isKeyTrouble } from '../../../../shared/keys/health.ts'
import { fail } from '../../../../shared/result.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { aKey, aPanel, aServer, aState, keyId } from '../../../fixtures/state.ts'

const id = keyId('key-1')
const other = aKey({ id: keyId('key-2') })
const server = aServer({ keyIds: [id, other.id] })
const state = aState({ keys: [aKey(), other], servers: [server] })
const answer = <E extends AppError | null>(error: E) => ({ keyId: id, permission: 'power', error, at: 7 }) as const
const codes = Object.keys(catalogue) as ErrorCode[]

describe('what an answer shows', () => {
  it('a success: the key has the permission, even where it was learned to lack it', () => {
    const before = noteAnswer(answer(appError('permission-lacking', { status: 403 })))(state)
    expect(before.keys[id]?.learned).toEqual([{ permission: 'power', has: false, at: 7 }])
    const after = noteAnswer(answer(null))(before)
    expect(after.keys[id]?.learned).toEqual([{ permission: 'power', has: true, at: 7 }])
  })

  const ofPermission = ['permission-lacking', 'not-permitted']
  it.each(codes.filter((code) => !ofPermission.includes(code)))('%s says nothing of the permission', (code) => {
    expect(noteAnswer(answer(appError(code, { status: 403 })))(state).keys[id]?.learned).toEqual([])
  })

  it('nothing where the panel was not asked', () => {
    expect(noteAnswer(answer(appError('permission-lacking')))(state)).toBe(state)
  })

  it.each(codes.filter((code) => isKeyTrouble({ code })))('%s is the health of the key', (code) => {
    const after = noteAnswer(answer(appError(code)))(state)
    expect(after.keys[id]?.health).toMatchObject({ kind: 'failing', since: 7, error: { code } })
    expect(after.keys[other.id]).toBe(other)
  })

  it('nothing of a key that has gone', () => {
    const gone = aState({ keys: [other] })
    expect(noteAnswer(answer(null))(gone)).toBe(gone)
  })
})

describe('the key to offer', () => {
  it.each([
    ['a permission 403', appError('permission-lacking', { status: 403 }), other.id],
    ['any other 403', appError('not-permitted', { status: 403 }), other.id],
    ['a refused token', appError('token-refused', { status: 401 }), other.id],
    ['a failure of the panel', appError('panel-failed', { status: 500 }), null],
    ['no answer', appError('timeout'), null],
    ['a rate limit', appError('rate-limited', { status: 429 }), null],
    ['a success', null, null],
  ] as const)('after %s', (_, error, expected) => {
    expect(keyToOffer(state, server.ref, answer(error))).toBe(expected)
  })

  const refused = [{ permission: 'power', has: false, at: 6 } as const]
  const dead = { kind: 'failing', since: 0, error: appError('token-refused') } as const
  it.each([
    ['refused the same, after a refusal of the permission', { learned: refused }, 'permission-lacking', 403, null],
    ['refused the same, after a refusal of the token', { learned: refused }, 'token-refused', 401, other.id],
    ['not taken at all', { health: dead }, 'permission-lacking', 403, null],
  ] as const)('is no key that was %s', (_, change, code, status, expected) => {
    const known = aState({ keys: [aKey(), { ...other, ...change } as typeof other], servers: [server] })
    expect(keyToOffer(known, server.ref, answer(appError(code, { status })))).toBe(expected)
  })

  it('names only the key as what may be changed, where the panel is not known to have users of servers', () => {
    const error = appError('permission-lacking', { status: 403 })
    const core = Object.values(state.panels).map((panel) => ({ ...panel, dialect: 'core' as const }))
    const known = { ...state, panels: Object.fromEntries(core.map((panel) => [panel.id, panel])) }
    expect(failureOf(known, server.ref, answer(error)).error.hint).toBe(
      'Tick Power for this key in the panel, then try again. The token stays the same.',
    )
  })

  it('names the key that was refused, and what it lacks', () => {
    const error = appError('permission-lacking', { status: 403 })
    const failure = failureOf(state, server.ref, answer(error))
    expect(failure).toMatchObject({ phase: 'refused', otherKeyId: other.id, error: { message: 'Home lacks Power.' } })
    expect(failure.error.hint).toBe(
      'Tick Power for this key in the panel where its keys have permissions. Elsewhere the server’s owner can allow it under Users.',
    )
    const dead = appError('token-refused', { status: 401 })
    expect(failureOf(state, server.ref, answer(dead)).error.message).toBe(`Home: ${dead.message}`)
  })

  const tick = 'Tick Power for this key in the panel, then try again. The token stays the same.'
  const ask = 'The server’s owner can allow it under Users.'
  it.each([
    ['its account owns the server', { isOwner: true, may: null }, 'Home lacks Power.', tick],
    ['an admin’s account', { isOwner: false, may: ['*'] }, 'Home lacks Power.', tick],
    [
      'its account was only let in',
      { isOwner: false, may: null },
      'Home’s account may not restart this server (control.restart).',
      ask,
    ],
    ['nobody knows', { isOwner: null, may: null }, 'Home may not restart this server (control.restart).', `Elsewhere`],
  ])('names the right, and the remedy that fits: %s', (_, account, message, hint) => {
    const of = aState({ keys: [aKey()], servers: [{ ...server, accounts: { [id]: account } }] })
    const error = appError('permission-lacking', { status: 403, right: 'control.restart' })
    const failure = failureOf(of, server.ref, answer(error)).error
    expect(failure.message).toBe(message)
    expect(failure.hint).toContain(hint)
  })

  it('of a panel of the core document, whose keys have permissions alone', () => {
    const of = aState({ panels: [aPanel({ dialect: 'core' })], keys: [aKey()], servers: [server] })
    const error = appError('permission-lacking', { status: 403, right: 'control.restart' })
    expect(failureOf(of, server.ref, answer(error)).error).toMatchObject({ message: 'Home lacks Power.', hint: tick })
  })

  it('forgets what was known of the account that was refused', () => {
    const store = createStore(
      aState({
        keys: [aKey()],
        servers: [{ ...server, accounts: { [id]: { isOwner: false, may: ['control.stop'] } } }],
      }),
    )
    const client = createFakeClient()
    const access = { store, clock: createFakeClock(), clientFor: () => client }
    takeAnswer(
      access,
      server.ref,
      { keyId: id, client, permission: 'control.stop' },
      fail('permission-lacking', { status: 403 }),
    )
    expect(store.get().servers[server.ref]?.accounts).toEqual({ [id]: { isOwner: false, may: null } })
  })
})
