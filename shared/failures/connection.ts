import { type Failure, foreign } from './failure.ts'

const way = { ...foreign, delivery: 'undecided', health: 'unreachable' } as const

/** There was no whole answer. */
export const connectionFailures = {
  'host-not-found': {
    ...way,
    delivery: 'not-sent',
    message: 'No computer with that name was found.',
    hint: 'Check the panel address and your connection.',
  },
  'connection-refused': {
    ...way,
    delivery: 'not-sent',
    message: 'Nothing is answering at that address.',
    hint: 'Check the panel address and port, and whether the panel is up.',
  },
  timeout: {
    ...way,
    message: 'The panel didn’t answer in time.',
    hint: 'Check your connection, and whether the panel is up.',
  },
  'connection-cut': {
    ...way,
    recovery: 'soon',
    message: 'The connection broke before the answer was complete.',
    hint: 'Check your connection, then try again.',
  },
  'network-failed': {
    ...way,
    recovery: 'soon',
    message: 'The panel couldn’t be reached.',
    hint: 'Check your connection and the panel address.',
  },
  'local-network-refused': {
    ...way,
    delivery: 'not-sent',
    message: 'This Mac couldn’t reach that address on your network.',
    hint: 'Allow Servertray under System Settings, Privacy & Security, Local Network. If it is allowed, check that the panel is on.',
  },
  'tls-failed': {
    ...way,
    delivery: 'not-sent',
    health: 'blocked',
    message: 'The panel’s certificate couldn’t be verified, so nothing was sent.',
    hint: 'Check the address. If it is right, tell your host about the certificate.',
  },
  'certificate-refused': {
    ...way,
    delivery: 'not-sent',
    health: 'blocked',
    message: 'The panel’s certificate couldn’t be verified, so nothing was sent.',
    hint: 'Trust it only if your host, or the panel’s own machine, shows the same fingerprint.',
  },
  'proxy-failed': {
    ...way,
    delivery: 'not-sent',
    health: 'blocked',
    message: 'This computer’s proxy couldn’t be used, so nothing was sent.',
    hint: 'Check the proxy in the system’s network settings.',
  },
  'answer-too-large': {
    ...way,
    health: null,
    message: 'The panel’s answer was too large, so reading was stopped.',
    hint: 'Check the panel address.',
  },
  cancelled: {
    ...way,
    health: null,
    recovery: 'person',
    concerns: null,
    message: 'Cancelled.',
    hint: 'Nothing more will be sent.',
  },
} as const satisfies Record<string, Failure>
