import { answer, type Failure, foreign } from './failure.ts'

/** The panel answered with a no, or what answered may be no client API. */
export const panelFailures = {
  // The panel answered with a no.
  'server-not-found': {
    ...answer,
    exit: 'notFound',
    message: 'The panel has no such server, or this key can’t use it.',
    hint: 'Check the identifier, and the servers the key is limited to.',
  },
  'server-unavailable': {
    ...answer,
    message: 'The panel refuses this while the server is suspended, installing, being moved or restored.',
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
    hint: 'Try again in a minute. If it keeps happening, tell your host.',
  },
  'machine-refused': {
    ...answer,
    message: 'The machine that runs this server refused it.',
    hint: 'Look at the server’s page in the panel for the reason.',
  },
  'input-rejected': {
    ...answer,
    message: 'The panel didn’t accept what was sent.',
    hint: 'Change it as the panel says, then try again.',
  },
  'rate-limited': {
    ...answer,
    exit: 'rateLimited',
    message: 'The panel’s rate limit is reached.',
    hint: 'Wait a moment. Other apps and an open panel page share the same limit.',
  },
  'panel-failed': {
    ...answer,
    recovery: 'soon',
    concerns: 'address',
    message: 'The panel had an error of its own.',
    hint: 'Try again in a minute. If it keeps happening, tell your host.',
  },
  'list-incomplete': {
    ...answer,
    message: 'The list of servers is incomplete.',
    hint: 'Use a key limited to the servers you need, so that the list is shorter.',
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
    message: 'The panel redirects to another address. The token was not sent there.',
    hint: 'If that address is right, use it for this key.',
  },
  'not-json': {
    ...foreign,
    message: 'A web page came back instead of an answer from the API.',
    hint: 'Check the panel address. A login or protection page in front of the panel also causes this.',
  },
  'malformed-answer': {
    ...foreign,
    delivery: 'undecided',
    message: 'The panel’s answer couldn’t be read.',
    hint: 'Check the panel address. If it is right, tell your host.',
  },
} as const satisfies Record<string, Failure>
