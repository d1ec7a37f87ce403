import { answer, type Failure } from './failure.ts'

const key = {
  delivery: 'refused',
  health: 'refused',
  recovery: 'person',
  concerns: null,
  exit: 'notPermitted',
} as const
const permission = { ...key, health: 'permission' } as const

/** The panel does not take the key, or not for this. */
export const keyFailures = {
  // The panel does not take the key.
  'token-refused': {
    ...key,
    concerns: 'token',
    exit: 'keyRefused',
    message: 'The panel refused the token: it is wrong, incomplete, or its key was deleted.',
    hint: 'Create a new key in the panel and replace the token here.',
  },
  'address-not-allowed': {
    ...key,
    message: 'This key can’t be used from your address.',
    hint: 'Add your address to the key’s Allowed IPs in the panel, or leave that list empty.',
  },
  'wrong-key-type': {
    ...key,
    concerns: 'token',
    message: 'This is an application key, but a client key is needed.',
    hint: 'Create a key on your account’s page of the panel (API Credentials or API Keys), and use its token.',
  },
  'two-factor-needed': {
    ...key,
    exit: 'refused',
    message: 'The panel requires two-factor authentication on this account.',
    hint: 'Turn it on in the panel, then try again.',
  },
  // The panel takes the key, but not for this.
  'permission-lacking': {
    ...permission,
    message: 'This key lacks the permission for that.',
    hint: 'Tick the permission for this key in the panel, or ask the server’s owner to let this account do it.',
  },
  'all-permissions-needed': {
    ...permission,
    message: 'Only a key with all permissions can do that.',
    hint: 'Choose All for this key in the panel. The token stays the same.',
  },
  'not-permitted': {
    ...permission,
    message: 'The panel doesn’t allow this key to do that.',
    hint: 'Check the key’s Allowed IPs and permissions in the panel.',
  },
  // The account behind the key.
  'account-entry-not-found': {
    ...answer,
    recovery: 'person',
    exit: 'notFound',
    message: 'The account has no such key any more.',
    hint: 'Look at the account’s keys again.',
  },
  'key-not-of-account': {
    delivery: 'not-sent',
    health: null,
    recovery: 'person',
    concerns: null,
    exit: 'refused',
    message: 'The panel doesn’t list this key among those of its account, so it can’t be rotated from here.',
    hint: 'Create a new key in the panel, then use Replace token.',
  },
  'token-would-be-lost': {
    delivery: 'not-sent',
    health: null,
    recovery: 'person',
    concerns: null,
    exit: 'refused',
    message: 'The key was not rotated: no keychain keeps tokens here, so the new one would be lost when you quit.',
    hint: 'Unlock or install a keychain, then try again. The key works as before.',
  },
} as const satisfies Record<string, Failure>
