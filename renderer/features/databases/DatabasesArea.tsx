import { useState } from 'react'
import type { Database } from '../../../shared/model/database.ts'
import { whyNoDatabaseChange } from '../../../shared/model/database-choices.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { ok } from '../../../shared/result.ts'
import styles from '../../parts/area/Area.module.css'
import { AreaContent } from '../../parts/area/AreaContent.tsx'
import { AreaFact, AreaHead } from '../../parts/area/AreaHead.tsx'
import { type AreaNews, AreaSlot } from '../../parts/area/AreaSlot.tsx'
import { asOf, failedAct, notReadAgain } from '../../parts/area/area-words.ts'
import { stopped } from '../../parts/area/stopped.ts'
import { useActs } from '../../parts/area/use-acts.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import { useKeepFocus } from '../../ui/use-keep-focus.ts'
import { DatabaseDialog } from './DatabaseDialog.tsx'
import { DatabaseList } from './DatabaseList.tsx'
import type { DatabaseActName } from './DatabaseRow.tsx'
import { DeleteDatabase } from './DeleteDatabase.tsx'
import { type DatabaseNews, shownNews } from './database-news.ts'
import { factText, whyNoNew } from './database-words.ts'
import { useDatabases } from './use-databases.ts'
import { usePassword } from './use-password.ts'

/** What is asked in a dialog: a new one, a new password, or a deletion. */
type Asked = { readonly kind: 'new' } | { readonly kind: 'rotate' | 'remove'; readonly database: Database }

/** The databases of a server, read from its panel while they are looked at. */
export function DatabasesArea({ server }: { server: ServerView }) {
  const { bridge, view } = useClient()
  const { call } = bridge
  const { ref } = server
  const list = useDatabases(ref)
  const [told, tell] = useState<DatabaseNews | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const password = usePassword(ref, ({ name }, error) =>
    tell({ kind: 'failed', what: `Showing the password of ${name}`, error }),
  )
  const acts = useActs(() => {})
  const now = useNow(15_000)
  const lacks = useAppState((state) => whyNoDatabaseChange(state, server, now))
  const focus = useKeepFocus<HTMLDivElement>()
  const noNew = list.value && whyNoNew(list.value, lacks)
  const close = () => setAsked(null)
  const done = (dialog: Asked, news: DatabaseNews | null) => {
    // The person may have closed it and opened another one meanwhile.
    setAsked((open) => (open === dialog ? null : open))
    acts.clear()
    tell(news)
    list.again()
  }

  function copyPassword({ id, name }: Database): void {
    tell(null)
    acts.act(`copy ${id}`, `Copying the password of ${name}`, async () => {
      const copied = await call['databases:copyPassword']({ ref, id })
      if (copied.ok) view.setState({ said: `Password of ${name} copied. It leaves the clipboard in a minute.` })
      return copied
    })
  }

  function rotate({ id, name }: Database): void {
    close()
    tell(null)
    // A password in sight is the old one from now on.
    password.hide()
    acts.act(`rotate ${id}`, `Giving ${name} a new password`, async () => {
      const rotated = await call['databases:rotate']({ ref, id })
      if (!rotated.ok && !rotated.error.mayHaveActed) return rotated
      // One that was asked for meanwhile may be the old one.
      password.hide()
      tell({ kind: rotated.ok ? 'rotated' : 'unsure-rotated', name })
      return ok()
    })
  }

  function onAct(act: DatabaseActName, database: Database): void {
    if (act === 'copy') copyPassword(database)
    else if (act === 'hide') password.hide()
    else if (act === 'show') {
      tell(null)
      acts.clear()
      password.show(database)
    } else setAsked({ kind: act, database })
  }

  function news(): AreaNews | null {
    if (acts.failed !== null) return { ...failedAct(acts.failed.what, acts.failed.error), onDismiss: acts.clear }
    const { value, error, at } = list
    if (told !== null)
      return {
        ...shownNews(told, { databases: value?.databases ?? [], denied: value?.denied ?? [], at, error }, list.again),
        onDismiss: () => tell(null),
      }
    return notReadAgain('The list', list)
  }

  const age = asOf(list.at, list.error !== null, now)
  return (
    <div className={styles.area} tabIndex={-1} {...focus}>
      <AreaHead fact={list.value !== null && <AreaFact first={factText(list.value)} more={[age]} />}>
        <Button
          look="go"
          {...(list.value === null ? { 'aria-disabled': true } : stopped(noNew))}
          onClick={() => list.value !== null && noNew === null && setAsked({ kind: 'new' })}
        >
          New database…
        </Button>
      </AreaHead>
      <AreaSlot news={news()} />
      <AreaContent label="Databases" asked={list}>
        {(value) => <DatabaseList list={value} lacks={lacks} password={password} onAct={onAct} />}
      </AreaContent>
      {asked?.kind === 'new' && (
        <DatabaseDialog
          serverRef={ref}
          onDone={() => done(asked, null)}
          onUnsure={(wanted) => {
            const before = (list.value?.databases ?? []).map(({ id }) => id)
            done(asked, { kind: 'unsure-made', unsure: { wanted, before, since: Date.now() } })
          }}
          onClose={close}
        />
      )}
      {asked?.kind === 'rotate' && (
        <Question
          title={`Give ${asked.database.name} a new password?`}
          text="The old one stops working at once. The server’s plugins need the new one before they can use it again."
          yes="New password"
          look="bad"
          onYes={() => rotate(asked.database)}
          onClose={close}
        />
      )}
      {asked?.kind === 'remove' && (
        <DeleteDatabase
          serverRef={ref}
          database={asked.database}
          onDone={() => done(asked, null)}
          onUnsure={() => {
            const { id, name } = asked.database
            done(asked, { kind: 'unsure-removed', removal: { id, name, since: Date.now() } })
          }}
          onClose={close}
        />
      )}
    </div>
  )
}
