import { badInput } from './failure.ts'

/** Bad input: nothing was sent. */
export const inputFailures = {
  'invalid-identifier': badInput(
    'That is not a server identifier.',
    'An identifier has 8 characters, as in the panel address of the server.',
  ),
  'invalid-signal': badInput('That is not a power signal.', 'Use start, stop, restart or kill.'),
  'invalid-command': badInput(
    'That command can’t be sent.',
    'Type one line of text, at most 2,000 characters, without control characters.',
  ),
  'no-list-command': badInput(
    'This server’s game has no command that lists its players.',
    'If the game was guessed wrongly, choose it under “Players…” in the server’s menu.',
  ),
  'invalid-address': badInput(
    'That is not a panel address.',
    'Paste the address of your panel, such as https://panel.example.com.',
    { concerns: 'address' },
  ),
  'insecure-address': badInput(
    'This address isn’t encrypted, so others could read the token on its way.',
    'Use https. Plain http works only for this computer and private networks.',
    { concerns: 'address' },
  ),
  'insecure-private': badInput(
    'This address isn’t encrypted: anyone on the network can read the token.',
    'Use https if the panel offers it. Allow plain http only on a network where you trust everyone.',
    { concerns: 'address' },
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
}
