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
/** The chosen side by table id, or by key for settings outside of tables. */
export type ConflictChoices = Readonly<Record<string, Side>>

/** The key of a conflict in `ConflictChoices`. */
export function conflictKey({ tableId, path }: SchemaIssue): string {
  return tableId ?? path
}

function withTable(configuration: Configuration, id: string, table: Table | undefined) {
  const rest = configuration.tables.filter((other) => other.id !== id)
  return { ...configuration, tables: table ? [...rest, table] : rest }
}

/** Reverts one side's change of a table to the base, so that only the other side's change remains. */
function withdraw(sides: Sides, key: string, side: Side): Configuration {
  if (key === 'version' || key === 'database') return { ...sides[side], [key]: sides.base[key] }
  return withTable(sides[side], key, findTable(sides.base, key))
}

/** Tables and keys that both sides changed differently. */
export function listConflicts(sides: Sides): SchemaIssue[] {
  const merged = mergeConfigurations(sides)
  return merged.ok ? [] : merged.issues
}

/** Merges both sides using the choices; repairs relations that do not match after the merge. */
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
