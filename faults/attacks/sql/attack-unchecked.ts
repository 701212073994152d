import {
  type Attacking,
  type AttackReport,
  aimStatements,
  findTrouble,
  MIN_STOPPED,
} from './attack-guarded.ts'
import { plantCanaries } from './canaries.ts'
import { describeHarm, listByConstruct, nameOf, type Outcome } from './outcome.ts'
import { type RawOutcome, sendRawQueries } from './send-raw-queries.ts'

const REFUSED = 400

const listNames = (outcomes: readonly Outcome[]) =>
  [...new Set(outcomes.map(({ attack }) => attack.construct))].sort()

/** Statements that timed out or lost their connection do not count as rejected. */
function sortOut(outcomes: readonly RawOutcome[]) {
  const answered = outcomes.filter(({ isRefused }) => !isRefused)
  return {
    refused: outcomes.filter(({ isRefused, status }) => isRefused && status === REFUSED),
    cutOff: outcomes.filter(({ isRefused, status }) => isRefused && status !== REFUSED),
    harmless: answered.filter(({ harm }) => harm === undefined),
    naming: answered.filter(({ namesNeighbour }) => namesNeighbour),
    broken: outcomes.filter(({ status }) => status === undefined || status === 500),
  }
}

/**
 * Sends the statements to a product without its check: the PostgreSQL reader role, or the SQLite process with its
 * authorizer, must stop them. A statement that shows no canary and has no effect counts as stopped.
 */
export async function attackUnchecked(attacking: Attacking): Promise<AttackReport> {
  const { setup, engine } = attacking
  const canaries = await plantCanaries(setup, engine)
  const asking = { address: setup.address, target: setup.projects[engine].own, canaries }
  const outcomes = await sendRawQueries(aimStatements(canaries, attacking), asking)
  const harm = describeHarm(outcomes, `${engine} without the check`)
  const { refused, cutOff, harmless, naming, broken } = sortOut(outcomes)
  const stopped = outcomes.length - harm.length
  const isEnough = stopped >= outcomes.length * MIN_STOPPED
  const violations = [
    ...harm,
    ...(isEnough ? [] : [`${engine}: only ${stopped} of ${outcomes.length} are stopped`]),
    ...broken.map(({ attack, detail }) => `${engine}: ${nameOf(attack)} is answered ${detail}`),
    ...(await canaries.findChanged()).map((change) => `${engine} without the check: ${change}`),
    ...(await findTrouble({ ...asking, engine })),
  ]
  const layer = engine === 'postgres' ? 'the role' : 'the process'
  const figures = `${engine}: ${layer} alone refuses ${refused.length} of ${outcomes.length}, ${cutOff.length} are cut off, ${harmless.length} answered without harm (${naming.length} of them name the neighbour's schema or file), ${harm.length} with harm`
  const report = [
    ...listByConstruct(harmless).map((line) => `answers: ${line}`),
    ...listByConstruct(cutOff).map((line) => `cuts off: ${line}`),
    ...listNames(naming).map((name) => `names the neighbour's schema or file: ${name}`),
  ].map((line) => `${engine}, ${layer} alone ${line}`)
  return { violations, figures, report }
}
