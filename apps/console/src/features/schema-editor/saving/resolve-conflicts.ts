import type { Configuration, Table } from '@plinth/contract'
import {
  type EditResult,
  findTable,
  mergeConfigurations,
  type NewId,
  pairRelations,
  type SchemaIssue,
} from '@plinth/schema'

export interface Sides {
  base: Configuration
  mine: Configuration
  theirs: Configuration
}

export type Side = 'mine' | 'theirs'
/** By the table's id, or by the key for what belongs to no table. */
export type ConflictChoices = Readonly<Record<string, Side>>

/** What a conflict is chosen by. */
export function conflictKey({ tableId, path }: SchemaIssue): string {
  return tableId ?? path
}

function withTable(configuration: Configuration, id: string, table: Table | undefined) {
  const rest = configuration.tables.filter((other) => other.id !== id)
  return { ...configuration, tables: table ? [...rest, table] : rest }
}

/** Takes one side's edit of a table back, so that the other's is the only one. */
function withdraw(sides: Sides, key: string, side: Side): Configuration {
  if (key === 'version' || key === 'database') return { ...sides[side], [key]: sides.base[key] }
  return withTable(sides[side], key, findTable(sides.base, key))
}

/** The tables and keys that both sides changed differently. */
export function listConflicts(sides: Sides): SchemaIssue[] {
  const merged = mergeConfigurations(sides)
  return merged.ok ? [] : merged.issues
}

/** Joins both sides with every collision decided; relations are repaired where the sides do not fit. */
export function resolveConflicts(
  sides: Sides,
  { choices, newId }: { choices: ConflictChoices; newId: NewId },
): EditResult {
  let decided = sides
  for (const [key, side] of Object.entries(choices)) {
    const loser: Side = side === 'mine' ? 'theirs' : 'mine'
    decided = { ...decided, [loser]: withdraw(decided, key, loser) }
  }
  const merged = mergeConfigurations(decided)
  if (!merged.ok) return merged
  const { configuration } = merged
  return { ok: true, configuration: pairRelations({ configuration, before: sides.theirs, newId }) }
}
