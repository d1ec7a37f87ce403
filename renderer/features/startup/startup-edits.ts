import type { AppError } from '../../../shared/errors.ts'
import type { StartupChange, StartupOfServer } from '../../../shared/model/startup.ts'
import { judge, readRules } from '../../../shared/model/variable-rules.ts'

/** What was typed or chosen, by the key of its variable. */
export type Edits = Readonly<Record<string, string>>

/** Stands for the image among the keys of variables, none of which has such a sign. */
export const imageKey = '(image)'

export type StartupForm = {
  /** The value of each, as edited. */
  readonly values: ReadonlyMap<string, string>
  readonly changes: readonly StartupChange[]
  /** What is wrong with changed values, by their keys. */
  readonly wrong: ReadonlyMap<string, string>
}

/** What an edited startup looks like, what of it would be sent, and what keeps it from that. */
export function formOf({ variables, image }: StartupOfServer, edits: Edits): StartupForm {
  const values = new Map<string, string>()
  const changes: StartupChange[] = []
  const wrong = new Map<string, string>()
  for (const { key, value, isEditable, isWhole, rules } of variables) {
    const edited = isEditable && isWhole ? edits[key] : undefined
    values.set(key, edited ?? value)
    // The panel takes the blanks around a value away.
    if (edited === undefined || edited === value || edited.trim() === value) continue
    changes.push({ key, value: edited.trim() })
    const what = judge(readRules(rules), edited)
    if (what !== null) wrong.set(key, what)
  }
  const chosen = edits[imageKey]
  if (image !== null) values.set(imageKey, chosen ?? image)
  if (chosen !== undefined && chosen !== image) changes.push({ key: null, value: chosen })
  return { values, changes, wrong }
}

/** The edits with one more. A value that the panel has already is not an edit. */
export function withEdit({ variables, image }: StartupOfServer, edits: Edits, key: string, value: string): Edits {
  const known = key === imageKey ? image : variables.find((one) => one.key === key)?.value
  const { [key]: _, ...others } = edits
  return value === known ? others : { ...others, [key]: value }
}

/** The edits that are left when some were saved. */
export const withoutSaved = (edits: Edits, saved: readonly StartupChange[]): Edits => {
  const keys = new Set(saved.map(({ key }) => key ?? imageKey))
  return Object.fromEntries(Object.entries(edits).filter(([key]) => !keys.has(key)))
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

/** What the panel says of a value that it did not take. */
export const refusalText = ({ detail, message }: Pick<AppError, 'detail' | 'message'>): string => detail ?? message

/** `2 changes`. */
export const countText = (count: number): string => `${count} ${count === 1 ? 'change' : 'changes'}`
