import { capitalised } from '../../../shared/model/text.ts'
import type { StartupAct, StartupChange, StartupOfServer, StartupVariable } from '../../../shared/startup/contract.ts'
import { isSecretVariable } from '../../../shared/startup/startup.ts'
import { judge, readRules, type VariableRules } from '../../../shared/startup/variable-rules.ts'
import { whyDenied } from '../../parts/area/area-words.ts'
import type { StartupEdit, StartupEdits } from '../../state/unsaved-work.ts'

/** Stands for the image among the keys of variables, none of which has a bracket. */
export const imageKey = '(image)'

/** One thing that is set of a startup: a variable, or the image. */
export type StartupField = {
  readonly key: string
  readonly name: string
  /** Its name in the environment; null for the image. */
  readonly code: string | null
  /** What it is for, in paragraphs. */
  readonly help: readonly string[]
  /** As edited. */
  readonly value: string
  /** What the panel has. */
  readonly present: string
  /** The panel does not say whether that is there, or nothing: it may be sent as well. */
  readonly isUnset?: boolean
  readonly rules: VariableRules
  /** What it is chosen from, each with its words; null where it is typed. */
  readonly options: readonly (readonly [value: string, label: string])[] | null
  readonly isSecret: boolean
  readonly isChanged: boolean
  /** Why it can't be changed here, as a sentence; null where it can. */
  readonly locked: string | null
  /** Why it can't be sent as it is; null where it can. */
  readonly wrong: string | null
  /** Says that somebody changed it since it was edited; null where nobody did. */
  readonly meanwhile: string | null
}

type Unedited = Omit<StartupField, 'value' | 'isChanged' | 'wrong' | 'meanwhile'>

function edited(field: Unedited, edit: StartupEdit | undefined): StartupField {
  const { present, isUnset = false, rules, options, isSecret } = field
  const value = edit?.text ?? present
  // The panel takes the blanks around a value away.
  const isPresent = !isUnset && (value === present || value.trim() === present)
  if (edit === undefined || isPresent) return { ...field, value, isChanged: false, wrong: null, meanwhile: null }
  const shown = options?.find(([one]) => one === present)?.[1] ?? present
  const meanwhile = `Somebody changed this meanwhile${isSecret || isUnset ? '' : ` to “${shown}”`}. Saving replaces it.`
  return {
    ...field,
    value,
    isChanged: true,
    wrong: judge(rules, value),
    meanwhile: edit.seen === (isUnset ? '' : present) ? null : meanwhile,
  }
}

/** Why a variable can't be changed here; null where it can. */
function whyLocked({ isEditable, isWhole }: StartupVariable, stop: string | null): string | null {
  if (!isEditable) return 'Set by your host.'
  return stop ?? (isWhole ? null : 'Its value can’t be shown as it is. Change it in the panel.')
}

function variableField(variable: StartupVariable, edits: StartupEdits, stop: string | null): StartupField {
  const { key, name, description, value: present, defaultValue, isUnset, isEditable, isWhole } = variable
  const rules = readRules(variable.rules)
  const isSecret = isSecretVariable(variable)
  const locked = whyLocked(variable, stop)
  const edit = isEditable && isWhole ? edits[key] : undefined
  const value = edit?.text ?? present
  const hasDefault = !isSecret && locked === null && defaultValue !== '' && defaultValue !== value
  const unset = 'This is empty, or the default shown here: the panel doesn’t say which.'
  const note = isUnset && edit === undefined ? unset : ''
  const help = [description, hasDefault ? `Default: ${defaultValue}` : note].filter((text) => text !== '')
  const values = rules.options?.includes(value) ? rules.options : [value, ...(rules.options ?? [])]
  const options = rules.options && values.map((one) => [one, one || '(empty)'] as const)
  return edited({ key, name, code: key, help, present, isUnset, rules, options, isSecret, locked }, edit)
}

function imageField({ images, image }: StartupOfServer, edits: StartupEdits, stop: string | null): StartupField {
  const common = { key: imageKey, name: 'Image', code: null, rules: readRules(''), isSecret: false } as const
  if (image === null) {
    const locked = 'The panel did not say which image it is.'
    return edited({ ...common, help: [], present: '–', options: null, locked }, undefined)
  }
  const help = ['What the server runs in. A new one is downloaded at the next start, which can take minutes.']
  const isOwn = images.every((one) => one.image !== image)
  const locked = isOwn ? 'Your host set it by hand, so it can’t be changed here.' : stop
  const options = images.map((one) => [one.image, one.label] as const)
  return edited({ ...common, help, present: image, options, locked }, edits[imageKey])
}

/**
 * All that is set of a startup, as it is edited. What is sent of a changed one carries what the panel has as it is shown.
 * @param held what the panel does with the server that keeps it from changes, in a few words; null for nothing
 */
export function fieldsOf(startup: StartupOfServer, edits: StartupEdits, held: string | null): StartupField[] {
  function stop(act: StartupAct): string | null {
    const why = whyDenied(act, startup.denied) ?? (held && `not now: ${held}`)
    return why && `${capitalised(why)}.`
  }
  const variables = startup.variables.map((one) => variableField(one, edits, stop('update')))
  return [...variables, imageField(startup, edits, stop('docker-image'))]
}

/** What the panel has there; null where it doesn't say. */
const presentOf = ({ variables, image }: StartupOfServer, key: string): string | null =>
  key === imageKey ? image : (variables.find((one) => one.key === key && !one.isUnset)?.value ?? null)

/**
 * The edits with one more. A value that the panel has already is not an edit, unless a save is under way, which changes
 * what the panel has.
 */
export function withEdit(
  startup: StartupOfServer,
  edits: StartupEdits,
  { key, text, isSaving }: { readonly key: string; readonly text: string; readonly isSaving: boolean },
): StartupEdits {
  const present = presentOf(startup, key)
  const { [key]: before, ...others } = edits
  if (text === present && !isSaving) return others
  return { ...others, [key]: { text, seen: before?.seen ?? present ?? '' } }
}

/**
 * The edits that are left when some were saved: those that are no longer as they were sent stay, over what is saved.
 * @param startup as it is after that
 */
export function withoutSaved(
  startup: StartupOfServer,
  edits: StartupEdits,
  saved: readonly StartupChange[],
): StartupEdits {
  const taken = new Map(saved.map(({ key, value }) => [key ?? imageKey, value]))
  return Object.fromEntries(
    Object.entries(edits)
      .filter(([key, { text }]) => text.trim() !== presentOf(startup, key))
      .map(([key, edit]) => [key, { ...edit, seen: taken.get(key) ?? edit.seen }]),
  )
}

/** A startup after changes that the panel took, until it is read again. */
export function withSaved(startup: StartupOfServer, saved: readonly StartupChange[]): StartupOfServer {
  const values = new Map(saved.map(({ key, value }) => [key, { value, isUnset: false }]))
  return {
    ...startup,
    variables: startup.variables.map((one) => ({ ...one, ...values.get(one.key) })),
    image: values.get(null)?.value ?? startup.image,
  }
}
