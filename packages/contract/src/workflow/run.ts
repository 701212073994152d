import * as z from 'zod'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { DOCUMENT_LIMITS, endpoint } from '../protocol/endpoint.ts'
import { NoBody, ProjectId, Timestamp } from '../protocol/ids.ts'
import {
  RUN_TRIGGERS,
  Run,
  RunDetail,
  RunId,
  RunNode,
  RunPoint,
  RunRetention,
  RunStatus,
} from './run-shapes.ts'
import { WorkflowId } from './workflow-shapes.ts'

const project = z.strictObject({ projectId: ProjectId })
const one = z.strictObject({ projectId: ProjectId, runId: RunId })

export const listRuns = endpoint({
  name: 'listRuns',
  summary: 'The runs of a project, newest first',
  method: 'GET',
  path: '/api/project/{projectId}/run',
  access: 'project:developer',
  production: 'named',
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
  production: 'record',
  params: one,
  answer: z.object({ run: RunDetail }),
})

export const watchRun = endpoint({
  name: 'watchRun',
  summary: 'A run as it goes on: each event has the nodes that changed, the last one all of them',
  method: 'GET',
  path: '/api/project/{projectId}/run/{runId}/events',
  access: 'project:developer',
  production: 'record',
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
  production: 'record',
  params: one,
  body: NoBody,
  answer: z.object({ run: Run }),
})

export const getRunChart = endpoint({
  name: 'getRunChart',
  summary: 'How many runs ended how, and how long they took, over time',
  method: 'GET',
  path: '/api/project/{projectId}/run/chart',
  access: 'project:developer',
  production: 'named',
  params: project,
  query: z.strictObject({
    workflowId: WorkflowId.optional(),
    trigger: z.enum(RUN_TRIGGERS).optional(),
    /** Whole hours count; the last week unless told. */
    from: Timestamp.optional(),
    to: Timestamp.optional(),
    environment: z.enum(ENVIRONMENT_NAMES).default('dev'),
  }),
  answer: z.object({
    chart: z.object({ stepHours: z.number().int(), points: z.array(RunPoint), total: RunPoint }),
  }),
})

export const exportRun = endpoint({
  name: 'exportRun',
  summary: 'One run with everything on record, as a file',
  method: 'GET',
  path: '/api/project/{projectId}/run/{runId}/export',
  access: 'project:developer',
  production: 'record',
  params: one,
  answer: z.object({ run: RunDetail }),
  sendsFile: true,
})

export const replayRun = endpoint({
  name: 'replayRun',
  summary: 'Run again from one node, with what it took then or something else',
  method: 'POST',
  path: '/api/project/{projectId}/run/{runId}/replay',
  access: 'project:developer',
  production: 'record',
  status: 201,
  limits: DOCUMENT_LIMITS,
  params: one,
  body: z.strictObject({
    /** The `key` of the node on record. */
    from: z.string().max(400),
    /** What it takes instead of what it took. */
    input: z.json().optional(),
  }),
  answer: z.object({ run: Run }),
})

export const retryRun = endpoint({
  name: 'retryRun',
  summary: 'Run again from the beginning, with what it was started with',
  method: 'POST',
  path: '/api/project/{projectId}/run/{runId}/retry',
  access: 'project:developer',
  production: 'record',
  status: 201,
  params: one,
  body: z.strictObject({
    /** The workflow as it ran, or as it is saved today. */
    version: z.enum(['same', 'today']).default('same'),
  }),
  answer: z.object({ run: Run }),
})

const retention = z.object({ retention: RunRetention })

export const getRunRetention = endpoint({
  name: 'getRunRetention',
  summary: 'How long runs are kept',
  method: 'GET',
  path: '/api/project/{projectId}/run/retention',
  access: 'project:developer',
  production: 'settings',
  params: project,
  query: z.strictObject({ environment: z.enum(ENVIRONMENT_NAMES).default('dev') }),
  answer: retention,
})

export const saveRunRetention = endpoint({
  name: 'saveRunRetention',
  summary: 'Choose how long runs are kept; older ones go',
  method: 'PUT',
  path: '/api/project/{projectId}/run/retention',
  access: 'project:owner',
  params: project,
  body: RunRetention.pick({ days: true, runs: true })
    .extend({ environment: z.enum(ENVIRONMENT_NAMES).default('dev') })
    .strict(),
  answer: retention,
})
