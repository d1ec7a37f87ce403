import { keyNotPermitted, keyRefused } from './failure.ts'

/** The panel does not take the key, or not for this. */
export const keyFailures = {
  // The panel does not take the key.
  'token-refused': keyRefused(
    'The panel refused the token: it is wrong, incomplete, or its key was deleted.',
    'Create a new key in the panel and replace the token here.',
    { concerns: 'token', exit: 'keyRefused' },
  ),
  'address-not-allowed': keyRefused(
    'This key can’t be used from your address.',
    'Add your address to the key’s Allowed IPs in the panel, or leave that list empty.',
  ),
  'wrong-key-type': keyRefused(
    'This is an application key, but a client key is needed.',
    'Create a key on your account’s page of the panel (API Credentials or API Keys), and use its token.',
    { concerns: 'token' },
  ),
  'two-factor-needed': keyRefused(
    'The panel requires two-factor authentication on this account.',
    'Turn it on in the panel, then try again.',
    { exit: 'refused' },
  ),
  // The panel takes the key, but not for this.
  'permission-lacking': keyNotPermitted(
    'This key lacks the permission for that.',
    'Tick the permission for this key in the panel, or ask the server’s owner to let this account do it.',
  ),
  'all-permissions-needed': keyNotPermitted(
    'Only a key with all permissions can do that.',
    'Choose All for this key in the panel. The token stays the same.',
  ),
  'not-permitted': keyNotPermitted(
    'The panel doesn’t allow this key to do that.',
    'Check the key’s Allowed IPs and permissions in the panel.',
  ),
}
