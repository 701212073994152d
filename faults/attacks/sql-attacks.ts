import { ENGINES, type Engine } from '../rows/notes-project.ts'
import type { Suite, SuiteOptions, SuiteResult } from '../stack/suite.ts'
import { cluster } from './cases/cluster.ts'
import { computedPostgres } from './cases/computed-postgres.ts'
import { queryCheck } from './cases/query-check.ts'
import { type AttackSetup, openAttackSetup } from './setup/attack-setup.ts'
import type { Guard } from './setup/guard.ts'
import { type AttackReport, aimStatements, attackGuarded } from './sql/attack-guarded.ts'
import { attackUnchecked } from './sql/attack-unchecked.ts'
import { plantCanaries } from './sql/canaries.ts'
import { describeHarm } from './sql/outcome.ts'
import { readAsComputed } from './sql/read-as-computed.ts'
import { sendRawQueries } from './sql/send-raw-queries.ts'

interface Counts {
  statements: number
  /** Number of statements synced as Computed tables. */
  computed: number
  /** Number of statements sent without the check; on SQLite each starts a process. */
  unchecked: Readonly<Record<Engine, number>>
}

const FULL: Counts = {
  statements: 2_000,
  computed: 200,
  unchecked: { postgres: 2_000, sqlite3: 2_000 },
}
const REDUCED: Counts = {
  statements: 300,
  computed: 25,
  unchecked: { postgres: 300, sqlite3: 50 },
}
const PROVING = { statements: 150, computed: 6 }
/** Statements synced for the proof, with effects visible outside the database. */
const WRITES = [
  'write a file',
  'run a program',
  'read another file after our transaction',
  'write the file elsewhere after our transaction',
]
/** Statements that only take time. */
const WAITS = ['wait', 'take a lock', 'run a block', 'end a connection']

const [CHECK] = queryCheck.guards as readonly [Guard, ...Guard[]]
const ALL_GUARDS = [...queryCheck.guards, ...computedPostgres.guards, ...cluster.guards]

/** Runs the same work on both databases of one product. */
async function onBoth<R>(
  off: readonly Guard[],
  work: (setup: AttackSetup, engine: Engine) => Promise<R>,
): Promise<R[]> {
  const { setup, close } = await openAttackSetup(off)
  try {
    return await Promise.all(ENGINES.map((engine) => work(setup, engine)))
  } finally {
    await close()
  }
}

async function run({ full }: SuiteOptions): Promise<SuiteResult> {
  const { statements, computed, unchecked } = full ? FULL : REDUCED
  const guarded = await onBoth([], (setup, engine) =>
    attackGuarded({ setup, engine, statements, computed }),
  )
  const alone = await onBoth([CHECK], (setup, engine) =>
    attackUnchecked({ setup, engine, statements: unchecked[engine] }),
  )
  const reports: AttackReport[] = [...guarded, ...alone]
  for (const line of reports.flatMap(({ report }) => report)) console.log(`  ${line}`)
  return {
    violations: reports.flatMap(({ violations }) => violations),
    figures: reports.map(({ figures }) => figures).join('; '),
  }
}

/** Harm done on one database without any guard. */
async function attackOpen(setup: AttackSetup, engine: Engine): Promise<SuiteResult> {
  const target = setup.projects[engine].own
  const canaries = await plantCanaries(setup, engine)
  const asking = { address: setup.address, target, canaries }
  const attacks = aimStatements(canaries, { engine, statements: PROVING.statements })
  const quick = attacks.filter(({ construct }) => !WAITS.includes(construct))
  const writes = quick.filter(({ construct }) => WRITES.includes(construct))
  const raw = await sendRawQueries(quick, asking)
  const synced = await readAsComputed(writes.slice(0, PROVING.computed), asking)
  const harmful = [...raw, ...synced].filter(({ harm }) => harm !== undefined)
  if (harmful.length === 0) throw new Error(`without guards nothing is found on ${engine}`)
  const kinds = Map.groupBy(harmful, ({ harm }) => harm)
  const counts = [...kinds].map(([harm, { length }]) => `${harm} (${length})`)
  return {
    violations: [
      ...describeHarm(synced, `${engine}: a Computed table`),
      ...describeHarm(raw, `${engine}: a raw query`),
      ...(await canaries.findChanged()).map((change) => `${engine}: ${change}`),
    ],
    figures: `${engine}, ${raw.length + synced.length} statements: ${counts.join(', ')}`,
  }
}

/** The product without check, roles, process and reduced rights: the canaries must be found. */
async function prove(): Promise<SuiteResult> {
  const found = await onBoth(ALL_GUARDS, attackOpen)
  return {
    violations: found.flatMap(({ violations }) => violations),
    figures: found.map(({ figures }) => figures).join('; '),
  }
}

/** Generated SQL attacks by developers, against each layer alone and against the product. */
export const sqlAttacks: Suite = { name: 'sql', run, prove }
