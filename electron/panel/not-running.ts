/** What a server is called that does not run, with what may stand between the words. */
const down = '(?:offline|stopped|powered off|turned off|shut down|down|inactive)'
const up = '(?:running|online|started|powered on|turned on|active)'

const wordings: readonly RegExp[] = [
  new RegExp(`(?:\\bnot|n[’']t|\\bnever) (?:yet |currently |been )?${up}\\b`, 'i'),
  new RegExp(`\\b(?:must|needs? to|has to|have to|should) (?:first )?be ${up}\\b`, 'i'),
  new RegExp(`\\b(?:server|instance|container|it) (?:is |was |has )?(?:currently )?${down}\\b`, 'i'),
  new RegExp(`\\b(?:an? )?${down} (?:server|instance|container)\\b`, 'i'),
  new RegExp(
    `\\b(?:while|when|until|unless) (?:the |your )?(?:server|instance|it) is (?:not )?(?:${down}|${up})\\b`,
    'i',
  ),
  /\b(?:requires?|needs?) (?:the server to be |a |an )?(?:running|online)\b/i,
  /\bstart (?:the server|it) first\b/i,
]

/** Words about the machine that servers run on, which is another matter. */
const ofTheMachine = new RegExp(
  `\\b(?:node|machine|daemon|wings|host|panel|service)\\b[^.:;]*\\b(?:${down}|not (?:yet |currently )?${up})\\b`,
  'i',
)

/** `ServerNotRunningException`, `server_offline` and the like as words. */
const asWords = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ')

/**
 * True where a refusal of a command says that the server does not run. The client API document names the
 * precondition and neither status nor words of its error, so the usual words of panels are looked for.
 * @param code the error's class or code, as the panel names it
 * @param detail its words
 */
export function saysNotRunning({ code, detail }: { readonly code: string; readonly detail: string }): boolean {
  return [detail, asWords(code)].some((text) => !ofTheMachine.test(text) && wordings.some((words) => words.test(text)))
}
