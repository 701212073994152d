import { askRaw } from './ask-raw.ts'
import {
  type Attacking,
  type AttackReport,
  aimStatements,
  findTrouble,
  MIN_STOPPED,
} from './attack-guarded.ts'
import { plantCanaries } from './canaries.ts'
import { countRefused, describeHarm, listAnswered, nameOf, type Outcome } from './outcome.ts'

const listNames = (outcomes: readonly Outcome[]) =>
  [...new Set(outcomes.map(({ attack }) => attack.construct))].sort()

/**
 * Sends the statements to a product without its check: the reader role of PostgreSQL, or the process with the
 * authorizer of SQLite, has to stop them. An answer that shows no canary and has no effect counts as stopped.
 */
export async function attackUnchecked(attacking: Attacking): Promise<AttackReport> {
  const { world, engine } = attacking
  const canaries = await plantCanaries(world, engine)
  const asking = { address: world.address, target: world.projects[engine].own, canaries }
  const outcomes = await askRaw(aimStatements(canaries, attacking), asking)
  const harm = describeHarm(outcomes, `${engine} without the check`)
  const refused = countRefused(outcomes)
  const harmless = outcomes.filter((each) => !each.isRefused && each.harm === undefined)
  const isStopped = refused + harmless.length >= outcomes.length * MIN_STOPPED
  const violations = [
    ...harm,
    ...(isStopped
      ? []
      : [`${engine}: ${refused + harmless.length} of ${outcomes.length} are stopped`]),
    ...outcomes
      .filter(({ status }) => status === undefined || status === 500)
      .map(({ attack, detail }) => `${engine}: ${nameOf(attack)} is answered ${detail}`),
    ...(await canaries.findChanged()).map((change) => `${engine} without the check: ${change}`),
    ...(await findTrouble({ ...asking, engine })),
  ]
  const layer = engine === 'postgres' ? 'the role' : 'the process'
  const naming = harmless.filter(({ namesNeighbour }) => namesNeighbour)
  const figures = `${engine}: ${layer} alone refuses ${refused} of ${outcomes.length} and answers ${harmless.length} without harm (${naming.length} name the neighbour's place), ${harm.length} with harm`
  const answered = [
    ...listAnswered(outcomes).map((line) => `answers: ${line}`),
    ...listNames(naming).map((name) => `names the neighbour's place: ${name}`),
  ].map((line) => `${engine}, ${layer} alone ${line}`)
  return { violations, figures, answered }
}
