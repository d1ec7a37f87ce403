import { databaseActs } from '../../shared/databases/databases.ts'
import { deniedActs } from '../../shared/keys/rights.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { isNameTyped } from '../../shared/model/typed-name.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { type AreaContext, type AreaUses, createArea } from '../areas/area.ts'
import type { FeatureOf } from '../ipc/feature.ts'
import type { Logger } from '../log/logger.ts'
import { readFacts } from '../panel/server-facts.ts'
import { createCopiedSecret, type SystemClipboard } from './copied-secret.ts'
import { createDatabase, listDatabases, readPassword, removeDatabase, rotatePassword } from './panel.ts'

type Context = AreaContext & { log: Pick<Logger, 'warn'>; platform: string; clipboard: SystemClipboard }

const otherName = { message: 'That is not the name of this database.', hint: 'Type it as it stands in the list.' }

/** The databases of a server. Their passwords are nowhere but in the one reply, or in the clipboard for a minute. */
export function createDatabasesFeature(context: Context, uses: AreaUses): FeatureOf<'databases'> {
  const { clock, log, platform, clipboard } = context
  const onFailure = () => log.warn('the clipboard could not be looked at for a copied password')
  const copied = createCopiedSecret({ clipboard, clock, platform, onFailure })
  const area = createArea('databases', context, uses)

  /**
   * Even if the account may not see it, the key may have its permission, so `password-hidden` is no refusal of the key.
   */
  async function password({ ref, id }: { readonly ref: ServerRef; readonly id: string }): Promise<Result<string>> {
    const asked = await area.on(ref, 'view', async (server) => {
      const read = await readPassword(server, id)
      return !read.ok && read.error.code === 'password-hidden' ? ok(null) : read
    })
    if (!asked.ok) return asked
    return asked.value === null ? fail('password-hidden') : ok(asked.value)
  }

  return {
    handlers: {
      // A list without what the panel tells beside it is still one.
      'databases:list': area.view(async (server) => {
        const list = await listDatabases(server)
        if (!list.ok) return list
        const facts = await readFacts(server)
        const { databaseLimit: limit, permissions } = facts.ok
          ? facts.value
          : { databaseLimit: null, permissions: null }
        const { entries: databases, leftOut } = list.value
        return ok({ databases, leftOut, limit, denied: deniedActs(permissions, 'database', databaseActs) })
      }),
      'databases:create': area.change((server, { edit }) => createDatabase(server, edit)),
      'databases:password': async (request) => {
        const read = await password(request)
        return read.ok ? ok({ password: read.value }) : read
      },
      'databases:copyPassword': async (request) => {
        const read = await password(request)
        return read.ok ? copied.copy(read.value) : read
      },
      'databases:rotate': area.change((server, { id }) => rotatePassword(server, id)),
      // By its name as it is now: the person may look at an old list.
      'databases:remove': area.change(async (server, { id, typedName }) => {
        const list = await listDatabases(server)
        if (!list.ok) return list
        const found = list.value.entries.find((one) => one.id === id)
        if (found === undefined) return fail('database-not-found')
        return isNameTyped(typedName, found.name) ? removeDatabase(server, id) : fail('invalid-request', otherName)
      }),
    },
    dispose: copied.dispose,
  }
}
