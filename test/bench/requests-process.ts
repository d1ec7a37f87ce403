/**
 * The requests of a small fleet at rest by themselves, to the panel at the origin that is given: as many and in the same
 * bunches as the poller sends, through ky as the app sets it up, and nothing else. Prints what that takes as JSON.
 */
import { createHttp, policy } from '../../electron/panel/transport.ts'
import { measureRest } from './rest-span.ts'

/** 50 servers, each once a minute, four at a time. */
const servers = 50
const bunch = { size: 4, everyMs: 4_800 }

const [origin = ''] = process.argv.slice(2)
const headers = {
  accept: 'application/json',
  authorization: 'Bearer ptlc_0123456789aTokenOfTheUsualLength0123456789ab',
}
const http = createHttp(fetch)
let sent = 0

async function ask(): Promise<void> {
  for (let of = 0; of < bunch.size; of += 1) {
    const identifier = (sent % servers).toString(16).padStart(8, '0')
    sent += 1
    const answer = await http(`${origin}/api/client/servers/${identifier}/resources`, { ...policy, headers })
    JSON.parse(await answer.text())
  }
}

const asking = setInterval(() => void ask(), bunch.everyMs)
const sample = await measureRest()
clearInterval(asking)
process.stdout.write(JSON.stringify(sample))
process.exit()
