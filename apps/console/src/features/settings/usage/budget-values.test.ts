import { BudgetChoices } from '@plinth/contract'
import { expect, test } from 'vitest'
import { toChoices, toValues } from './budget-values.ts'

const MB = 1024 * 1024
const choices = BudgetChoices.parse({
  rows: { soft: 5, hard: 10 },
  bytes: { soft: null, hard: 3 * MB },
  runsAtOnce: { soft: null, hard: null },
})

test('shows storage in megabytes and returns the same budgets', () => {
  const values = toValues(choices)
  expect(values.bytes).toEqual({ isDefault: false, soft: null, hard: 3 })
  expect(values.logDays).toEqual({ isDefault: true, soft: null, hard: null })
  expect(toChoices(values, { hasDefaults: true })).toEqual(choices)
})

test('saves no budget for empty fields of the defaults', () => {
  const saved = toChoices(toValues(choices), { hasDefaults: false })
  expect(saved).toEqual({ ...choices, runsAtOnce: null })
})

test('saves whole bytes', () => {
  const values = toValues(choices)
  const typed = { ...values, bytes: { isDefault: false, soft: null, hard: 0.3 } }
  expect(toChoices(typed, { hasDefaults: true }).bytes?.hard).toBe(314_573)
})
