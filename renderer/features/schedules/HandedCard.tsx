import { useShallow } from 'zustand/react/shallow'
import type { HandedView } from '../../../shared/model/handed.ts'
import { useAppState, useClient, useNow, useServerNames } from '../../state/hooks.ts'
import { useAsked } from '../../state/queries.ts'
import { MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import pageStyles from '../../ui/Page.module.css'
import { cutText, lookText, progressText } from './handover-words.ts'
import styles from './ScheduleCard.module.css'
import { namesText, timesText } from './schedule-words.ts'

/** How long after an answer the panels are asked again while the page is looked at, in milliseconds. */
const everyMs = 120_000

/** Where it is, in a few words. */
function placeText({ phase, isBusy }: HandedView): string {
  if (isBusy) return 'on its way'
  return phase === 'handed' ? 'on the panel' : 'cut short'
}

/** What the panels say of it now. */
function OnPanels({ handed }: { handed: HandedView }) {
  const { call } = useClient().bridge
  const { id, parts } = handed
  const now = useNow(15_000)
  const nameOf = useServerNames()
  const look = useAsked(
    ['handovers', id],
    () => call['handovers:look']({ id }),
    () => everyMs,
  )
  if (look.value === null) {
    return <p className={styles.next}>{look.error === null ? 'Looking at the panel…' : look.error.message}</p>
  }
  return look.value.parts.map((part) => {
    const { text, isBad } = lookText(part, now)
    return (
      <p key={part.ref} className={isBad ? styles.last : styles.next} data-tone={isBad ? 'bad' : undefined}>
        {isBad && <Mark mark="bad" />}
        {parts.length > 1 ? `${nameOf(part.ref)}: ${text}` : text}
      </p>
    )
  })
}

type HandedCardProps = { handed: HandedView; onTakeBack: () => void; onForget: () => void }

/** A planned restart that the panel runs, or that is on its way there or back. */
export function HandedCard({ handed, onTakeBack, onForget }: HandedCardProps) {
  const { schedule, parts, isBusy } = handed
  const names = useAppState(
    useShallow((state) => parts.map(({ ref, name }) => state.servers[ref]?.name ?? `${name} (not in the list)`)),
  )
  const title = namesText(names)
  const cut = isBusy ? null : cutText(handed)
  return (
    <li className={`${pageStyles.card} ${styles.schedule}`}>
      <div>
        <h2 title={names.join(', ')}>{title}</h2>
        <p>
          {timesText(schedule)} · <strong>{placeText(handed)}</strong>
        </p>
        {isBusy ? (
          <p role="status" className={styles.next}>
            {progressText(handed)}
          </p>
        ) : (
          <OnPanels handed={handed} />
        )}
      </div>
      <div className={styles.actions}>
        <Button
          aria-disabled={isBusy}
          aria-label={`Take back the planned restart of ${title}`}
          onClick={() => !isBusy && onTakeBack()}
        >
          Take back…
        </Button>
        <MenuButton icon="more" label={`More for the planned restart of ${title}`}>
          <MenuItem reason="take it back first" onClick={() => {}}>
            Edit…
          </MenuItem>
          <MenuLine />
          <MenuItem bad reason={isBusy ? 'it is on its way' : null} onClick={onForget}>
            Forget the panel’s schedule…
          </MenuItem>
        </MenuButton>
      </div>
      {cut !== null && (
        <div className={styles.wide}>
          <Notice tone="bad" {...cut} />
        </div>
      )}
    </li>
  )
}
