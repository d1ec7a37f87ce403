import { foreign, notFound, refused } from './failure.ts'

/** The panel answered with a no, or what answered may be no client API. */
export const panelFailures = {
  // The panel answered with a no.
  'server-not-found': notFound(
    'The panel has no such server, or this key can’t use it.',
    'Check the identifier, and the servers the key is limited to.',
  ),
  'server-unavailable': refused(
    'The panel refuses this while the server is suspended, installing, being moved or restored.',
    'Wait until that is over, or look at the server in the panel.',
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
    'Look at the server’s page in the panel for the reason.',
  ),
  'input-rejected': refused('The panel didn’t accept what was sent.', 'Change it as the panel says, then try again.'),
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
  'panel-refused': foreign('The panel refused the request.', 'Check the panel’s own page for the reason.', {
    exit: 'refused',
  }),
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
}
