import { useState } from 'react'
import { useAppState } from '../../state/hooks.ts'
import { Modal } from '../../ui/Dialogs.tsx'
import { hostOf } from '../../ui/format.ts'
import { Pills } from '../../ui/Pills.tsx'
import { AccountActivity } from './AccountActivity.tsx'
import styles from './AccountDialog.module.css'
import { ApiKeysOfAccount } from './ApiKeysOfAccount.tsx'
import { SshKeysOfAccount } from './SshKeysOfAccount.tsx'
import type { KeyDialogProps } from './use-call.ts'

const sections = [
  { value: 'keys', label: 'API keys' },
  { value: 'ssh', label: 'SSH keys' },
  { value: 'activity', label: 'Sign-ins and keys' },
] as const
type Section = (typeof sections)[number]['value']

const parts = { keys: ApiKeysOfAccount, ssh: SshKeysOfAccount, activity: AccountActivity } as const

type AccountDialogProps = Pick<KeyDialogProps, 'keyView' | 'onClose'> &
  Partial<Pick<KeyDialogProps, 'finalFocus'>> & {
    /** What it shows first. */
    begins?: Section
  }

/** The account behind a key, on its panel: its keys, its SSH keys, and what happened to it. */
export function AccountDialog({ keyView, onClose, finalFocus, begins = 'keys' }: AccountDialogProps) {
  const [section, setSection] = useState<Section>(begins)
  const host = useAppState((state) => hostOf(state.panels[keyView.panelId]?.baseUrl ?? ''))
  const Part = parts[section]
  return (
    <Modal
      wide
      title={`The account of ${keyView.label}`}
      lead={`As ${host} tells it.`}
      onClose={onClose}
      {...(finalFocus && { finalFocus })}
    >
      <Pills legend="What to show" hidesLegend options={sections} value={section} onChange={setSection} />
      <div className={styles.part}>
        <Part keyView={keyView} />
      </div>
    </Modal>
  )
}
