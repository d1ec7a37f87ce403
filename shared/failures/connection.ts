import { blocked, undecided, unreached } from './failure.ts'

/** There was no whole answer. */
export const connectionFailures = {
  'host-not-found': unreached('No computer with that name was found.', 'Check the panel address and your connection.', {
    delivery: 'not-sent',
  }),
  'connection-refused': unreached(
    'Nothing is answering at that address.',
    'Check the panel address and port, and whether the panel is up.',
    { delivery: 'not-sent' },
  ),
  timeout: unreached('The panel didn’t answer in time.', 'Check your connection, and whether the panel is up.'),
  'connection-cut': unreached(
    'The connection broke before the answer was complete.',
    'Check your connection, then try again.',
    { recovery: 'soon' },
  ),
  'network-failed': unreached('The panel couldn’t be reached.', 'Check your connection and the panel address.', {
    recovery: 'soon',
  }),
  'local-network-refused': unreached(
    'This Mac couldn’t reach that address on your network.',
    'Allow Servertray under System Settings, Privacy & Security, Local Network. If it is allowed, check that the panel is on.',
    { delivery: 'not-sent' },
  ),
  'tls-failed': blocked(
    'The panel’s certificate couldn’t be verified, so nothing was sent.',
    'Check the address. If it is right, tell your host about the certificate.',
  ),
  'certificate-refused': blocked(
    'The panel’s certificate couldn’t be verified, so nothing was sent.',
    'Trust it only if your host, or the panel’s own machine, shows the same fingerprint.',
  ),
  'proxy-failed': blocked(
    'This computer’s proxy couldn’t be used, so nothing was sent.',
    'Check the proxy in the system’s network settings.',
  ),
  'answer-too-large': undecided(
    'The panel’s answer was too large, so reading was stopped.',
    'Check the panel address. If it is right, it holds more than this app reads: use the panel’s own page.',
    { concerns: 'address' },
  ),
  cancelled: undecided('Cancelled.', 'Nothing more will be sent.', { recovery: 'person' }),
}
