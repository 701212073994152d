/**
 * The version of the platform database that this build makes: one more with each release that changes it. Release 0.2.0
 * made version 2. A build works with a database of its own version and of the next one.
 */
export const SCHEMA_VERSION = 3

/** The number of the first migration of each version after the first release. */
const FIRST_MIGRATIONS: readonly { version: number; first: string }[] = [
  { version: 3, first: '019' },
]

/** Expanding migrations with a lower number than the first of their version. */
const LATE: ReadonlyMap<string, number> = new Map([
  ['016-approvals.sql', 3],
  ['017-workflow-tests.sql', 3],
])

/** Migrations that contract, each with the version of the first build that applies it. */
const CONTRACTS: ReadonlyMap<string, number> = new Map([['023-drop-old-names.sql', 4]])

/**
 * An expanding migration leaves everything that the previous release uses. A contracting one removes what only releases
 * before the previous one use.
 */
interface MigrationKind {
  kind: 'expand' | 'contract'
  /** Builds from this version on apply it. */
  version: number
}

export function kindOf(name: string): MigrationKind {
  const contract = CONTRACTS.get(name)
  if (contract !== undefined) return { kind: 'contract', version: contract }
  const late = LATE.get(name)
  if (late !== undefined) return { kind: 'expand', version: late }
  const { version } = FIRST_MIGRATIONS.findLast(({ first }) => name >= first) ?? { version: 2 }
  return { kind: 'expand', version }
}
