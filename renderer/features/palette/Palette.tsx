import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { useClient } from '../../state/hooks.ts'
import dialogStyles from '../../ui/Dialogs.module.css'
import { rowToReach } from '../../ui/focus.ts'
import { act } from './act.ts'
import type { Entry } from './entry.ts'
import styles from './Palette.module.css'
import { PaletteBox } from './PaletteBox.tsx'

/** The palette, over the window: everything that can be done. Escape returns the focus to where it was. */
export function Palette() {
  const client = useClient()
  const input = useRef<HTMLInputElement>(null)
  const chosen = useRef<Entry['leadsTo'] | null>(null)
  /** Where the focus goes: a chosen entry may decide that. */
  const focusAfter = () => (chosen.current === 'list' ? rowToReach() : chosen.current !== 'page')
  const close = () => client.view.setState({ palette: false })
  return (
    <Dialog.Root open onOpenChange={(open) => open || close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles.backdrop} />
        <Dialog.Popup className={styles.palette} initialFocus={input} finalFocus={focusAfter} aria-label="Commands">
          <PaletteBox
            hasPages
            input={input}
            onChoose={(entry) => {
              if (entry.reason === null) chosen.current = entry.leadsTo ?? null
              act(client, entry, true)
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
