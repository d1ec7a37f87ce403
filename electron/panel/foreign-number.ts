import { z } from 'zod'

/** A number, also one written as a text; null for anything else. */
export const numberSchema = z
  .union([
    z.number(),
    z
      .string()
      .max(32)
      .regex(/^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i)
      .transform(Number),
  ])
  .pipe(z.number())
  .nullable()
  .catch(null)
