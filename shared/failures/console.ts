import { answer, type Failure } from './failure.ts'

/** Failures of the console. */
export const consoleFailures = {
  'no-live-output': {
    ...answer,
    message: 'This panel offers no live console.',
    hint: 'You can still send commands and see whether each was accepted.',
  },
  'console-unreachable': {
    ...answer,
    exit: 'noAnswer',
    message: 'The machine that runs this server couldn’t be reached for its console.',
    hint: 'Servertray keeps trying. Until then, commands go through the panel.',
  },
  'console-refused': {
    ...answer,
    message: 'The machine that runs this server refused to open its console.',
    hint: 'Check that the panel address is exactly the one in your browser, https:// included. If it is, tell your host.',
  },
  'console-full': {
    ...answer,
    message: 'This server has too many consoles open.',
    hint: 'Close some in browsers and other apps. Servertray keeps trying.',
  },
  'console-unsafe': {
    ...answer,
    recovery: 'person',
    message: 'The panel gave an unsafe address for the console, so nothing was sent there.',
    hint: 'Tell your host: consoles need an encrypted address (wss). A private address works only if the panel is on the same network.',
  },
  'console-ended': {
    ...answer,
    message: 'The machine that runs this server closed the console.',
    hint: 'Open it again later. If it keeps happening, tell your host.',
  },
  'command-dropped': {
    ...answer,
    message: 'The server’s machine accepts about one command a second and dropped this one.',
    hint: 'Wait a second, then send it again.',
  },
} as const satisfies Record<string, Failure>
