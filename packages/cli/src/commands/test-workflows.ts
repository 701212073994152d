import { writeFile } from 'node:fs/promises'
import { COMMON_HELP, COMMON_OPTIONS, type Command, readArgs, UsageError } from '../command.ts'
import { type Connection, openOwnPlace } from '../connection.ts'
import { call } from '../http.ts'
import { note, print, printJson, printTable } from '../print.ts'
import { type TestedWorkflow, type TestResult, toJunit } from './junit.ts'

interface Workflow {
  id: string
  name: string
  environment: { name: string }
}

interface Place {
  connection: Connection
  projectId: string
}

async function listTested({ connection, projectId }: Place, only: string | undefined) {
  const path = `/api/project/${projectId}/workflow`
  const { workflows } = await call<{ workflows: Workflow[] }>(connection, { path })
  const inDev = workflows.filter(({ environment }) => environment.name === 'dev')
  if (only === undefined) return inDev
  const named = inDev.filter(({ id, name }) => id === only || name === only)
  if (named.length === 0) throw new UsageError(`There is no workflow "${only}" in dev`)
  return named
}

async function testWorkflow(
  { connection, projectId }: Place,
  { id, name }: Workflow,
): Promise<TestedWorkflow> {
  const path = `/api/project/${projectId}/workflow/${id}/test`
  const { tests } = await call<{ tests: { id: string }[] }>(connection, { path })
  const results: TestResult[] = []
  for (const test of tests) {
    const run = { method: 'POST', path: `${path}/${test.id}/run`, body: {} } as const
    results.push((await call<{ result: TestResult }>(connection, run)).result)
  }
  return { id, name, results }
}

function reasonOf({ passed, ending, differences }: TestResult): string {
  if (passed) return ''
  if (ending.status === 'refused') return ending.message
  const [first] = differences
  return first ? `${first.label || 'The run'}: ${first.part} ${first.message}` : ''
}

export const testWorkflows: Command = {
  usage: 'test [--workflow NAME] [--junit FILE]',
  summary: 'Run the tests of workflows in dev; exit code 1 if one fails',
  options: [
    ['--workflow NAME', 'only the tests of this workflow, by name or id'],
    ['--junit FILE', 'write a report in the format of JUnit'],
    ['--project ID', 'the project; not needed if the key is for a single one (or PLINTH_PROJECT)'],
    ...COMMON_HELP,
  ],
  async run(args) {
    const { environment: _environment, ...options } = COMMON_OPTIONS
    const { values, positionals } = readArgs(args, {
      ...options,
      workflow: { type: 'string' },
      junit: { type: 'string' },
    })
    if (positionals.length > 0) throw new UsageError('Name a workflow with --workflow')
    const place = await openOwnPlace(values, 'Running tests')
    const tested: TestedWorkflow[] = []
    for (const workflow of await listTested(place, values.workflow)) {
      const one = await testWorkflow(place, workflow)
      if (one.results.length > 0) tested.push(one)
    }
    const all = tested.flatMap(({ results }) => results)
    const failed = all.filter(({ passed }) => !passed)
    if (values.junit !== undefined) await writeFile(values.junit, toJunit(tested))
    if (values.json) printJson(tested)
    else if (all.length > 0) {
      printTable(
        ['workflow', 'test', 'result', 'ms'],
        tested.flatMap(({ name, results }) =>
          results.map((result) => [
            ...[name, result.name, result.passed ? 'passed' : 'FAILED'],
            result.durationMs,
          ]),
        ),
      )
      for (const result of failed) print(`\n${result.name}\n  ${reasonOf(result)}`)
    }
    note(`${all.length - failed.length} of ${all.length} tests passed.`)
    if (failed.length > 0) process.exitCode = 1
  },
}
