import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import { nameOf, type TextFile } from '../../../../shared/model/file.ts'
import type { OwnEdit, OwnSides } from '../../../../shared/model/file-move.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { attempt } from '../../../bridge/bridge.ts'
import { useClient } from '../../../state/hooks.ts'
import { Modal, Question } from '../../../ui/Dialogs.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { readableName } from '../entries/name-parts.ts'
import { Meanwhile } from './Meanwhile.tsx'
import styles from './OwnMerge.module.css'
import { Waiting } from './Waiting.tsx'

const goneMeanwhile = 'The file was deleted on the server meanwhile, so it was not saved there.'
const goneHint = 'Close this. Then choose “Overwrite” to put it there again, or drop your changes.'
const savedMeanwhile = 'Your editor saved this file once more meanwhile, so nothing was dropped.'
const savedHint = 'Close this. Then choose “Save” and “Show both…” to see what it saved.'
const anew = 'Taking theirs opens another copy: close this one in your editor then.'
const inCopy = 'The merged text is in the copy of your editor; it is not on the server.'

/** Both sides as they were read; another `round` shows others. */
type Sides = { readonly own: OwnSides; readonly theirs: TextFile; readonly round: number }

/**
 * What the person's own editor saved of a file, beside what somebody else made of it on the server meanwhile. What is
 * merged goes to both; closing it changes nothing.
 */
export function OwnMerge({ edit, onClose }: { edit: Pick<OwnEdit, 'id' | 'ref' | 'path'>; onClose: () => void }) {
  const { id, ref, path } = edit
  const { bridge, run, view } = useClient()
  const { call } = bridge
  const [sides, setSides] = useState<Sides | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** The copy has a merged text that the server has not. */
  const [isWritten, setWritten] = useState(false)
  /** What was changed here is nowhere else. */
  const [isEdited, setEdited] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const mineNow = useRef<(() => string) | null>(null)
  const name = nameOf(path) ?? ''

  async function readBoth(): Promise<Result<void>> {
    const own = await call['ownEditor:sides']({ id })
    if (!own.ok) return own
    const theirs = await call['files:read']({ ref, path })
    if (!theirs.ok) return theirs
    const { value } = theirs
    if (value.kind !== 'text')
      return fail('file-no-text', {
        message: 'The file on the server is not a text file any more, or is too large.',
        hint: 'Overwrite it, or drop your changes.',
      })
    setEdited(false)
    setSides((before) => ({ own: own.value, theirs: value, round: (before?.round ?? 0) + 1 }))
    return ok()
  }

  /** Does one thing at a time, and tells why it failed. */
  async function work(what: () => Promise<Result<void>>): Promise<void> {
    setBusy(true)
    setError(null)
    const done = await attempt(what)
    setBusy(false)
    if (!done.ok) setError(done.error)
  }

  // The window is kept for it, and what closes it asks first.
  const isWriting = isBusy && sides !== null
  const isHeld = isEdited || isWriting
  useEffect(() => {
    if (!isHeld) return
    view.setState({ mergedFile: { ref, path } })
    return () => view.setState({ mergedFile: null })
  }, [isHeld, ref, path, view])

  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void work(readBoth)
  })

  /** Takes up what became of the copy, which may have got the merged text where the server has not. */
  async function lookAgain(text: string, shown: Sides): Promise<void> {
    const own = await call['ownEditor:sides']({ id })
    if (!own.ok) return
    const isMerged = own.value.mine === text
    if (isMerged) {
      setSides({ ...shown, own: own.value })
      setEdited(false)
    }
    setWritten((was) => isMerged || (was && own.value.sha256 === shown.own.sha256))
  }

  async function send(text: string, { own, theirs }: Sides): Promise<Result<void>> {
    const format = theirs.isConverted ? null : theirs.format
    const merged = await call['ownEditor:merge']({ id, text, seen: theirs.stamp, format, sha256: own.sha256 })
    if (!merged.ok) return merged
    // What somebody changed once more is shown beside the merged text.
    if (merged.value.kind === 'changed') return readBoth()
    if (merged.value.kind === 'missing') return fail('file-not-found', { message: goneMeanwhile, hint: goneHint })
    onClose()
    return ok()
  }

  const save = (text: string, shown: Sides) =>
    work(async () => {
      const sent = await send(text, shown)
      if (!sent.ok) await lookAgain(text, shown)
      return sent
    })
  /** The copy goes, and the editor opens another one, as it is on the server. */
  const takeTheirs = ({ own }: Sides) =>
    work(async () => {
      const now = await call['ownEditor:sides']({ id })
      if (!now.ok) return now
      if (now.value.sha256 !== own.sha256) return fail('state-changed', { message: savedMeanwhile, hint: savedHint })
      onClose()
      await run(() => call['ownEditor:end']({ id, drops: true }))
      await run(() => call['ownEditor:open']({ ref, path }))
      return ok()
    })
  const close = () => {
    // What comes of it is told here.
    if (isWriting) return
    if (sides !== null && mineNow.current !== null && mineNow.current() !== sides.own.mine) setAsked(true)
    else onClose()
  }

  return (
    <Modal title={`Both versions of “${readableName(name)}”`} lead={anew} wide="full" onClose={close}>
      {(sides !== null || isBusy) && (
        <div className={styles.box}>
          {sides === null ? (
            <Waiting words="Reading both…" />
          ) : (
            <Meanwhile
              key={sides.round}
              name={name}
              texts={{ base: sides.own.base, theirs: sides.theirs.text, mine: sides.own.mine }}
              mineNow={mineNow}
              isBusy={isWriting}
              onEdit={() => setEdited(true)}
              onSave={(text) => void save(text, sides)}
              onTheirs={() => void takeTheirs(sides)}
              onBack={close}
            />
          )}
        </div>
      )}
      <div role="alert">
        {error && <Notice tone="bad" message={error.message} hint={error.hint} />}
        {error && isWritten && <Notice tone="busy" message={inCopy} />}
      </div>
      {isAsked && (
        <Question
          title="Close without saving?"
          text={
            isWritten
              ? `What you changed since is not saved. ${inCopy}`
              : 'What you took over here is not saved. The copy in your editor stays as it is.'
          }
          no="Go on"
          yes="Close"
          look="plain"
          onYes={onClose}
          onClose={() => setAsked(false)}
        />
      )}
    </Modal>
  )
}
