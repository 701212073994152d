import { BUDGET_KINDS, type BudgetChoices, type BudgetKind } from '@plinth/contract'

const MB = 1024 * 1024

/** The fields of one budget in the form; storage is in megabytes. */
export interface BudgetValue {
  readonly isDefault: boolean
  readonly soft: number | null
  readonly hard: number | null
}
export type BudgetValues = Readonly<Record<BudgetKind, BudgetValue>>

const scaleOf = (kind: BudgetKind) => (kind === 'bytes' ? MB : 1)
const times = (limit: number | null, factor: number) => (limit === null ? null : limit * factor)

/** Saved budgets as the form shows them. */
export function toValues(choices: BudgetChoices): BudgetValues {
  const read = (kind: BudgetKind): BudgetValue => {
    const { soft = null, hard = null } = choices[kind] ?? {}
    const factor = 1 / scaleOf(kind)
    const isDefault = choices[kind] === null
    return { isDefault, soft: times(soft, factor), hard: times(hard, factor) }
  }
  return Object.fromEntries(BUDGET_KINDS.map((kind) => [kind, read(kind)])) as BudgetValues
}

/** The form as budgets to save. Without defaults above it, an empty budget is the same as none. */
export function toChoices(values: BudgetValues, { hasDefaults }: { hasDefaults: boolean }) {
  const write = (kind: BudgetKind) => {
    const { isDefault, soft, hard } = values[kind]
    const isEmpty = soft === null && hard === null
    if (hasDefaults ? isDefault : isEmpty) return null
    const factor = scaleOf(kind)
    const scaled = (limit: number | null) => {
      const value = times(limit, factor)
      return value === null || factor === 1 ? value : Math.round(value)
    }
    return { soft: scaled(soft), hard: scaled(hard) }
  }
  return Object.fromEntries(BUDGET_KINDS.map((kind) => [kind, write(kind)])) as BudgetChoices
}
