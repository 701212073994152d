import type { SqlAttack } from './sql-attack.ts'

/** Result of one statement. */
export interface Outcome {
  readonly attack: SqlAttack
  readonly isRefused: boolean
  readonly harm?: string | undefined
  /** Short description of the response. */
  readonly detail: string
}

const MAX_DETAIL = 110

export const shorten = (value: unknown): string => JSON.stringify(value).slice(0, MAX_DETAIL)

export const nameOf = ({ trick, construct }: SqlAttack): string => `${trick} × ${construct}`

export const countRejected = (outcomes: readonly Outcome[]): number =>
  outcomes.filter(({ isRefused }) => isRefused).length

export function describeHarm(outcomes: readonly Outcome[], where: string): string[] {
  return outcomes.flatMap(({ attack, harm, detail }) =>
    harm === undefined ? [] : [`${where}: ${nameOf(attack)} ${harm}: ${detail}`],
  )
}

/** Each construct once, with its count and a reason or an example response. */
export function listByConstruct(
  outcomes: readonly Outcome[],
  reasons: ReadonlyMap<string, string> = new Map(),
): string[] {
  const byConstruct = Map.groupBy(outcomes, ({ attack }) => attack.construct)
  return [...byConstruct]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([construct, { length, 0: first }]) => {
      return `${construct} → ${length}×, ${reasons.get(construct) ?? first?.detail}`
    })
}
