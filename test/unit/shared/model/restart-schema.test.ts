import { expect, it } from 'vitest'
import { timeZoneSchema, warningsSchema } from '../../../../shared/model/restart-schema.ts'

it.each([
  [[], true],
  [[600, 60, 1], true],
  [[60, 60], false],
  [[1, 60], false],
  [[0], false],
  [[86_400], true],
  [[86_401], false],
  [[1.5], false],
  [Array.from({ length: 31 }, (_, i) => 31 - i), false],
])('takes warnings of %j: %s', (warnings, isValid) => {
  expect(warningsSchema.safeParse(warnings).success).toBe(isValid)
})

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Etc/GMT+3', true],
  ['Europe/Nowhere', false],
  ['+02:00', false],
  ['../etc/passwd', false],
  ['', false],
])('takes the time zone %j: %s', (zone, isValid) => expect(timeZoneSchema.safeParse(zone).success).toBe(isValid))
