import type { BudgetKind, BudgetWarning } from '@plinth/contract'
import { printSize } from '../ui/format/print-size.ts'

/** Names of what budgets limit. */
export const BUDGET_LABELS: Readonly<Record<BudgetKind, string>> = {
  requestsPerSecond: 'Requests per second',
  rows: 'Rows',
  bytes: 'Storage of rows and files',
  runsPerMinute: 'Runs per minute',
  runsAtOnce: 'Runs at once',
  logDays: 'Days that logs are kept',
}

const printCount = (amount: number) =>
  amount.toLocaleString('en-GB', { maximumFractionDigits: amount < 10 ? 1 : 0 })

/** An amount or limit of a kind, without its name. */
export function printAmount(kind: BudgetKind, amount: number): string {
  return kind === 'bytes' ? printSize(amount) : printCount(amount)
}

/** A warning in one sentence. */
export function describeWarning({ kind, level, limit }: BudgetWarning): string {
  const name = BUDGET_LABELS[kind]
  const amount = printAmount(kind, limit)
  return level === 'hard'
    ? `${name}: the limit of ${amount} is reached, and more is refused.`
    : `${name}: the warning level of ${amount} is reached.`
}
