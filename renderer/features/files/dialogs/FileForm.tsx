import type { FilePath } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import type { Result } from '../../../../shared/result.ts'
import { toldOf } from '../../../parts/area/area-words.ts'
import type { AreaAct } from '../../../parts/area/use-area.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
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

export type DialogAct = Pick<AreaAct<unknown>, 'what' | 'call'> & {
  /** What is ticked stays so. */
  readonly keepsTicks?: true
}

type FileFormProps = Omit<React.ComponentProps<typeof FormDialog>, 'task' | 'error'> & {
  send: () => Promise<Result<null>>
}

/** A dialog about files that asks for something and sends it; a refusal is shown in it. */
export function FileForm({ send, ...dialog }: FileFormProps) {
  const task = useTask(send)
  return <FormDialog {...dialog} task={task} error={task.error && toldOf(task.error)} />
}
