/** What a code of the catalogue says besides its words. All that the app does about a failure follows from this. */
type Facts = {
  /**
   * What it means for an action that failed with it:
   * - `not-sent`: the request did not reach the panel
   * - `refused`: something answered with a no; its status decides whether the panel may have acted all the same
   * - `undecided`: no whole answer came, so the panel may have acted
   */
  readonly delivery: 'not-sent' | 'refused' | 'undecided'
  /**
   * What it says of the key that was used:
   * - `refused`: the panel does not take it at all; `unreadable`: its token cannot be read on this computer
   * - `permission`: the panel takes it, but not for this
   * - `unreachable`: the panel was not reached; `blocked`: a certificate or a proxy was in the way
   * - `foreign`: what answered may be no client API
   * - null: nothing
   */
  readonly health: 'refused' | 'unreadable' | 'permission' | 'unreachable' | 'blocked' | 'foreign' | null
  /** When trying again may help: within a second, some time later, or only after a person has changed something. */
  readonly recovery: 'soon' | 'later' | 'person'
  /** What a person has to change of a key to fix it. */
  readonly concerns: 'token' | 'label' | 'address' | null
  /** The exit code of the command line, by name. */
  readonly exit: ExitName
}

/** The ways in which a command of the command line can fail. */
export type ExitName = 'usage' | 'keyRefused' | 'notPermitted' | 'notFound' | 'rateLimited' | 'noAnswer' | 'refused'

const input = { delivery: 'not-sent', health: null, recovery: 'person', concerns: null, exit: 'usage' } as const
const key = {
  delivery: 'refused',
  health: 'refused',
  recovery: 'person',
  concerns: null,
  exit: 'notPermitted',
} as const
const permission = { ...key, health: 'permission' } as const
const answer = { delivery: 'refused', health: null, recovery: 'later', concerns: null, exit: 'refused' } as const
const foreign = { ...answer, health: 'foreign', concerns: 'address', exit: 'noAnswer' } as const
const way = { ...foreign, delivery: 'undecided', health: 'unreachable' } as const
const app = { ...answer, delivery: 'not-sent' } as const

/**
 * Every failure of the app. Each code says what happened and the next step, in words for people, and what the app makes
 * of it. A caller that knows more (a name, an address, a limit) passes its own `message`; the code stays.
 */
export const catalogue = {
  // Bad input: nothing was sent.
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
    message: 'That command cannot be sent.',
    hint: 'Type one line of text, at most 2,000 characters, without control characters.',
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
    message: 'This address has no encryption, so the token could be read on the way.',
    hint: 'Use https. Plain http is possible only for this computer and private networks.',
  },
  'insecure-private': {
    ...input,
    concerns: 'address',
    message: 'This address has no encryption: anyone in the network between can read the token.',
    hint: 'Use https where the panel has it. Allow plain http only in a network where you trust everyone.',
  },
  'invalid-token': {
    ...input,
    concerns: 'token',
    message: 'That does not look like a whole token.',
    hint: 'Copy the token again from the window “Your API Key”, without spaces or line breaks.',
  },
  'invalid-label': {
    ...input,
    concerns: 'label',
    message: 'That name cannot be used for a key.',
    hint: 'Use 1 to 60 visible characters.',
  },
  'invalid-request': {
    ...input,
    message: 'The app was asked for something it does not understand.',
    hint: 'Nothing was sent. Restart Servertray if this comes again.',
  },
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
    message: 'This key may not be used from your address.',
    hint: 'Add your address to the key’s Allowed IPs in the panel, or leave that list blank.',
  },
  'wrong-key-type': {
    ...key,
    concerns: 'token',
    message: 'This is an application key; the panel wants a client key here.',
    hint: 'Create a key under Account, API Credentials, and use its token.',
  },
  'two-factor-needed': {
    ...key,
    exit: 'refused',
    message: 'The panel wants two-factor authentication on this account first.',
    hint: 'Turn it on in the panel, then try again.',
  },
  // The panel takes the key, but not for this.
  'permission-lacking': {
    ...permission,
    message: 'This key lacks the permission for that.',
    hint: 'Tick the permission for this key in the panel. The token stays the same.',
  },
  'all-permissions-needed': {
    ...permission,
    message: 'Only a key with all permissions may do that.',
    hint: 'Choose All for this key in the panel. The token stays the same.',
  },
  'not-permitted': {
    ...permission,
    message: 'The panel does not permit that to this key.',
    hint: 'Check the key’s Allowed IPs and permissions in the panel.',
  },
  // The panel answered with a no.
  'server-not-found': {
    ...answer,
    exit: 'notFound',
    message: 'The panel knows no such server, or this key may not use it.',
    hint: 'Check the identifier, and the servers the key is limited to.',
  },
  'server-unavailable': {
    ...answer,
    message: 'The panel refuses this while the server is suspended, installing, moving or restoring.',
    hint: 'Wait until that is over, or look at the server in the panel.',
  },
  'server-not-running': {
    ...answer,
    message: 'The server is not running, so it takes no commands.',
    hint: 'Start the server, then send the command again.',
  },
  'node-unreachable': {
    ...answer,
    message: 'The panel cannot reach the machine that runs this server.',
    hint: 'Try again in a minute. If it stays so, tell your host.',
  },
  'input-rejected': {
    ...answer,
    message: 'The panel rejected what was sent.',
    hint: 'Change it as the panel says, then try again.',
  },
  'rate-limited': {
    ...answer,
    exit: 'rateLimited',
    message: 'The panel asks to slow down.',
    hint: 'Wait a moment. Other apps and an open panel page share the same limit.',
  },
  'panel-failed': {
    ...answer,
    recovery: 'soon',
    concerns: 'address',
    message: 'The panel failed on its side.',
    hint: 'Try again in a minute. If it stays so, tell your host.',
  },
  'list-incomplete': {
    ...answer,
    message: 'The list of servers is not whole.',
    hint: 'Use a key that is limited to the servers you need: its list is shorter.',
  },
  // What answered may be no client API.
  'api-not-found': {
    ...foreign,
    exit: 'notFound',
    message: 'There is no client API at this address.',
    hint: 'Check the panel address. The client API often ends in /api/client.',
  },
  'panel-refused': {
    ...foreign,
    exit: 'refused',
    message: 'The panel refused the request.',
    hint: 'Check the panel’s own page for the reason.',
  },
  redirected: {
    ...foreign,
    message: 'The panel pointed to another address. The token was not sent there.',
    hint: 'If that address is right, use it for this key.',
  },
  'not-json': {
    ...foreign,
    message: 'A web page came instead of an API answer.',
    hint: 'Check the panel address. A protection page or a login in front of the panel also does this.',
  },
  'malformed-answer': {
    ...foreign,
    delivery: 'undecided',
    message: 'The panel’s answer could not be read.',
    hint: 'Check the panel address. If it is right, tell your host.',
  },
  // There was no whole answer.
  'host-not-found': {
    ...way,
    delivery: 'not-sent',
    message: 'No computer with that name was found.',
    hint: 'Check the panel address and your connection.',
  },
  'connection-refused': {
    ...way,
    delivery: 'not-sent',
    message: 'Nothing answers at that address.',
    hint: 'Check the panel address and port, and whether the panel is up.',
  },
  timeout: {
    ...way,
    message: 'The panel did not answer in time.',
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
    message: 'The panel could not be reached.',
    hint: 'Check your connection and the panel address.',
  },
  'local-network-refused': {
    ...way,
    delivery: 'not-sent',
    message: 'This Mac found no way to that address in your own network.',
    hint: 'Allow Servertray under System Settings, Privacy & Security, Local Network. Else check that the panel is on.',
  },
  'tls-failed': {
    ...way,
    delivery: 'not-sent',
    health: 'blocked',
    message: 'The panel’s certificate could not be verified, so nothing was sent.',
    hint: 'Check the address. If it is right, tell your host about the certificate.',
  },
  'certificate-refused': {
    ...way,
    delivery: 'not-sent',
    health: 'blocked',
    message: 'The panel’s certificate could not be verified, so nothing was sent.',
    hint: 'Trust it only if its fingerprint is the one your host or your panel’s own machine shows.',
  },
  'proxy-failed': {
    ...way,
    delivery: 'not-sent',
    health: 'blocked',
    message: 'The proxy of this computer could not be used, so nothing was sent.',
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
    message: 'That was cancelled.',
    hint: 'Nothing more will be sent.',
  },
  // The console.
  'no-live-output': {
    ...answer,
    message: 'This panel gives no live output.',
    hint: 'Commands still go out, and each one’s result is shown.',
  },
  'console-unreachable': {
    ...answer,
    exit: 'noAnswer',
    message: 'The machine that runs this server could not be reached for its console.',
    hint: 'It is tried again. Commands go through the panel meanwhile.',
  },
  'console-refused': {
    ...answer,
    message: 'The machine that runs this server refused to open its console.',
    hint: 'Check that the panel address here is the one in the browser, scheme and all. Else tell your host.',
  },
  'console-full': {
    ...answer,
    message: 'Too many consoles of this server are open.',
    hint: 'Close some in browsers and other apps. It is tried again.',
  },
  'console-unsafe': {
    ...answer,
    recovery: 'person',
    message: 'The panel named an address for the console that is not safe to open, so nothing was sent there.',
    hint: 'Tell your host: consoles need an encrypted address (wss), and one inside a private network only where the panel is too.',
  },
  'console-ended': {
    ...answer,
    message: 'The machine that runs this server ended the console.',
    hint: 'Open it again later. If it stays so, tell your host.',
  },
  'command-dropped': {
    ...answer,
    message: 'The machine that runs this server takes no more than about one command a second and dropped this one.',
    hint: 'Wait a second, then send it again.',
  },
  // The app itself refuses, or fails.
  'sender-refused': {
    ...app,
    message: 'A request from outside the app window was refused.',
    hint: 'Nothing was sent. Restart Servertray if this comes again.',
  },
  'unknown-server': {
    ...app,
    recovery: 'person',
    message: 'This server is no longer in the list.',
    hint: 'Refresh the list.',
  },
  'unknown-panel': {
    ...app,
    message: 'This panel is no longer in the list.',
    hint: 'Open the API keys page again.',
  },
  'unknown-key': {
    ...app,
    recovery: 'person',
    exit: 'notFound',
    message: 'This key is no longer in the list.',
    hint: 'Open the API keys page again.',
  },
  'no-key': {
    ...app,
    exit: 'usage',
    message: 'No API key is set up.',
    hint: 'Add a key in Servertray, or set SERVERTRAY_URL and SERVERTRAY_TOKEN.',
  },
  'duplicate-key': {
    ...app,
    concerns: 'token',
    exit: 'usage',
    message: 'This token is already in the list.',
    hint: 'Use the entry that is there, or remove it first.',
  },
  'action-running': {
    ...app,
    message: 'Another action is running on this server.',
    hint: 'Wait until it is done. Kill is possible at any time.',
  },
  'vault-failed': {
    ...app,
    exit: 'usage',
    message: 'The token could not be stored.',
    hint: 'Unlock the system keychain, then try again.',
  },
  'token-unreadable': {
    ...app,
    health: 'unreadable',
    recovery: 'person',
    concerns: 'token',
    exit: 'usage',
    message: 'The token of this key is not readable.',
    hint: 'Unlock the keyring, or paste the token again with Replace token.',
  },
  'weaker-storage': {
    ...app,
    message: 'This system offers no safe place for the token: it would be kept in memory and be gone when you quit.',
    hint: 'Unlock or install a keyring and try again, or allow memory and paste the token at each start.',
  },
  'storage-failed': {
    ...app,
    exit: 'usage',
    message: 'The settings could not be written.',
    hint: 'Check free space and access to the profile folder.',
  },
  'settings-newer': {
    ...app,
    exit: 'usage',
    message: 'The settings were written by a newer version of Servertray, so this one leaves them alone.',
    hint: 'Install the newer version of Servertray.',
  },
  'settings-broken': {
    ...app,
    exit: 'usage',
    message: 'The settings file could not be read, so it was left alone.',
    hint: 'Start Servertray, which sets the file aside and uses its backup.',
  },
  'settings-busy': {
    ...app,
    exit: 'usage',
    message: 'Another program is writing the settings.',
    hint: 'Try again in a moment.',
  },
  'import-refused': {
    ...app,
    message: 'That file does not hold exported settings of Servertray.',
    hint: 'Choose a file that was made with Export settings. Nothing was changed.',
  },
  'start-at-login-failed': {
    ...app,
    recovery: 'person',
    message: 'The system did not take the change.',
    hint: 'Look at the programs that start at login in the system’s own settings.',
  },
  'update-busy': {
    ...app,
    message: 'A restart, a bulk action or a signal is under way, and goes on only while Servertray runs.',
    hint: 'Restart to update when it is done, or let the update be installed when you quit.',
  },
  'update-unreachable': {
    ...app,
    message: 'The place where new versions are published could not be reached.',
    hint: 'Check your connection. It is tried again later.',
  },
  'update-refused': {
    ...app,
    message: 'What was downloaded is not what was published, so it was thrown away.',
    hint: 'Try again later. If it stays so, report it as SECURITY.md says.',
  },
  'update-failed': {
    ...app,
    message: 'The update failed.',
    hint: 'Try again later, or download the new version yourself.',
  },
  'too-many-commands': {
    ...app,
    message: 'No more commands can be saved.',
    hint: 'Remove some that are no longer used.',
  },
  'state-changed': {
    ...app,
    message: 'That does not fit any more.',
    hint: 'Look at the server’s state first.',
  },
  'plan-running': {
    ...app,
    message: 'A restart of this server is planned already.',
    hint: 'Cancel it first, or wait until it is done.',
  },
  'plan-past': {
    ...app,
    message: 'It is too late for that.',
    hint: 'Look at the server’s state first.',
  },
  'plan-overtaken': {
    ...app,
    message: 'Another stop, restart or kill was sent to this server first.',
    hint: 'Plan a restart again if one is still wanted.',
  },
  'unknown-question': {
    ...app,
    message: 'This question is no longer open.',
    hint: 'Close its window, and look at what became of it.',
  },
  'unknown-plan': {
    ...app,
    message: 'This plan is no longer in the list.',
    hint: 'Look at the server’s state, then plan anew.',
  },
  'too-many-schedules': {
    ...app,
    message: 'No more planned restarts can be kept.',
    hint: 'Remove some that are no longer used.',
  },
  'shortcut-taken': {
    ...app,
    message: 'That shortcut could not be taken: the system or another program has it.',
    hint: 'Choose another one. The shortcut before stays as it was.',
  },
  'notifications-unavailable': {
    ...app,
    message: 'This desktop shows no notifications.',
    hint: 'Start its notification service, or look at the page Activity instead.',
  },
  'demo-failed': {
    ...app,
    message: 'The demo panel could not be started.',
    hint: 'Try again. The log says why it failed.',
  },
  internal: {
    ...app,
    message: 'Something went wrong inside the app.',
    hint: 'Try again. The log says what failed.',
  },
} as const satisfies Record<string, Facts & { readonly message: string; readonly hint: string }>
