import {
  badAddress,
  badInput,
  blocked,
  byPerson,
  foreign,
  keyNotPermitted,
  keyRefused,
  notFound,
  notReached,
  refused,
  undecided,
  unreached,
} from './failure.ts'

/** What a panel was asked for in a wrong way, or did not do. */
export const panelFailures = {
  // Bad input: nothing was sent.
  'invalid-identifier': badInput(
    'That is not a server identifier.',
    'An identifier has 8 characters, as in the panel address of the server.',
  ),
  'invalid-signal': badInput('That is not a power signal.', 'Use start, stop, restart or kill.'),
  'invalid-command': badInput('That command can’t be sent.', 'Type one line of text, without control characters.'),
  'no-list-command': badInput(
    'This server’s game has no command that lists its players.',
    'If the game was guessed wrongly, choose it under “Players…” in the server’s menu.',
  ),
  'invalid-address': badAddress(
    'That is not a panel address.',
    'Paste the address of your panel, such as https://panel.example.com.',
  ),
  'insecure-address': badAddress(
    'This address isn’t encrypted, so others could read the token on its way.',
    'Use https. Plain http works only for this computer and private networks.',
  ),
  'insecure-private': badAddress(
    'This address isn’t encrypted: anyone on the network can read the token.',
    'Use https if the panel offers it. Allow plain http only on a network where you trust everyone.',
  ),
  'invalid-token': badInput(
    'That doesn’t look like a complete token.',
    'Copy the token again from the window “Your API Key”, without spaces or line breaks.',
    { concerns: 'token' },
  ),
  'invalid-label': badInput('That name can’t be used for a key.', 'Use 1 to 60 visible characters.', {
    concerns: 'label',
  }),
  'invalid-request': badInput(
    'Servertray didn’t understand that request.',
    'Nothing was sent. If it happens again, restart Servertray.',
  ),
  // The panel does not take the key.
  'token-refused': keyRefused(
    'The panel refused the token: it is wrong, incomplete or expired, or its key was deleted.',
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
  // The panel answered with a no.
  'server-not-found': notFound(
    'The panel has no such server, or this key can’t use it.',
    'Check the identifier, and the servers the key is limited to.',
  ),
  'server-unavailable': refused(
    'The panel refuses this as the server is now.',
    'Look at the server’s state, or ask your host.',
  ),
  'server-not-running': refused(
    'The server is not running, so it takes no commands.',
    'Start the server, then send the command again.',
  ),
  'node-unreachable': refused(
    'The panel cannot reach the machine that runs this server.',
    'Try again in a minute. If it keeps happening, tell your host.',
  ),
  'machine-refused': refused(
    'The machine that runs this server refused it.',
    'Try again in a minute. If it keeps happening, tell your host.',
  ),
  'machine-failed': refused(
    'The machine that runs this server had an error of its own.',
    'Try again in a minute. If it keeps happening, tell your host.',
  ),
  'not-on-machine': refused(
    'The machine of this server does not know the server.',
    'Tell your host: the server is on the panel, and not on its machine.',
  ),
  'input-rejected': refused('The panel didn’t accept what was sent.', 'Change it, then try again.'),
  'rate-limited': refused(
    'The panel’s rate limit is reached.',
    'Wait a moment. Other apps and an open panel page share the same limit.',
    { exit: 'rateLimited' },
  ),
  'panel-failed': refused(
    'The panel had an error of its own.',
    'Try again in a minute. If it keeps happening, tell your host.',
    { recovery: 'soon', concerns: 'address' },
  ),
  'panel-maintenance': refused('The panel is in maintenance.', 'Try again when its host is done.', {
    concerns: 'address',
  }),
  'front-answered': refused(
    'The web server in front answered, not the panel.',
    'Try again in a minute. If it keeps happening, tell your host that the panel behind it is down.',
    { recovery: 'soon', concerns: 'address' },
  ),
  'none-listed': byPerson(
    'The panel’s list of all its servers is empty for this key.',
    'Panels show it to their administrators only. Let the key list its own servers.',
    { exit: 'notPermitted' },
  ),
  'list-incomplete': refused(
    'The list of servers is incomplete.',
    'Use a key limited to the servers you need, so that the list is shorter.',
  ),
  // What answered may be no client API.
  'api-not-found': foreign(
    'There is no client API at this address.',
    'Check the panel address. The client API often ends in /api/client.',
    { exit: 'notFound' },
  ),
  'panel-refused': foreign(
    'The panel refused the request.',
    'Try it on the panel’s own page. If that refuses too, ask your host.',
    { exit: 'refused' },
  ),
  redirected: foreign(
    'The panel redirects to another address. The token was not sent there.',
    'If that address is right, use it for this key.',
  ),
  'not-json': foreign(
    'A web page came back instead of an answer from the API.',
    'Check the panel address. A login or protection page in front of the panel also causes this.',
  ),
  'malformed-answer': foreign(
    'The panel’s answer couldn’t be read.',
    'Check the panel address. If it is right, tell your host.',
    { delivery: 'undecided' },
  ),
  // There was no whole answer.
  'host-not-found': notReached('No computer with that name was found.', 'Check the panel address and your connection.'),
  'connection-refused': notReached(
    'Nothing is answering at that address.',
    'Check the panel address and port, and whether the panel is up.',
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
  'local-network-refused': notReached(
    'This Mac couldn’t reach that address on your network.',
    'Allow Servertray under System Settings, Privacy & Security, Local Network. If it is allowed, check that the panel is on.',
  ),
  'tls-failed': blocked(
    'The panel’s certificate couldn’t be verified, so nothing was sent.',
    'Check the address. If it is right, tell your host about the certificate.',
  ),
  'no-https': blocked(
    'That address does not speak https, so nothing was sent.',
    'Plain http may work there: put http:// before the address. Anyone in that network can read the token on its way.',
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
  // Failures of the console.
  'no-live-output': refused(
    'This panel offers no live console.',
    'You can still send commands and see whether each was accepted.',
  ),
  'console-unreachable': refused(
    'The machine that runs this server couldn’t be reached for its console.',
    'Servertray keeps trying. You can send commands all the same.',
    { exit: 'noAnswer' },
  ),
  'console-refused': refused(
    'The machine that runs this server refused to open its console.',
    'Check that the panel address is exactly the one in your browser, https:// included. If it is, tell your host.',
  ),
  'console-full': refused(
    'This server has too many consoles open.',
    'Close some in browsers and other apps. Servertray keeps trying.',
  ),
  'console-unsafe': byPerson(
    'The panel gave an unsafe address for the console, so nothing was sent there.',
    'Tell your host: consoles need an encrypted address (wss). A private address works only if the panel is on the same network.',
  ),
  'console-ended': refused(
    'The machine that runs this server closed the console.',
    'Open it again later. If it keeps happening, tell your host.',
  ),
}
