import type { FileMove, OwnEdit } from '../../../../shared/files/contract-moves.ts'
import type { FilePath } from '../../../../shared/files/files.ts'
import { safeText } from '../../../../shared/model/text.ts'
import { isUnderWay } from '../../../../shared/model/under-way.ts'
import { Move, Moves, UnderWay } from '../../../parts/moves/Moves.tsx'
import { useClient } from '../../../state/hooks.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { belowText, editText, isTrouble, moveText } from './move-words.ts'

function OneMove({ move }: { move: FileMove }) {
  const { send } = useClient()
  const { id, name, direction } = move
  return (
    <Move name={name} text={moveText(move)} below={belowText(move)} isBad={isTrouble(move)}>
      {isUnderWay(move) ? (
        <UnderWay
          id={id}
          label={`${direction === 'up' ? 'Upload' : 'Download'} of ${name}`}
          max={move.phase === 'running' ? move.totalBytes : null}
          value={move.movedBytes}
        />
      ) : (
        <IconButton icon="close" label={`Dismiss ${name}`} onClick={() => send('jobs:dismiss', { id })} />
      )}
    </Move>
  )
}

type EditProps = {
  edit: OwnEdit
  /** Opens the file of the server in the app's editor; the copy stays as it is. */
  onOpen: (path: FilePath) => void
}

function Edit({ edit, onOpen }: EditProps) {
  const { send } = useClient()
  const { id, path, phase } = edit
  const save = (always: boolean, overwrites: boolean) => send('ownEditor:save', { id, always, overwrites })
  return (
    <Move
      name={safeText(path)}
      text={editText(edit)}
      below={edit.error === null ? [] : [edit.error.hint]}
      isBad={phase === 'conflict' || phase === 'failed'}
    >
      {(phase === 'changed' || phase === 'failed') && (
        <>
          <Button look="go" onClick={() => save(edit.savesAlways, false)}>
            Save
          </Button>
          {!edit.savesAlways && <Button onClick={() => save(true, false)}>Always for this file</Button>}
        </>
      )}
      {phase === 'conflict' && edit.error === null && <Button onClick={() => onOpen(path)}>Show theirs</Button>}
      {phase === 'conflict' && (
        <Button look="bad" onClick={() => save(edit.savesAlways, true)}>
          Overwrite
        </Button>
      )}
      {phase !== 'opening' && phase !== 'saving' && (
        <Button onClick={() => send('ownEditor:end', { id, drops: phase !== 'open' })}>
          {phase === 'open' ? 'Done' : 'Drop my changes'}
        </Button>
      )}
    </Move>
  )
}

type MoveListProps = { moves: readonly FileMove[]; edits: readonly OwnEdit[]; onOpen: EditProps['onOpen'] }

/** What is on its way, what came of it, and what is open in the person's own editor. */
export function MoveList({ moves, edits, onOpen }: MoveListProps) {
  if (moves.length === 0 && edits.length === 0) return null
  return (
    <Moves label="Files on their way">
      {edits.map((edit) => (
        <Edit key={edit.id} edit={edit} onOpen={onOpen} />
      ))}
      {moves.map((move) => (
        <OneMove key={move.id} move={move} />
      ))}
    </Moves>
  )
}
