import { openSink, type Sink } from '../runs/sink.ts'
import { signIn } from '../stack/call.ts'
import { Random } from '../stack/random.ts'
import { makeDataDir, removeDataDir, startStack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { changeNode } from './change-node.ts'
import { killTests } from './kill-tests.ts'
import { drawGraph } from './random-graph.ts'
import { DATABASES, openTestedProject, type TestedProject } from './tested-project.ts'

const RUNS = { reduced: 24, full: 200 }
const SEED = 28
const MIN_CAUGHT = 0.9
/** Tests that are killed in each database. */
const KILLS = { reduced: 1, full: 5 }
const NOT_KILLED = { violations: [], killed: 0 }

interface Tally {
  violations: string[]
  unchanged: number
  caught: number
  /** Caught among changes of any node, reached by the run or not. */
  caughtAnywhere: number
  missed: string[]
  /** Tests without recorded answers that changed rows until they ended. */
  rolledBack: number
}

const callsAt = (sink: Sink) => [...sink.asked.values()].flat().length

interface Round {
  project: TestedProject
  sink: Sink
  random: Random
  name: string
  isBlind: boolean
}

/** Turns one run into a test, runs it unchanged, then with one changed node, then without its recorded answers. */
async function testOne({ project, sink, random, name, isBlind }: Round, tally: Tally) {
  const graph = drawGraph(random, `http://${sink.host}:${sink.port}`)
  const id = await project.save(name, graph)
  const payload = { n: 1 + random.below(100), list: [3, 1, 4, 1, 5].slice(0, 2 + random.below(4)) }
  const testId = await project.record(id, graph, payload)
  if (isBlind) await project.forget(id, testId)
  const before = { calls: callsAt(sink), rows: await project.rows() }
  const first = await project.test(id, testId)
  if (first.passed) tally.unchanged += 1
  else tally.violations.push(`${name} fails unchanged: ${JSON.stringify(first).slice(0, 500)}`)
  const reached = new Set(first.steps.map(({ nodeId }) => nodeId))
  const mutated = changeNode(graph, { random, reached })
  await project.change(id, name, mutated.graph)
  if ((await project.test(id, testId)).passed) tally.missed.push(`${name}: ${mutated.change}`)
  else tally.caught += 1
  const anywhere = changeNode(graph, { random: new Random(random.below(1_000_000)) })
  await project.change(id, name, anywhere.graph)
  if (!(await project.test(id, testId)).passed) tally.caughtAnywhere += 1
  await project.unpin(id, testId)
  const unpinned = await project.test(id, testId)
  const writing = anywhere.graph.nodes.filter(({ parameters }) => parameters.action === 'create')
  const hasWritten = ({ nodeId }: { nodeId: string }) => writing.some((node) => node.id === nodeId)
  if (unpinned.steps.some(hasWritten)) tally.rolledBack += 1
  if (callsAt(sink) !== before.calls) tally.violations.push(`${name} made a call`)
  if ((await project.rows()) !== before.rows) tally.violations.push(`${name} changed rows`)
}

/** `isBlind` removes what the tests expect, so that nothing is caught. */
async function run(size: 'reduced' | 'full', isBlind: boolean): Promise<SuiteResult> {
  const count = RUNS[size]
  const dataDir = makeDataDir()
  const sink = await openSink()
  const env = { PLINTH_EGRESS_ALLOW: `127.0.0.1:${sink.port}` }
  const stack = await startStack({ dataDir, env })
  const counts = { unchanged: 0, caught: 0, caughtAnywhere: 0, rolledBack: 0 }
  const tally: Tally = { ...counts, violations: [], missed: [] }
  try {
    const at = { address: stack.address, token: await signIn(stack.address) }
    const projects = []
    for (const database of DATABASES) projects.push(await openTestedProject(at, database))
    const random = new Random(SEED)
    for (let number = 0; number < count; number += 1) {
      const project = projects[number % projects.length]
      const name = `Workflow ${number}`
      if (project) await testOne({ project, sink, random, name, isBlind }, tally)
    }
  } finally {
    await stack.stop()
    sink.close()
    removeDataDir(dataDir)
  }
  const share = tally.caught / count
  if (share < MIN_CAUGHT)
    tally.violations.push(
      `only ${tally.caught} of ${count} changes were caught; missed ${tally.missed.join(', ')}`,
    )
  const { violations, killed } = isBlind ? NOT_KILLED : await killTests(KILLS[size])
  tally.violations.push(...violations)
  const figures = `${tally.unchanged} of ${count} tests passed unchanged, ${tally.caught} changes of reached nodes caught (missed: ${tally.missed.join(', ') || 'none'}), ${tally.caughtAnywhere} changes of any node caught, ${tally.rolledBack} tests changed rows without recorded answers, ${killed} were killed meanwhile`
  return { violations: tally.violations, figures }
}

/** Recorded runs become tests that pass unchanged and catch changed nodes, without a call or a row, also if they are killed. */
export const workflowTests: Suite = {
  name: 'workflow-tests',
  run: ({ full }) => run(full ? 'full' : 'reduced', false),
  prove: ({ full }) => run(full ? 'full' : 'reduced', true),
}
