import { z } from 'zod'

/** What a variable may be: as the panel tells it, and as it judges. Empty text comes as null. */
export type VariableRule = { readonly text: string; readonly input: z.ZodType<string | null> }

/** A setting of a server's start, as its egg has it. */
export type Variable = {
  /** Its name in the environment. */
  readonly name: string
  readonly label: string
  readonly description: string
  readonly value: string
  readonly rule: VariableRule
  readonly isEditable: boolean
  /** What the account never sees. */
  readonly isHidden: boolean
}

const optional = (input: z.ZodType<string>) => input.nullish().transform((value) => value ?? null)

/** The rules that eggs of the demo panel use, in Laravel's words. */
export const rule = {
  text: (max: number): VariableRule => ({ text: `required|string|max:${max}`, input: z.string().max(max) }),
  optionalText: (max: number): VariableRule => ({
    text: `nullable|string|max:${max}`,
    input: optional(z.string().max(max)),
  }),
  choice: (first: string, ...others: readonly string[]): VariableRule => ({
    text: `required|string|in:${[first, ...others].join(',')}`,
    input: z.enum([first, ...others]),
  }),
  onOff: (): VariableRule => ({ text: 'required|boolean', input: z.enum(['0', '1']) }),
  whole: (min: number, max: number): VariableRule => ({
    text: `required|integer|between:${min},${max}`,
    input: z
      .string()
      .regex(/^-?\d{1,9}$/)
      .transform(Number)
      .pipe(z.number().min(min).max(max))
      .transform(String),
  }),
  pattern: (pattern: RegExp): VariableRule => ({
    text: `required|regex:/${pattern.source}/`,
    input: z.string().regex(pattern),
  }),
  url: (): VariableRule => ({ text: 'nullable|url', input: optional(z.url()) }),
} as const

/** A variable that the account sees and may change. */
export const variable = (
  name: string,
  label: string,
  value: string,
  its: VariableRule,
  more: Partial<Pick<Variable, 'description' | 'isEditable' | 'isHidden'>> = {},
): Variable => ({ name, label, value, rule: its, description: '', isEditable: true, isHidden: false, ...more })
