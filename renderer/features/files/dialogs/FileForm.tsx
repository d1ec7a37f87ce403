import type { FilePath } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import type { Result } from '../../../../shared/result.ts'
import { toldOf } from '../../../parts/area/area-words.ts'
import { Modal } from '../../../ui/Dialogs.tsx'
import { Form, FormEnd } from '../../../ui/Form.tsx'
import { useTask } from '../../../ui/use-task.ts'

/** The folder that a dialog is about, as it was when that opened. */
export type FolderOfDialog = {
  readonly ref: ServerRef
  readonly folder: FilePath
  /** The names that it has. */
  readonly taken: ReadonlySet<string>
  /** Does what a dialog asks for, and closes that, unless it is refused. */
  readonly send: (act: DialogAct, close: () => void) => Promise<Result<null>>
}

export type DialogAct = {
  /** Start of the sentence that reports a failure. */
  readonly what: string
  readonly call: () => Promise<Result<unknown>>
  /** What is ticked stays so. */
  readonly keepsTicks?: true
}

type FileFormProps = Pick<React.ComponentProps<typeof FormEnd>, 'submit' | 'look' | 'stop'> & {
  title: string
  lead?: string
  isReady: boolean
  send: () => Promise<Result<null>>
  onClose: () => void
  children: React.ReactNode
}

/** A dialog about files that asks for something and sends it; a refusal is shown in it. */
export function FileForm({ title, lead, isReady, send, onClose, children, ...end }: FileFormProps) {
  const { busy, error, start } = useTask(send)
  return (
    <Modal title={title} {...(lead !== undefined && { lead })} onClose={onClose}>
      <Form
        isTall
        onSubmit={() => {
          if (isReady) start()
        }}
      >
        {children}
        <FormEnd {...end} isDisabled={!isReady || busy} error={error && toldOf(error)} onCancel={onClose} />
      </Form>
    </Modal>
  )
}
