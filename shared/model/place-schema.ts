import { z } from 'zod'
import { places } from './place.ts'

export const placeSchema = z.enum(places)
