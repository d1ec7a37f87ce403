import { Modal } from '../../../ui/Dialogs.tsx'
import { Form, FormEnd } from '../../../ui/Form.tsx'
import type { useTask } from '../../../ui/use-task.ts'

type FileFormProps = {
  title: string
  lead?: string
  submit: string
  isReady: boolean
  task: Pick<ReturnType<typeof useTask>, 'busy' | 'error' | 'start'>
  onClose: () => void
  children: React.ReactNode
}

/** A dialog about files that asks for something and sends it. */
export function FileForm({ title, lead, submit, isReady, task, onClose, children }: FileFormProps) {
  return (
    <Modal title={title} {...(lead !== undefined && { lead })} onClose={onClose}>
      <Form
        isTall
        onSubmit={() => {
          if (isReady) task.start()
        }}
      >
        {children}
        <FormEnd submit={submit} isDisabled={!isReady || task.busy} error={task.error} onCancel={onClose} />
      </Form>
    </Modal>
  )
}
