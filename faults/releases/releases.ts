import { setTimeout as sleep } from 'node:timers/promises'
import { Configuration } from '@plinth/contract'
import { randomFrom } from '../../apps/server/src/databases/testing/random.ts'
import { randomPair } from '../../apps/server/src/databases/testing/random-configurations.ts'
import { type Answered, call, signIn } from '../stack/call.ts'
import type { Suite, SuiteOptions, SuiteResult } from '../stack/suite.ts'
import { checkCatalogue } from './check-catalogue.ts'
import { ProjectUnderTest } from './project-under-test.ts'
import { openApart, openWhole, type ReleaseSetup } from './release-setup.ts'

/** Rounds per database. */
const ROUNDS = { full: { syncs: 50, deploys: 25 }, short: { syncs: 4, deploys: 1 } }
const LATEST_MS = 600

interface Tally {
  violations: string[]
  applied: number
  failed: number
  killed: Record<string, number>
}

interface Round {
  setup: ReleaseSetup
  project: ProjectUnderTest
  kind: 'sync' | 'deploy'
  number: number
}

async function newProject(setup: ReleaseSetup, name: string): Promise<ProjectUnderTest> {
  const token = await signIn(setup.address())
  const request = { method: 'POST', path: '/api/project', body: { cloned: false, name } }
  const { status, body } = await call({ address: setup.address(), token }, request)
  if (status !== 201) throw new Error(`creating answered ${status}`)
  return new ProjectUnderTest({ id: String(body.projectId), setup, token })
}

/** The same random project before and after a change, from the same seed. */
function draftOf(setup: ReleaseSetup, number: number): Configuration {
  const { before, after } = randomPair(randomFrom(Math.floor(number / 2)), setup.engineName)
  return Configuration.parse(number % 2 === 0 ? before : after)
}

/** One release with a kill in its middle; afterwards catalogue and configuration must agree. */
async function harm({ setup, project, kind, number }: Round, tally: Tally): Promise<void> {
  const environment = kind === 'sync' ? 'dev' : 'production'
  const told = (problem: string) =>
    tally.violations.push(`${setup.engineName} ${kind} ${number}: ${problem}`)
  const plan = await project.plan(kind)
  if (plan.class === 'blocking') return
  const what = setup.kinds[number % setup.kinds.length] ?? ''
  const asking = project.apply(kind, plan)
  await sleep(Math.random() * LATEST_MS)
  await setup.killAndRestore(what)
  tally.killed[what] = (tally.killed[what] ?? 0) + 1
  const answer = await asking
  const release = await project.settled(environment)
  if (!release) return void told(`after kill -9 of ${what} it still runs`)
  const believed = await project.believed(environment)
  if (answer.status === 200 && release.state !== 'applied') {
    told(`acknowledged, but ${release.state}: ${release.message}`)
  }
  console.log(`  ${setup.engineName} ${kind} ${number}: kill -9 ${what}, ${release.state}`)
  if (release.state === 'applied') tally.applied += 1
  else tally.failed += 1
  for (const problem of await checkCatalogue(setup, { project, environment })) {
    told(`after kill -9 of ${what}, ${problem}`)
  }
  if (release.state === 'applied' && believed.tables.length === 0) told('applied, but not recorded')
}

/** Done, or accepted and still running on a slow machine. */
const isTaken = ({ status }: Answered) => status === 200 || status === 202

const isPlain = ({ status, body }: Answered) =>
  status === 200 ||
  status === 202 ||
  (status === 409 && typeof (body.error as { message: string }).message === 'string')

/** Two concurrent releases: one is applied, the other is rejected. */
async function race({ setup, project, kind, number }: Round, tally: Tally): Promise<void> {
  const plan = await project.plan(kind)
  const answers = await Promise.all([project.apply(kind, plan), project.apply(kind, plan)])
  const environment = kind === 'sync' ? 'dev' : 'production'
  await project.settled(environment)
  const words = answers.map(({ status, body }) => `${status} ${JSON.stringify(body.error ?? '')}`)
  const winners = answers.filter(isTaken)
  if (winners.length === 0 || !answers.every(isPlain)) {
    tally.violations.push(
      `${setup.engineName} two at once, ${kind} ${number}: ${words.join(' and ')}`,
    )
  }
  tally.violations.push(...(await checkCatalogue(setup, { project, environment })))
}

async function runWorld(setup: ReleaseSetup, { full }: SuiteOptions): Promise<Tally> {
  const { syncs, deploys } = full ? ROUNDS.full : ROUNDS.short
  const tally: Tally = { violations: [], applied: 0, failed: 0, killed: {} }
  let project = await newProject(setup, `Project ${setup.engineName}`)
  for (let number = 0; number < syncs; number += 1) {
    // Each pair of drafts belongs to one project, because a new seed does not know the previous ids.
    if (number % 2 === 0) project = await newProject(setup, `Project ${setup.engineName} ${number}`)
    await project.save(draftOf(setup, number))
    await harm({ setup, project, kind: 'sync', number }, tally)
    if (number % 2 === 1 && number < deploys * 2) {
      await harm({ setup, project, kind: 'deploy', number }, tally)
    }
  }
  const racing = await newProject(setup, `Race ${setup.engineName}`)
  await racing.save(draftOf(setup, 0))
  await race({ setup, project: racing, kind: 'sync', number: 0 }, tally)
  await race({ setup, project: racing, kind: 'deploy', number: 0 }, tally)
  return tally
}

function toFigures(name: string, { applied, failed, killed }: Tally): string {
  const kills = Object.entries(killed).map(([what, count]) => `${what} ${count}`)
  return `${name}: ${applied} applied, ${failed} refused and unchanged, killed ${kills.join(', ')}`
}

async function run(options: SuiteOptions): Promise<SuiteResult> {
  const figures: string[] = []
  const violations: string[] = []
  for (const open of [openWhole, openApart]) {
    const setup = await open()
    try {
      const tally = await runWorld(setup, options)
      figures.push(toFigures(setup.engineName, tally))
      violations.push(...tally.violations)
      if (tally.applied === 0) violations.push(`${setup.engineName}: nothing was applied at all`)
    } finally {
      await setup.stop()
    }
  }
  return { violations, figures: figures.join('; ') }
}

/** Guard off: changes a table behind the product's back, as a lost release would leave it. */
async function prove(): Promise<SuiteResult> {
  const setup = await openWhole()
  try {
    const project = await newProject(setup, 'Damaged')
    await project.save(draftOf(setup, 0))
    await project.apply('sync', await project.plan('sync'))
    await project.settled('dev')
    const sound = await checkCatalogue(setup, { project, environment: 'dev' })
    if (sound.length > 0) throw new Error(`damaged before the damage: ${sound.join(' ')}`)
    const bent: ReleaseSetup = {
      ...setup,
      engine: {
        ...setup.engine,
        readCatalogue: async (placement) => {
          const live = await setup.engine.readCatalogue(placement)
          return { ...live, tables: live.tables.slice(1) }
        },
      },
    }
    const violations = await checkCatalogue(bent, { project, environment: 'dev' })
    return { violations, figures: 'a missing table was detected' }
  } finally {
    await setup.stop()
  }
}

/** SIGKILL of every component at random times of syncs and deploys, on both databases. */
export const releases: Suite = { name: 'releases', run, prove }
