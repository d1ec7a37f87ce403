import type { Result } from '../../../../shared/result.ts'
import { Modal } from '../../../ui/Dialogs.tsx'
import { Form, FormEnd } from '../../../ui/Form.tsx'
import { useTask } from '../../../ui/use-task.ts'

type FileFormProps = {
  title: string
  lead?: string
  submit: string
  isReady: boolean
  send: () => Promise<Result<null>>
  onClose: () => void
  children: React.ReactNode
}

/** A dialog about files that asks for something and sends it; a refusal is shown in it. */
export function FileForm({ title, lead, submit, isReady, send, onClose, children }: FileFormProps) {
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
        <FormEnd submit={submit} isDisabled={!isReady || busy} error={error} onCancel={onClose} />
      </Form>
    </Modal>
  )
}
