import { createHash } from 'node:crypto'
import { type Configuration, DEFAULT_RULE, type MigrationPlan, OPERATIONS } from '@plinth/contract'
import { runRuleTests } from '@plinth/expression'
import {
  assessPlan,
  canonicalJson,
  checkNames,
  type LiveCatalogue,
  type Plan,
  planMigration,
} from '@plinth/schema'
import type { DatabaseEngine } from '../../databases/engine/database-engine.ts'
import { findRefusedQueries } from '../../databases/query-check/find-refused-queries.ts'
import { listConstantKeys, type ReleaseTarget } from '../../projects/environments/target-store.ts'
import type { OperationsContext } from '../context.ts'

/** A plan and its form in API responses. */
export interface PlannedRelease {
  plan: Plan
  view: MigrationPlan
}

/** Whether the database type changes, which is possible only without tables. */
export function mustMove(target: ReleaseTarget, wanted: Configuration): boolean {
  return (
    wanted.database !== target.placement.engine &&
    target.placement.connection === null &&
    target.applied.tables.length === 0
  )
}

/** The catalogue of a database that does not exist yet. */
function emptyCatalogue(target: ReleaseTarget, wanted: Configuration): LiveCatalogue {
  const applied = { ...target.applied, database: wanted.database }
  return { engine: wanted.database, schema: 'new', digest: 'new', applied, tables: [], trash: [] }
}

/** Independent of the order of tables, which an editor and the stored configuration have differently. */
function idOf(plan: Plan): string {
  const named = [
    plan.catalogueDigest,
    canonicalJson(plan.wanted),
    ...plan.steps.map((step) => step.id).sort(),
  ]
  return createHash('sha256').update(JSON.stringify(named)).digest('base64url').slice(0, 32)
}

/** Adds a digest of the promotions to the plan's id. */
export function withDigest(planned: PlannedRelease, digest: string | undefined): PlannedRelease {
  if (digest === undefined) return planned
  const { plan, view } = planned
  const planId = createHash('sha256').update(`${view.planId} ${digest}`).digest('base64url')
  return { plan, view: { ...view, planId: planId.slice(0, 32) } }
}

function readConstants(configuration: Configuration): Set<string> {
  const rules = configuration.tables.flatMap((table) => OPERATIONS.map((act) => table.rules[act]))
  const names = rules.flatMap((rule) => {
    if (!rule.includes('@const')) return []
    return [...rule.matchAll(/@const\.([A-Za-z_][A-Za-z0-9_]*)/g)].map((match) => match[1] ?? '')
  })
  return new Set(names)
}

function toView(options: {
  target: ReleaseTarget
  plan: Plan
  sql: Map<string, string>
  keys: Set<string>
}): MigrationPlan {
  const { target, plan, sql, keys } = options
  return {
    planId: idOf(plan),
    environment: target.environment,
    class: assessPlan(plan).class,
    steps: plan.steps.map((step) => ({
      id: step.id,
      class: step.class,
      words: step.words,
      inverse: step.inverse,
      tableId: step.tableId,
      columnId: step.columnId,
      sql: sql.get(step.id) ?? '',
      ...(step.rows === undefined ? {} : { rows: step.rows }),
      ...(step.samples === undefined ? {} : { samples: step.samples }),
    })),
    drift: plan.drift.map((drift) => drift.words),
    defaultRules: plan.wanted.tables
      .filter((table) => OPERATIONS.every((act) => table.rules[act] === DEFAULT_RULE))
      .map((table) => table.name),
    missingConstants: [...readConstants(plan.wanted)].filter((key) => !keys.has(key)).sort(),
  }
}

/** Compares the wanted configuration with the live database, and measures what its rows would lose. */
export async function planRelease(
  { db, engines }: Pick<OperationsContext, 'db' | 'engines'>,
  { target, wanted }: { target: ReleaseTarget; wanted: Configuration },
): Promise<PlannedRelease> {
  const constants = await listConstantKeys(db, target.environmentId)
  const keys = new Set(constants.map((constant) => constant.key))
  const tests = runRuleTests(wanted, { now: Date.now(), constants, env: target.environment })
  const refused = await findRefusedQueries(wanted)
  const judged = { wanted, constants, tests, refused }
  const engine = engines[wanted.database]
  if (mustMove(target, wanted)) {
    const plan = planMigration({ live: emptyCatalogue(target, wanted), ...judged })
    return { plan, view: toView({ target, plan, sql: writeSteps(engine, plan), keys }) }
  }
  const here = engines[target.placement.engine]
  const live = await here.readCatalogue(target.placement)
  const first = planMigration({ live, ...judged })
  const measures = await here.measurePlan(target.placement, first)
  const plan = planMigration({ live, measures, ...judged })
  return { plan, view: toView({ target, plan, sql: writeSteps(here, plan), keys }) }
}

/** The statements of each step; empty for a draft with invalid names. */
function writeSteps(engine: DatabaseEngine, plan: Plan): Map<string, string> {
  const texts = new Map<string, string>()
  if (checkNames(plan.wanted).length > 0) return texts
  for (const { stepId, sql } of engine.writeSql(plan)) {
    texts.set(stepId, texts.has(stepId) ? `${texts.get(stepId)}\n${sql}` : sql)
  }
  return texts
}
