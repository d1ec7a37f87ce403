import { useEffect, useRef, useState } from 'react'
import areaStyles from '../../../parts/area/Area.module.css'
import { Button } from '../../../ui/Button.tsx'
import barStyles from '../../../ui/bar.module.css'
import { Notice } from '../../../ui/Notice.tsx'
import { Pills } from '../../../ui/Pills.tsx'
import { CompareView } from './CodeView.tsx'
import type { Compare, CompareGiven } from './code.ts'
import styles from './Editor.module.css'

/** The three texts of a file that somebody else changed: as it was read, as it is now, and as it was to be. */
type ThreeSides = { readonly base: string; readonly theirs: string; readonly mine: string }

const views = [
  { value: 'both', label: 'Theirs and yours' },
  { value: 'theirs', label: 'Their changes' },
  { value: 'mine', label: 'Your changes' },
] as const
type ViewOf = (typeof views)[number]['value']

function given(view: ViewOf, name: string, { base, theirs, mine }: ThreeSides): CompareGiven {
  const old = { label: 'As you opened it', text: base }
  const now = { label: 'Now on the server', text: theirs }
  const yours = { label: 'Yours', text: mine }
  const isEditable = view === 'both'
  return { name, left: isEditable ? now : old, right: view === 'theirs' ? now : yours, isEditable }
}

type MeanwhileProps = {
  name: string
  texts: ThreeSides
  /** Gives the own text as it is now, while this is shown. */
  mineNow: React.RefObject<(() => string) | null>
  /** Saves this text over what is there now. */
  onSave: (text: string) => void
  /** Shows what is there now instead; the own text is dropped. */
  onTheirs: () => void
  /** Goes back to the own text, with what was taken over. */
  onBack: (text: string) => void
}

/** Says that somebody else changed the file, and shows all three sides. Which one stays is the person's choice. */
export function Meanwhile({ name, texts, mineNow, onSave, onTheirs, onBack }: MeanwhileProps) {
  const [view, setView] = useState<ViewOf>('both')
  const [mine, setMine] = useState(texts.mine)
  const shown = useRef<Compare>(null)
  /** The own text as it is now: parts may have been taken over. */
  const now = () => (view === 'both' ? (shown.current?.text() ?? mine) : mine)
  useEffect(() => {
    mineNow.current = now
    return () => {
      mineNow.current = null
    }
  })
  return (
    <>
      <div role="alert" className={areaStyles.slot}>
        <Notice
          tone="bad"
          message="Somebody changed this file meanwhile, so nothing was saved."
          hint="Take over what you want of theirs, then save yours over it."
        />
      </div>
      <div className={styles.choice} data-edge="bottom" data-shade>
        <Pills
          legend="Compare"
          hidesLegend
          options={views}
          value={view}
          onChange={(next) => {
            setMine(now())
            setView(next)
          }}
        />
      </div>
      <CompareView key={view} given={given(view, name, { ...texts, mine })} compare={shown} />
      <div className={`${barStyles.bar} ${styles.foot}`} data-flex="s2" data-edge="top" data-shade>
        <Button onClick={() => onBack(now())}>Back</Button>
        <span data-fill />
        <Button onClick={onTheirs}>Take theirs</Button>
        <Button look="go" onClick={() => onSave(now())}>
          Save yours over it
        </Button>
      </div>
    </>
  )
}
