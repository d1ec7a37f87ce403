import { parseJson } from '../../electron/lib/parse-json.ts'
import { readListPage } from '../../electron/panel/envelope.ts'
import { createListing } from '../../electron/panel/listing.ts'
import { applyList } from '../../electron/state/updates.ts'
import { doNow } from '../fixtures/do-now.ts'
import { aState, keyId } from '../fixtures/state.ts'
import { compared, type Figure, meansOf, ms } from './figures.ts'

/** A list answer of 1,000 servers in the shape of real panels, about 1.1 kB each. */
function answerText(): string {
  const data = Array.from({ length: 1_000 }, (_, index) => {
    const identifier = index.toString(16).padStart(8, '0')
    return {
      object: 'server',
      attributes: {
        server_owner: true,
        identifier,
        internal_id: index,
        uuid: `${identifier}-0000-4000-8000-000000000000`,
        name: `Server ${index}`,
        node: 'node-1',
        is_node_under_maintenance: false,
        sftp_details: { ip: 'node.example.com', port: 2022 },
        description: 'A server that somebody described in a sentence.',
        limits: { memory: 4096, swap: 0, disk: 20480, io: 500, cpu: 200, threads: null, oom_disabled: true },
        invocation: 'java -Xms128M -XX:MaxRAMPercentage=95.0 -Dterminal.jline=false -jar server.jar',
        docker_image: 'ghcr.io/example/yolks:java_21',
        egg_features: ['eula', 'java_version', 'pid_limit'],
        feature_limits: { databases: 2, allocations: 1, backups: 3 },
        status: null,
        is_suspended: false,
        is_installing: false,
        is_transferring: false,
        relationships: { allocations: { object: 'list', data: [] }, variables: { object: 'list', data: [] } },
      },
    }
  })
  return JSON.stringify({
    object: 'list',
    data,
    meta: { pagination: { total: 1_000, count: 1_000, per_page: 1_000, current_page: 1, total_pages: 1, links: {} } },
  })
}

/** From the text of a list answer to the new state, against `JSON.parse` of the same text. */
export async function measureList(): Promise<Figure> {
  const text = answerText()
  const empty = aState({ servers: [] })
  const readState = () => {
    const { value: page } = doNow(readListPage(parseJson(text), 10_000))
    if (page === null) throw new Error('the answer was not read')
    const listing = createListing()
    listing.take(page)
    applyList(keyId('key-1'), listing.list(), 0)(empty)
  }
  const [own, reference] = await meansOf(1_500, readState, () => void JSON.parse(text))
  return compared({
    name: '1,000-server answer → state, mean',
    value: own,
    reference: [reference, 'JSON.parse'],
    as: ms,
    most: 2,
  })
}
