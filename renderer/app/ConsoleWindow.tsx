import { useEffect } from 'react'
import { useAppState } from '../state/hooks.ts'
import { Empty } from '../ui/Empty.tsx'
import visually from '../ui/visually.module.css'
import { Problem } from './Notices.tsx'
import { OpenDialogs } from './OpenDialogs.tsx'
import { findServer } from './own-console.ts'
import { ServerView } from './server-view/ServerView.tsx'
import { useTellUnsaved } from './unsaved.ts'
import { useNarrow } from './use-narrow.ts'

/** A window with the console of one server and nothing else. */
export function ConsoleWindow({ name }: { name: string }) {
  const ref = useAppState((state) => findServer(state, name))
  const server = useAppState((state) => (ref === null ? undefined : state.servers[ref]))
  const title = server?.name ?? null
  useNarrow()
  useTellUnsaved()
  useEffect(() => {
    if (title !== null) document.title = title
  }, [title])
  return (
    <main data-frame data-window>
      <h1 className={visually.hidden}>{title ?? 'Console'}</h1>
      <Problem />
      {server === undefined ? (
        <Empty title="This server is no longer in the list." text="Once it is listed again, it is shown here again." />
      ) : (
        <ServerView server={server} size="alone" onBack={null} />
      )}
      <OpenDialogs />
    </main>
  )
}
