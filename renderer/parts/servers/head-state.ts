import { describeServer, type ServerDescription } from '../../../shared/model/describe-server.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { roughly } from '../../ui/format.ts'

/**
 * A server's state for the head of its view: `Running 6 h`, otherwise as in its row.
 * @param now unix milliseconds
 * @param isAway its panel does not answer, so how long it has been up is not known either
 */
export function headState(server: ServerView, now: number, isAway: boolean): ServerDescription {
  const told = describeServer(server, now, isAway)
  const uptime = server.resources?.uptimeMs ?? 0
  return told.word === 'Running' && uptime >= 60_000 ? { ...told, word: `Running ${roughly(uptime)}` } : told
}
