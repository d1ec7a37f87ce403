import { useState } from 'react'
import type { KeyView } from '../../../shared/model/api-key.ts'
import { type AccountActivityKind, accountActivityKinds } from '../../../shared/model/panel-activity.ts'
import { ActivityRows } from '../../parts/activity/ActivityRows.tsx'
import { accountKindWords, olderOnPanel } from '../../parts/activity/activity-words.ts'
import { KindSelect } from '../../parts/activity/KindSelect.tsx'
import { useActivityPages } from '../../parts/activity/use-activity-pages.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import { useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './AccountDialog.module.css'
import { AskedPart } from './AskedPart.tsx'

type LinesProps = { keyId: KeyView['id']; kind: AccountActivityKind }

function Lines({ keyId, kind }: LinesProps) {
  const { call } = useClient().bridge
  const pages = useActivityPages(['accountActivity', keyId, kind], (page) =>
    call['accounts:activity']({ keyId, page, kind }),
  )
  const rows = pages.lines.map((line) => ({ source: 'panel', at: line.at, line }) as const)
  const told = pages.turnError && toldOf(pages.turnError)
  const what = kind === 'all' ? 'nothing' : 'nothing of this kind'
  return (
    <AskedPart asked={pages.newest}>
      {() => (
        <>
          {rows.length === 0 && <p className={styles.note}>The panel tells {what} of the last 90 days.</p>}
          <ActivityRows rows={rows} read={(id) => call['accounts:activityDetails']({ keyId, id })} />
          <div role="alert">{told && <Notice tone="bad" message={told.message} hint={told.hint} />}</div>
          {pages.hasMore && (
            <div className={styles.end}>
              <Button aria-disabled={pages.isTurning} onClick={pages.turn}>
                {pages.isTurning ? 'Reading…' : 'Show older'}
              </Button>
            </div>
          )}
          {pages.isCut && <p className={styles.note}>{olderOnPanel}</p>}
        </>
      )}
    </AskedPart>
  )
}

/** What happened to an account: sign-ins, keys, its password. What was done to servers stands in their own lists. */
export function AccountActivity({ keyView: { id } }: { keyView: KeyView }) {
  const [kind, setKind] = useState<AccountActivityKind>('all')
  return (
    <>
      <div className={styles.filter}>
        <KindSelect
          label="Which lines to show"
          kinds={accountActivityKinds}
          words={accountKindWords}
          value={kind}
          onChange={setKind}
        />
      </div>
      <Lines key={kind} keyId={id} kind={kind} />
    </>
  )
}
