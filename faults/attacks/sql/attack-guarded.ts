import type { Engine } from '../../rows/notes-project.ts'
import { isReady } from '../../stack/stack.ts'
import type { AttackSetup } from '../setup/attack-setup.ts'
import { type Canaries, plantCanaries } from './canaries.ts'
import { generateStatements } from './generate-statements.ts'
import { countRejected, describeHarm, listByConstruct, nameOf, type Outcome } from './outcome.ts'
import { readAsComputed, readConfiguration } from './read-as-computed.ts'
import { runCheck } from './run-check.ts'
import { runInNodes } from './run-in-nodes.ts'
import { type SqlTarget, sendRawQueries, sendTabQueries } from './send-raw-queries.ts'
import type { SqlAttack } from './sql-attack.ts'

const SEED = 18
/** Minimum share of statements that each layer must stop without the other. */
export const MIN_STOPPED = 0.95
/** Constructs that raw queries are allowed to use, with the reason. */
const ALLOWED_RAW: ReadonlyMap<string, string> = new Map([
  [
    'a hidden column by name',
    "raw queries may read their own project's hidden columns; Computed tables may not",
  ],
])
const NONE: ReadonlyMap<string, string> = new Map()
const LEGITIMATE: SqlAttack = { sql: 'select id, name from topic', trick: '', construct: '' }

export interface Attacking {
  readonly setup: AttackSetup
  readonly engine: Engine
  readonly statements: number
}

export interface AttackReport {
  readonly violations: string[]
  readonly figures: string
  /** Statements that got through, one per line. */
  readonly report: string[]
}

/** Distributes statements over the files that contain a canary. */
export function aimStatements(
  { targets }: Canaries,
  { engine, statements: count }: Pick<Attacking, 'engine' | 'statements'>,
): SqlAttack[] {
  const aimed = targets.map((at) =>
    generateStatements({ database: engine, seed: SEED, count, targets: at }),
  )
  return Array.from({ length: count }, (_, at) => aimed[at % aimed.length]?.[at] as SqlAttack)
}

/** Whether the product still works on this database: a raw query, the SQL tab, a node and a guest read rows. */
export async function findTrouble({ engine, ...asking }: SqlTarget & { engine: Engine }) {
  const answered = [
    ...(await sendRawQueries([LEGITIMATE], asking)),
    ...(await sendTabQueries([LEGITIMATE], asking)),
    ...(await runInNodes([LEGITIMATE], asking)),
    ...(await readAsComputed([LEGITIMATE], asking)),
  ]
  const trouble = answered
    .filter(({ isRefused, detail }) => isRefused || !detail.includes('A topic'))
    .map(({ detail }) => `${engine}: a legitimate query is not answered: ${detail}`)
  return (await isReady(asking.address)) ? trouble : [...trouble, 'the product is not ready']
}

/** Violations: constructs that raw queries must not use, and layers that stop too few statements. */
function judge(
  outcomes: readonly Outcome[],
  { where, allowed }: { where: string; allowed: ReadonlyMap<string, string> },
): string[] {
  const refused = countRejected(outcomes)
  const isEnough = refused >= outcomes.length * MIN_STOPPED
  return [
    ...(isEnough ? [] : [`${where} rejects only ${refused} of ${outcomes.length}`]),
    ...describeHarm(outcomes, where),
    ...outcomes
      .filter(({ isRefused, attack }) => !isRefused && !allowed.has(attack.construct))
      .map(({ attack, detail }) => `${where}: ${nameOf(attack)} is not refused: ${detail}`),
  ]
}

/** Sends the statements through the check alone and through every entry point of the product. */
export async function attackGuarded({
  setup,
  engine,
  statements,
  computed,
}: Attacking & { computed: number }): Promise<AttackReport> {
  const target = setup.projects[engine].own
  const canaries = await plantCanaries(setup, engine)
  const asking = { address: setup.address, target, canaries }
  const attacks = aimStatements(canaries, { engine, statements })
  const checking = { engine, configuration: await readConfiguration(asking) }
  const checked = await runCheck(attacks, { ...checking, purpose: 'raw' })
  const checkedViews = await runCheck(attacks, { ...checking, purpose: 'computed' })
  const raw = await sendRawQueries(attacks, asking)
  const tab = await sendTabQueries(attacks, asking)
  const nodes = await runInNodes(attacks, asking)
  const synced = await readAsComputed(attacks.slice(0, computed), asking)
  const layers: [string, Outcome[], ReadonlyMap<string, string>][] = [
    ['the check of raw queries', checked, ALLOWED_RAW],
    ['the check of Computed tables', checkedViews, NONE],
    ['raw queries', raw, ALLOWED_RAW],
    ['the SQL tab', tab, ALLOWED_RAW],
    ['query nodes', nodes, ALLOWED_RAW],
    ['Computed tables', synced, NONE],
  ]
  const violations = [
    ...layers.flatMap(([name, outcomes, allowed]) =>
      judge(outcomes, { where: `${engine}: ${name}`, allowed }),
    ),
    ...[...raw, ...tab]
      .filter(({ status }) => status !== 400 && status !== 200)
      .map(({ attack, detail }) => `${engine}: ${nameOf(attack)} is answered ${detail}`),
    ...(await canaries.findChanged()).map((change) => `${engine}: ${change}`),
    ...(await findTrouble({ ...asking, engine })),
  ]
  const counts = layers.map(
    ([name, outcomes]) => `${name} ${countRejected(outcomes)} of ${outcomes.length}`,
  )
  const figures = `${engine}: refused by ${counts.join(', ')}`
  const listPassed = (outcomes: readonly Outcome[]) =>
    listByConstruct(
      outcomes.filter(({ isRefused }) => !isRefused),
      ALLOWED_RAW,
    )
  const report = [
    ...listPassed(checked).map((line) => `${engine}, passes the check: ${line}`),
    ...listPassed(raw).map((line) => `${engine}, answered by the product: ${line}`),
  ]
  return { violations, figures, report }
}
