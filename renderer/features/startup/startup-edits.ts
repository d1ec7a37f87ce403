import type {
  SeenStartupChange,
  StartupChange,
  StartupOfServer,
  StartupVariable,
} from '../../../shared/startup/contract.ts'
import { isSecretVariable } from '../../../shared/startup/startup.ts'
import { judge, readRules } from '../../../shared/startup/variable-rules.ts'
import type { StartupEdit, StartupEdits } from '../../state/unsaved-work.ts'

/** Stands for the image among the keys of variables, none of which has a bracket. */
export const imageKey = '(image)'

export type StartupForm = {
  /** The value of each, as edited. */
  readonly values: ReadonlyMap<string, string>
  readonly changes: readonly SeenStartupChange[]
  /** What is wrong with changed values, by their keys. */
  readonly wrong: ReadonlyMap<string, string>
  /** What is said of values that somebody changed since they were edited, by their keys. */
  readonly meanwhile: ReadonlyMap<string, string>
}

const meanwhileText = (now: string, isSecret: boolean) =>
  `Somebody changed this meanwhile${isSecret ? '' : ` to “${now}”`}. Saving replaces it.`

/** What a changed value would send, and what is said of it; null where it is not changed. */
type Changed = { readonly change: SeenStartupChange; readonly wrong: string | null; readonly meanwhile: string | null }

function changedVariable(variable: StartupVariable, edit: StartupEdit | undefined): Changed | null {
  const { key, value, rules } = variable
  // The panel takes the blanks around a value away.
  if (edit === undefined || edit.text === value || edit.text.trim() === value) return null
  return {
    change: { key, value: edit.text.trim(), seen: value },
    wrong: judge(readRules(rules), edit.text),
    meanwhile: edit.seen === value ? null : meanwhileText(value, isSecretVariable(variable)),
  }
}

function changedImage({ image, images }: StartupOfServer, edit: StartupEdit | undefined): Changed | null {
  if (image === null || edit === undefined || edit.text === image) return null
  const label = images.find((one) => one.image === image)?.label ?? image
  return {
    change: { key: null, value: edit.text, seen: image },
    wrong: null,
    meanwhile: edit.seen === image ? null : meanwhileText(label, false),
  }
}

/**
 * What an edited startup looks like, what of it would be sent, and what keeps it from that. Each change to be sent
 * carries the value that the form shows as the current one.
 */
export function formOf(startup: StartupOfServer, edits: StartupEdits): StartupForm {
  const { variables, image } = startup
  const values = new Map<string, string>()
  const changed: (Changed | null)[] = []
  for (const variable of variables) {
    const { key, value, isEditable, isWhole } = variable
    const edit = isEditable && isWhole ? edits[key] : undefined
    values.set(key, edit?.text ?? value)
    changed.push(changedVariable(variable, edit))
  }
  if (image !== null) values.set(imageKey, edits[imageKey]?.text ?? image)
  changed.push(changedImage(startup, edits[imageKey]))
  const known = changed.filter((one) => one !== null)
  const said = (what: 'wrong' | 'meanwhile') =>
    new Map(
      known.flatMap(({ change, [what]: text }) => (text === null ? [] : [[change.key ?? imageKey, text] as const])),
    )
  return { values, changes: known.map(({ change }) => change), wrong: said('wrong'), meanwhile: said('meanwhile') }
}

const presentOf = ({ variables, image }: StartupOfServer, key: string): string | null =>
  key === imageKey ? image : (variables.find((one) => one.key === key)?.value ?? null)

/**
 * The edits with one more. A value that the panel has already is not an edit, unless a save is under way, which changes
 * what the panel has.
 */
export function withEdit(
  startup: StartupOfServer,
  edits: StartupEdits,
  { key, text, isSaving }: { readonly key: string; readonly text: string; readonly isSaving: boolean },
): StartupEdits {
  const known = presentOf(startup, key)
  const { [key]: before, ...others } = edits
  if (text === known && !isSaving) return others
  return { ...others, [key]: { text, seen: before?.seen ?? known ?? '' } }
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
    Object.entries(edits).flatMap(([key, edit]) => {
      const known = presentOf(startup, key)
      if (edit.text.trim() === known) return []
      return [[key, { ...edit, seen: taken.get(key) ?? edit.seen }]]
    }),
  )
}

/** A startup after changes that the panel took, until it is read again. */
export function withSaved(startup: StartupOfServer, saved: readonly StartupChange[]): StartupOfServer {
  const values = new Map(saved.map(({ key, value }) => [key, value]))
  return {
    ...startup,
    variables: startup.variables.map((one) => ({ ...one, value: values.get(one.key) ?? one.value })),
    image: values.get(null) ?? startup.image,
  }
}
