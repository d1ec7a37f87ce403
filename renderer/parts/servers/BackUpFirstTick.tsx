import { TickWithHelp } from '../../ui/Field.tsx'

type BackUpFirstTickProps = {
  help: string
  /** Why no backup can be made now, in a few words; null where one can. */
  stop: string | null
  isWanted: boolean
  onChange: (isWanted: boolean) => void
}

/** Whether a server is backed up before something that may destroy what is there. */
export function BackUpFirstTick({ help, stop, isWanted, onChange }: BackUpFirstTickProps) {
  return (
    <TickWithHelp
      label="Back up first"
      help={stop === null ? help : `Not now: ${stop}.`}
      checked={isWanted && stop === null}
      disabled={stop !== null}
      onChange={onChange}
    />
  )
}
