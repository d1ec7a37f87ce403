import { z } from 'zod'
import { certificateSchema } from './certificate-schema.ts'

/**
 * The finite catalogue of failures. Each code has what happened and the next step, in words a person reads.
 * A place that knows more (a name, an address, a limit) passes its own `message`; the code stays.
 */
export const catalogue = {
  // Invalid input: nothing was sent.
  'invalid-identifier': {
    message: 'That is not a server identifier.',
    hint: 'An identifier has 8 characters, as in the panel address of the server.',
  },
  'invalid-signal': {
    message: 'That is not a power signal.',
    hint: 'Use start, stop, restart or kill.',
  },
  'invalid-command': {
    message: 'That command cannot be sent.',
    hint: 'Type one line of text, at most 2,000 characters, without control characters.',
  },
  'invalid-address': {
    message: 'That is not a panel address.',
    hint: 'Paste the address of your panel, such as https://panel.example.com.',
  },
  'insecure-address': {
    message: 'This address has no encryption, so the token could be read on the way.',
    hint: 'Use https. Plain http is possible only for this computer and private networks.',
  },
  'insecure-private': {
    message: 'This address has no encryption: anyone in the network between can read the token.',
    hint: 'Use https where the panel has it. Allow plain http only in a network where you trust everyone.',
  },
  'invalid-token': {
    message: 'That does not look like a whole token.',
    hint: 'Copy the token again from the window “Your API Key”, without spaces or line breaks.',
  },
  'invalid-label': {
    message: 'That name cannot be used for a key.',
    hint: 'Use 1 to 60 visible characters.',
  },
  'invalid-request': {
    message: 'The app was asked for something it does not understand.',
    hint: 'Nothing was sent. Restart Servertray if this comes again.',
  },
  'sender-refused': {
    message: 'A request from outside the app window was refused.',
    hint: 'Nothing was sent. Restart Servertray if this comes again.',
  },
  // The key.
  'token-refused': {
    message: 'The panel refused the token: it is wrong, incomplete, or its key was deleted.',
    hint: 'Create a new key in the panel and replace the token here.',
  },
  'address-not-allowed': {
    message: 'This key may not be used from your address.',
    hint: 'Add your address to the key’s Allowed IPs in the panel, or leave that list blank.',
  },
  'permission-lacking': {
    message: 'This key lacks the permission for that.',
    hint: 'Tick the permission for this key in the panel. The token stays the same.',
  },
  'all-permissions-needed': {
    message: 'Only a key with all permissions may do that.',
    hint: 'Choose All for this key in the panel. The token stays the same.',
  },
  'wrong-key-type': {
    message: 'This is an application key; the panel wants a client key here.',
    hint: 'Create a key under Account, API Credentials, and use its token.',
  },
  'two-factor-needed': {
    message: 'The panel wants two-factor authentication on this account first.',
    hint: 'Turn it on in the panel, then try again.',
  },
  'not-permitted': {
    message: 'The panel does not permit that to this key.',
    hint: 'Check the key’s Allowed IPs and permissions in the panel.',
  },
  // The target.
  'server-not-found': {
    message: 'The panel knows no such server, or this key may not use it.',
    hint: 'Check the identifier, and the servers the key is limited to.',
  },
  'api-not-found': {
    message: 'There is no client API at this address.',
    hint: 'Check the panel address. The client API often ends in /api/client.',
  },
  'server-unavailable': {
    message: 'The panel refuses this while the server is suspended, installing, moving or restoring.',
    hint: 'Wait until that is over, or look at the server in the panel.',
  },
  'server-not-running': {
    message: 'The server is not running, so it takes no commands.',
    hint: 'Start the server, then send the command again.',
  },
  'node-unreachable': {
    message: 'The panel cannot reach the machine that runs this server.',
    hint: 'Try again in a minute. If it stays so, tell your host.',
  },
  'input-rejected': {
    message: 'The panel rejected what was sent.',
    hint: 'Change it as the panel says, then try again.',
  },
  'rate-limited': {
    message: 'The panel asks to slow down.',
    hint: 'Wait a moment. Other apps and an open panel page share the same limit.',
  },
  'panel-failed': {
    message: 'The panel failed on its side.',
    hint: 'Try again in a minute. If it stays so, tell your host.',
  },
  'panel-refused': {
    message: 'The panel refused the request.',
    hint: 'Check the panel’s own page for the reason.',
  },
  // No usable answer.
  'host-not-found': {
    message: 'No computer with that name was found.',
    hint: 'Check the panel address and your connection.',
  },
  'connection-refused': {
    message: 'Nothing answers at that address.',
    hint: 'Check the panel address and port, and whether the panel is up.',
  },
  'tls-failed': {
    message: 'The panel’s certificate could not be verified, so nothing was sent.',
    hint: 'Check the address. If it is right, tell your host about the certificate.',
  },
  'certificate-refused': {
    message: 'The panel’s certificate could not be verified, so nothing was sent.',
    hint: 'Trust it only if its fingerprint is the one your host or your panel’s own machine shows.',
  },
  'proxy-failed': {
    message: 'The proxy of this computer could not be used, so nothing was sent.',
    hint: 'Check the proxy in the system’s network settings.',
  },
  timeout: {
    message: 'The panel did not answer in time.',
    hint: 'Check your connection, and whether the panel is up.',
  },
  'connection-cut': {
    message: 'The connection broke before the answer was complete.',
    hint: 'Check your connection, then try again.',
  },
  'network-failed': {
    message: 'The panel could not be reached.',
    hint: 'Check your connection and the panel address.',
  },
  redirected: {
    message: 'The panel pointed to another address. The token was not sent there.',
    hint: 'If that address is right, use it for this key.',
  },
  'not-json': {
    message: 'A web page came instead of an API answer.',
    hint: 'Check the panel address. A protection page or a login in front of the panel also does this.',
  },
  'malformed-answer': {
    message: 'The panel’s answer could not be read.',
    hint: 'Check the panel address. If it is right, tell your host.',
  },
  'answer-too-large': {
    message: 'The panel’s answer was too large, so reading was stopped.',
    hint: 'Check the panel address.',
  },
  'list-incomplete': {
    message: 'The list of servers is not whole.',
    hint: 'Use a key that is limited to the servers you need: its list is shorter.',
  },
  cancelled: {
    message: 'That was cancelled.',
    hint: 'Nothing more will be sent.',
  },
  // The console.
  'no-live-output': {
    message: 'This panel gives no live output.',
    hint: 'Commands still go out, and each one’s result is shown.',
  },
  'console-unreachable': {
    message: 'The machine that runs this server could not be reached for its console.',
    hint: 'It is tried again. Commands go through the panel meanwhile.',
  },
  'console-refused': {
    message: 'The machine that runs this server refused to open its console.',
    hint: 'Check that the panel address here is the one in the browser, scheme and all. Else tell your host.',
  },
  'console-full': {
    message: 'Too many consoles of this server are open.',
    hint: 'Close some in browsers and other apps. It is tried again.',
  },
  'console-unsafe': {
    message: 'The panel named an address for the console that is not safe to open, so nothing was sent there.',
    hint: 'Tell your host: consoles need an encrypted address (wss), and one inside a private network only where the panel is too.',
  },
  'console-ended': {
    message: 'The machine that runs this server ended the console.',
    hint: 'Open it again later. If it stays so, tell your host.',
  },
  'command-dropped': {
    message: 'The machine that runs this server takes no more than about one command a second and dropped this one.',
    hint: 'Wait a second, then send it again.',
  },
  // The app itself.
  'unknown-server': {
    message: 'This server is no longer in the list.',
    hint: 'Refresh the list.',
  },
  'unknown-panel': {
    message: 'This panel is no longer in the list.',
    hint: 'Open the API keys page again.',
  },
  'unknown-key': {
    message: 'This key is no longer in the list.',
    hint: 'Open the API keys page again.',
  },
  'no-key': {
    message: 'No API key is set up.',
    hint: 'Add a key in Servertray, or set SERVERTRAY_URL and SERVERTRAY_TOKEN.',
  },
  'duplicate-key': {
    message: 'This token is already in the list.',
    hint: 'Use the entry that is there, or remove it first.',
  },
  'action-running': {
    message: 'Another action is running on this server.',
    hint: 'Wait until it is done. Kill is possible at any time.',
  },
  'vault-failed': {
    message: 'The token could not be stored.',
    hint: 'Unlock the system keychain, then try again.',
  },
  'token-unreadable': {
    message: 'The token of this key is not readable.',
    hint: 'Unlock the keyring, or paste the token again with Replace token.',
  },
  'weaker-storage': {
    message: 'This system offers no safe place for the token: it would be kept in memory and be gone when you quit.',
    hint: 'Unlock or install a keyring and try again, or allow memory and paste the token at each start.',
  },
  'storage-failed': {
    message: 'The settings could not be written.',
    hint: 'Check free space and access to the profile folder.',
  },
  'settings-newer': {
    message: 'The settings were written by a newer version of Servertray, so this one leaves them alone.',
    hint: 'Install the newer version of Servertray.',
  },
  'settings-broken': {
    message: 'The settings file could not be read, so it was left alone.',
    hint: 'Start Servertray, which sets the file aside and uses its backup.',
  },
  'settings-busy': {
    message: 'Another program is writing the settings.',
    hint: 'Try again in a moment.',
  },
  'import-refused': {
    message: 'That file does not hold exported settings of Servertray.',
    hint: 'Choose a file that was made with Export settings. Nothing was changed.',
  },
  'too-many-commands': {
    message: 'No more commands can be saved.',
    hint: 'Remove some that are no longer used.',
  },
  'plan-running': {
    message: 'A restart of this server is planned already.',
    hint: 'Cancel it first, or wait until it is done.',
  },
  'plan-past': {
    message: 'It is too late for that.',
    hint: 'Look at the server’s state first.',
  },
  'plan-overtaken': {
    message: 'Another stop, restart or kill was sent to this server first.',
    hint: 'Plan a restart again if one is still wanted.',
  },
  'unknown-plan': {
    message: 'This plan is no longer in the list.',
    hint: 'Look at the server’s state, then plan anew.',
  },
  'too-many-schedules': {
    message: 'No more planned restarts can be kept.',
    hint: 'Remove some that are no longer used.',
  },
  'shortcut-taken': {
    message: 'That shortcut could not be taken: the system or another program has it.',
    hint: 'Choose another one. The shortcut before stays as it was.',
  },
  'demo-failed': {
    message: 'The demo panel could not be started.',
    hint: 'Try again. The log says why it failed.',
  },
  internal: {
    message: 'Something went wrong inside the app.',
    hint: 'Try again. The log says what failed.',
  },
} as const satisfies Record<string, { message: string; hint: string }>

export type ErrorCode = keyof typeof catalogue

const errorCodes = Object.keys(catalogue) as [ErrorCode, ...ErrorCode[]]
export const errorCodeSchema = z.enum(errorCodes)

/**
 * A failure as a value. Holds nothing secret: it may be shown, logged and sent to the window.
 * - `status`: the panel's HTTP status, where there was one.
 * - `retryAfterMs`: how long the panel asked to wait.
 * - `detail`: the panel's own words, made safe to show.
 * - `certificate`: the one that was not believed (`certificate-refused`).
 * - `mayHaveActed`: an action failed, and it is not known whether the panel did it all the same.
 */
export const appErrorSchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  hint: z.string(),
  status: z.number().optional(),
  retryAfterMs: z.number().optional(),
  detail: z.string().optional(),
  certificate: certificateSchema.optional(),
  mayHaveActed: z.literal(true).optional(),
})
export type AppError = z.infer<typeof appErrorSchema>

/** Builds an error of the catalogue; `more` overrides or adds to its words. */
export function appError(code: ErrorCode, more: Partial<Omit<AppError, 'code'>> = {}): AppError {
  return { code, ...catalogue[code], ...more }
}
