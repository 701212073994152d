import type { Suite, SuiteResult } from '../stack/suite.ts'
import { cluster } from './cases/cluster.ts'
import { computedPostgres } from './cases/computed-postgres.ts'
import { durable } from './cases/durable.ts'
import { fairShares } from './cases/fair-shares.ts'
import { originAttacks } from './cases/origins.ts'
import { queryCheck } from './cases/query-check.ts'
import { signInAttacks } from './cases/sign-in.ts'
import { uploadAttacks } from './cases/uploads.ts'
import { visibility } from './cases/visibility.ts'
import type { AttackArea, AttackCase } from './setup/attack-case.ts'
import { openAttackSetup } from './setup/attack-setup.ts'
import type { Guard } from './setup/guard.ts'

/** All attack areas with their guards. */
const AREAS: readonly AttackArea[] = [
  cluster,
  queryCheck,
  visibility,
  signInAttacks,
  durable,
  uploadAttacks,
  computedPostgres,
  fairShares,
  originAttacks,
]

const GUARDS = AREAS.flatMap(({ guards }) => guards)
const CASES = AREAS.flatMap(({ cases }) => cases)

interface Outcome {
  attack: AttackCase
  succeeded: boolean
  detail: string
}

async function attemptAll(
  off: readonly Guard[],
  cases: readonly AttackCase[],
): Promise<readonly Outcome[]> {
  const { setup, close } = await openAttackSetup(off)
  const outcomes: Outcome[] = []
  try {
    for (const attack of cases) outcomes.push({ attack, ...(await attack.attempt(setup)) })
  } finally {
    await close()
  }
  return outcomes
}

function findUnguarded(): string[] {
  const known = new Set(GUARDS.map(({ name }) => name))
  return CASES.filter(({ guard }) => !known.has(guard)).map(
    ({ name, guard }) => `${name}: no guard is called '${guard}'`,
  )
}

/** Runs every attack against the product, and then against the product without its guards. */
async function run(): Promise<SuiteResult> {
  const guarded = await attemptAll([], CASES)
  const controls = await attemptAll(GUARDS, CASES)
  const violations = [
    ...findUnguarded(),
    ...guarded
      .filter(({ succeeded }) => succeeded)
      .map(({ attack, detail }) => `${attack.name} succeeded: ${detail}`),
    ...controls
      .filter(({ succeeded }) => !succeeded)
      .map(({ attack, detail }) => `${attack.name} fails without its guard too: ${detail}`),
  ]
  const figures = `${CASES.length} attacks rejected and ${controls.filter(({ succeeded }) => succeeded).length} of them shown to work without their guards, ${GUARDS.length} guards`
  return { violations, figures }
}

/** Switches one guard off at a time; each of its attacks must then succeed. */
async function prove(): Promise<SuiteResult> {
  const violations: string[] = []
  for (const guard of GUARDS) {
    const named = CASES.filter((attack) => attack.guard === guard.name)
    const outcomes = await attemptAll([guard], named)
    const missed = outcomes.filter(({ succeeded }) => !succeeded)
    if (named.length === 0 || missed.length > 0)
      throw new Error(
        `without '${guard.name}' nothing turns red: ${missed.map(({ attack, detail }) => `${attack.name} (${detail})`).join('; ')}`,
      )
    violations.push(
      ...outcomes.map(({ attack, detail }) => `without ${guard.name}: ${attack.name}: ${detail}`),
    )
  }
  return { violations, figures: `${GUARDS.length} guards switched off one at a time` }
}

/** Replays the findings of security reviews. */
export const attacks: Suite = { name: 'attacks', isAlone: true, run, prove }
