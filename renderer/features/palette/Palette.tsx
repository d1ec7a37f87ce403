import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { useClient } from '../../state/hooks.ts'
import dialogStyles from '../../ui/Dialogs.module.css'
import { act } from './act.ts'
import type { PaletteAction } from './entry.ts'
import styles from './Palette.module.css'
import { PaletteBox } from './PaletteBox.tsx'

/** What leads elsewhere, where the focus goes too. */
const movesFocus: ReadonlySet<PaletteAction['kind']> = new Set(['open', 'page', 'attention', 'list', 'add-key'])

/** The palette, over the window: everything that can be done. Escape returns the focus to where it was. */
export function Palette() {
  const client = useClient()
  const input = useRef<HTMLInputElement>(null)
  const hasActed = useRef(false)
  const close = () => client.view.setState({ palette: false })
  return (
    <Dialog.Root open onOpenChange={(open) => open || close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles.backdrop} />
        <Dialog.Popup
          className={styles.palette}
          initialFocus={input}
          // A chosen entry decides where the focus goes.
          finalFocus={() => !hasActed.current}
          aria-label="Commands"
        >
          <PaletteBox
            hasPages
            input={input}
            onChoose={(entry) => {
              hasActed.current = entry.reason === null && movesFocus.has(entry.action.kind)
              act(client, entry, true)
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
