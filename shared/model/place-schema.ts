import { z } from 'zod'
import { type Place, places } from './place.ts'

export const placeSchema = z.enum(places) satisfies z.ZodType<Place>
