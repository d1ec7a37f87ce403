import { byPerson, refused } from './failure.ts'

/** Failures of the console. */
export const consoleFailures = {
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
