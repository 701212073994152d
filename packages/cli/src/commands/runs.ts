import {
  COMMON_HELP,
  COMMON_OPTIONS,
  type Command,
  PROJECT_HELP,
  readArgs,
  UsageError,
} from '../command.ts'
import { openOwnPlace } from '../connection.ts'
import { call, HttpError } from '../http.ts'
import { print, printJson, printTable } from '../print.ts'

interface Run {
  id: string
  workflowName: string
  status: string
  trigger: string
  createdOn: string
  error: { node: string; message: string } | null
}
interface RunDetail extends Run {
  nodes: { label: string; status: string; attempt: number; error: string | null }[]
}

const NEEDS = 'Working with runs'

function idOf(positionals: string[]): string {
  const [id, ...rest] = positionals
  if (id === undefined || rest.length > 0) throw new UsageError('Name one run')
  return id
}

/** Says which run was not found, and where runs are listed. */
function orNoRun(id: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof HttpError) || error.status !== 404) throw error
    const { status } = error
    const message = `There is no run ${id} in this project. plinth runs list shows them`
    throw new HttpError(`${message}, with --environment production those of production.`, {
      status,
    })
  }
}

export const listRuns: Command = {
  usage: 'runs list [--status NAME] [--workflow ID] [--limit N]',
  summary: 'List runs, newest first',
  options: [
    ['--status NAME', 'queued, running, waiting, succeeded, failed or cancelled'],
    ['--workflow ID', 'only runs of this workflow'],
    ['--limit N', 'at most so many, up to 200; 50 without it'],
    ...PROJECT_HELP,
    ...COMMON_HELP,
  ],
  async run(args) {
    const { values } = readArgs(args, {
      ...COMMON_OPTIONS,
      status: { type: 'string' },
      workflow: { type: 'string' },
      limit: { type: 'string' },
    })
    const { connection, projectId, environment } = await openOwnPlace(values, NEEDS)
    const { runs } = await call<{ runs: Run[] }>(connection, {
      path: `/api/project/${projectId}/run`,
      query: {
        status: values.status,
        workflowId: values.workflow,
        limit: values.limit,
        environment,
      },
    })
    if (values.json) printJson(runs)
    else {
      printTable(
        ['id', 'workflow', 'status', 'trigger', 'created', 'error'],
        runs.map((run) => [
          ...[run.id, run.workflowName, run.status, run.trigger, run.createdOn],
          run.error?.message,
        ]),
      )
    }
  },
}

export const showRun: Command = {
  usage: 'runs show RUN',
  summary: 'Print one run with its steps; --json has inputs and outputs',
  options: [...PROJECT_HELP, ...COMMON_HELP],
  async run(args) {
    const { values, positionals } = readArgs(args, COMMON_OPTIONS)
    const id = idOf(positionals)
    const { connection, projectId } = await openOwnPlace(values, NEEDS)
    const path = `/api/project/${projectId}/run/${encodeURIComponent(id)}`
    const { run } = await call<{ run: RunDetail }>(connection, { path }).catch(orNoRun(id))
    if (values.json) {
      printJson(run)
      return
    }
    print(`${run.workflowName}: ${run.status}${run.error ? ` (${run.error.message})` : ''}`)
    printTable(
      ['step', 'status', 'attempt', 'error'],
      run.nodes.map(({ label, status, attempt, error }) => [label, status, attempt, error]),
    )
  },
}

function actOnRun(verb: 'retry' | 'cancel', summary: string): Command {
  return {
    usage: `runs ${verb} RUN`,
    summary,
    options: [...PROJECT_HELP, ...COMMON_HELP],
    async run(args) {
      const { values, positionals } = readArgs(args, COMMON_OPTIONS)
      const id = idOf(positionals)
      const { connection, projectId } = await openOwnPlace(values, NEEDS)
      const { run } = await call<{ run: Run }>(connection, {
        method: 'POST',
        path: `/api/project/${projectId}/run/${encodeURIComponent(id)}/${verb}`,
        body: {},
      }).catch(orNoRun(id))
      if (values.json) printJson(run)
      else print(`${run.id} ${run.status}`)
    },
  }
}

export const retryRun = actOnRun('retry', 'Run again from the start with the same payload')
export const cancelRun = actOnRun('cancel', 'Cancel a run that has not ended')
