import { appFailures } from './failures/app.ts'
import { areaFailures } from './failures/areas.ts'
import { panelFailures } from './failures/panel.ts'

export type { ExitName } from './failures/failure.ts'

/**
 * Every failure of the app, by where it comes from. Each code says what happened and the next step, in words for people,
 * and what the app makes of it. A caller that knows more (a name, an address, a limit) passes its own `message`; the code
 * stays.
 */
export const catalogue = { ...panelFailures, ...areaFailures, ...appFailures }
