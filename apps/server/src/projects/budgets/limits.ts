import {
  BUDGET_KINDS,
  type Budget,
  type BudgetChoices,
  type BudgetKind,
  type BudgetLevel,
  type BudgetWarning,
} from '@plinth/contract'
import { ApiError } from '../../foundation/http/errors/api-error.ts'

/** The limits that apply to a project. */
export type Limits = Readonly<Record<BudgetKind, Readonly<Budget>>>

const NONE: Readonly<Budget> = { soft: null, hard: null }

export const NO_LIMITS: Limits = {
  requestsPerSecond: NONE,
  rows: NONE,
  bytes: NONE,
  runsPerMinute: NONE,
  runsAtOnce: NONE,
  logDays: NONE,
}

/** A project's own budgets, and the defaults for the kinds that it has none of. */
export function effectiveLimits(defaults: BudgetChoices, own: BudgetChoices): Limits {
  const choose = (kind: BudgetKind) => own[kind] ?? defaults[kind] ?? NONE
  return {
    requestsPerSecond: choose('requestsPerSecond'),
    rows: choose('rows'),
    bytes: choose('bytes'),
    runsPerMinute: choose('runsPerMinute'),
    runsAtOnce: choose('runsAtOnce'),
    logDays: choose('logDays'),
  }
}

/** What a project stores now. */
export interface Stored {
  readonly rows: number
  readonly rowBytes: number
  readonly fileBytes: number
}

/** The kinds that are amounts, which last; the others are rates, which pass. */
export const STOCK_KINDS = ['rows', 'bytes'] as const
export type StockKind = (typeof STOCK_KINDS)[number]

export const amountOf = (kind: StockKind, { rows, rowBytes, fileBytes }: Stored): number =>
  kind === 'rows' ? rows : rowBytes + fileBytes

/** The level of a budget that an amount has reached. */
export function levelOf({ soft, hard }: Readonly<Budget>, amount: number): BudgetLevel | undefined {
  if (hard !== null && amount >= hard) return 'hard'
  return soft !== null && amount >= soft ? 'soft' : undefined
}

/** The amounts that have reached a limit. */
export function stockWarnings(limits: Limits, stored: Stored): BudgetWarning[] {
  return STOCK_KINDS.flatMap((kind): BudgetWarning[] => {
    const budget = limits[kind]
    const level = levelOf(budget, amountOf(kind, stored))
    return level ? [{ kind, level, limit: budget[level] ?? 0 }] : []
  })
}

/** Whether a kind and level read from a task's key are valid. */
export const isBudgetKind = (text: string): text is BudgetKind =>
  BUDGET_KINDS.some((kind) => kind === text)

const MB = 1024 * 1024

/** A number of bytes in whole megabytes, or in bytes below one. */
const formatBytes = (bytes: number) =>
  bytes < MB
    ? `${bytes.toLocaleString('en-GB')} bytes`
    : `${Math.round(bytes / MB).toLocaleString('en-GB')} MB`

/** A limit in words, such as "1,000 rows". */
export function describeLimit(kind: BudgetKind, limit: number): string {
  const count = (noun: string) =>
    `${limit.toLocaleString('en-GB')} ${limit === 1 ? noun : `${noun}s`}`
  switch (kind) {
    case 'requestsPerSecond':
      return `${count('request')} per second`
    case 'rows':
      return count('row')
    case 'bytes':
      return `${formatBytes(limit)} of rows and files`
    case 'runsPerMinute':
      return `${count('run')} per minute`
    case 'runsAtOnce':
      return `${count('run')} at once`
    case 'logDays':
      return `${count('day')} of logs`
  }
}

const WHAT_TO_DO: Readonly<Record<BudgetKind, string>> = {
  requestsPerSecond: 'Send fewer requests',
  rows: 'Delete rows',
  bytes: 'Delete rows or files',
  runsPerMinute: 'Start fewer runs',
  runsAtOnce: 'Try again when runs have ended',
  logDays: 'Choose fewer days',
}

export const overLogDays = (limit: number) =>
  `This project's budget has ${describeLimit('logDays', limit)}. ${WHAT_TO_DO.logDays}, or ask an admin to raise the budget under Settings, Usage.`

/** 507 for storage, 429 for rates, with the budget as reason. */
export function overBudget(
  kind: Exclude<BudgetKind, 'logDays'>,
  { limit, retryAfterSeconds }: { limit: number; retryAfterSeconds?: number },
): ApiError {
  const isStock = kind === 'rows' || kind === 'bytes'
  const message = `This project is at its budget of ${describeLimit(kind, limit)}. ${WHAT_TO_DO[kind]}, or ask an admin to raise the budget under Settings, Usage.`
  return new ApiError(isStock ? 'storage_full' : 'rate_limited', message, {
    details: { budget: kind, limit },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}
