import type { Failure } from './failure.ts'

const input = { delivery: 'not-sent', health: null, recovery: 'person', concerns: null, exit: 'usage' } as const

/** Bad input: nothing was sent. */
export const inputFailures = {
  'invalid-identifier': {
    ...input,
    message: 'That is not a server identifier.',
    hint: 'An identifier has 8 characters, as in the panel address of the server.',
  },
  'invalid-signal': {
    ...input,
    message: 'That is not a power signal.',
    hint: 'Use start, stop, restart or kill.',
  },
  'invalid-command': {
    ...input,
    message: 'That command can’t be sent.',
    hint: 'Type one line of text, at most 2,000 characters, without control characters.',
  },
  'no-list-command': {
    ...input,
    message: 'This server’s game has no command that lists its players.',
    hint: 'If the game was guessed wrongly, choose it under “Players…” in the server’s menu.',
  },
  'invalid-address': {
    ...input,
    concerns: 'address',
    message: 'That is not a panel address.',
    hint: 'Paste the address of your panel, such as https://panel.example.com.',
  },
  'insecure-address': {
    ...input,
    concerns: 'address',
    message: 'This address isn’t encrypted, so others could read the token on its way.',
    hint: 'Use https. Plain http works only for this computer and private networks.',
  },
  'insecure-private': {
    ...input,
    concerns: 'address',
    message: 'This address isn’t encrypted: anyone on the network can read the token.',
    hint: 'Use https if the panel offers it. Allow plain http only on a network where you trust everyone.',
  },
  'invalid-token': {
    ...input,
    concerns: 'token',
    message: 'That doesn’t look like a complete token.',
    hint: 'Copy the token again from the window “Your API Key”, without spaces or line breaks.',
  },
  'invalid-label': {
    ...input,
    concerns: 'label',
    message: 'That name can’t be used for a key.',
    hint: 'Use 1 to 60 visible characters.',
  },
  'invalid-request': {
    ...input,
    message: 'Servertray didn’t understand that request.',
    hint: 'Nothing was sent. If it happens again, restart Servertray.',
  },
} as const satisfies Record<string, Failure>
