import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { ENVIRONMENT_NAMES } from './environment.ts'
import { NoBody, ProjectId, Timestamp } from './ids.ts'
import { RUN_TRIGGERS, Run, RunDetail, RunId, RunNode, RunStatus } from './run.ts'
import { WorkflowId } from './workflow.ts'

const project = z.strictObject({ projectId: ProjectId })
const one = z.strictObject({ projectId: ProjectId, runId: RunId })

export const listRuns = endpoint({
  name: 'listRuns',
  summary: 'The runs of a project, newest first',
  method: 'GET',
  path: '/api/project/{projectId}/run',
  access: 'project:developer',
  params: project,
  query: z.strictObject({
    workflowId: WorkflowId.optional(),
    status: RunStatus.optional(),
    trigger: z.enum(RUN_TRIGGERS).optional(),
    from: Timestamp.optional(),
    to: Timestamp.optional(),
    environment: z.enum(ENVIRONMENT_NAMES).default('dev'),
    cursor: RunId.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({ runs: z.array(Run), nextCursor: RunId.nullable() }),
})

export const getRun = endpoint({
  name: 'getRun',
  summary: 'One run with what each node took and gave',
  method: 'GET',
  path: '/api/project/{projectId}/run/{runId}',
  access: 'project:developer',
  params: one,
  answer: z.object({ run: RunDetail }),
})

export const watchRun = endpoint({
  name: 'watchRun',
  summary: 'A run as it goes on: each event has the nodes that changed, the last one all of them',
  method: 'GET',
  path: '/api/project/{projectId}/run/{runId}/events',
  access: 'project:developer',
  params: one,
  answer: z.object({
    run: Run,
    nodes: z.array(RunNode),
    result: z.record(z.string(), z.json()).nullable(),
  }),
  streams: true,
})

export const cancelRun = endpoint({
  name: 'cancelRun',
  summary: 'Stop a run that has not ended',
  method: 'POST',
  path: '/api/project/{projectId}/run/{runId}/cancel',
  access: 'project:developer',
  params: one,
  body: NoBody,
  answer: z.object({ run: Run }),
})
