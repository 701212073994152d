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
import { WorkflowTestId } from './workflow-test-shapes.ts'

/** A test that was made from a run. */
export const TestOfRun = z.object({
  workflowId: WorkflowId,
  testId: WorkflowTestId,
  name: z.string(),
  workflow: z.string(),
  environment: z.enum(ENVIRONMENT_NAMES),
})
export type TestOfRun = z.infer<typeof TestOfRun>

const project = z.strictObject({ projectId: ProjectId })
const one = z.strictObject({ projectId: ProjectId, runId: RunId })

export const listRuns = endpoint({
  name: 'listRuns',
  summary: 'The runs of a project, newest first',
  method: 'GET',
  path: '/api/project/{projectId}/run',
  access: 'project:developer',
  personalKey: 'read',
  production: 'named',
  params: project,
  query: z.strictObject({
    workflowId: WorkflowId.optional(),
    status: RunStatus.optional(),
    trigger: z.enum(RUN_TRIGGERS).optional(),
    /** Only runs that the caller started by hand, or only those that other people did. */
    startedBy: z.enum(['me', 'others']).optional(),
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
  summary: 'One run with the input and output of each node',
  method: 'GET',
  path: '/api/project/{projectId}/run/{runId}',
  access: 'project:developer',
  personalKey: 'read',
  production: 'record',
  params: one,
  answer: z.object({ run: RunDetail }),
})

export const watchRun = endpoint({
  name: 'watchRun',
  summary: 'Stream a run: each event has the changed nodes, the last one all nodes',
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

export const watchActivity = endpoint({
  name: 'watchActivity',
  summary:
    'Stream the id of the newest run or logged request of an environment, each time there is a new one',
  method: 'GET',
  path: '/api/project/{projectId}/activity/events',
  access: 'project:developer',
  production: 'named',
  params: project,
  query: z.strictObject({
    of: z.enum(['runs', 'requests']),
    environment: z.enum(ENVIRONMENT_NAMES).default('dev'),
  }),
  answer: z.object({ newest: z.string().nullable() }),
  streams: true,
})

export const cancelRun = endpoint({
  name: 'cancelRun',
  summary: 'Cancel a run that has not ended',
  method: 'POST',
  path: '/api/project/{projectId}/run/{runId}/cancel',
  access: 'project:developer',
  personalKey: 'write',
  use: 'manage',
  production: 'record',
  params: one,
  body: NoBody,
  answer: z.object({ run: Run }),
})

export const deleteRun = endpoint({
  name: 'deleteRun',
  summary: 'Delete a run that has ended, with its records',
  method: 'DELETE',
  path: '/api/project/{projectId}/run/{runId}',
  access: 'project:owner',
  use: 'manage',
  params: one,
  body: NoBody,
  answer: z.object({
    /** Tests that were made from the run. They still hold its data. */
    tests: z.array(TestOfRun),
  }),
})

export const getRunChart = endpoint({
  name: 'getRunChart',
  summary: 'Ended runs over time, by status and duration',
  method: 'GET',
  path: '/api/project/{projectId}/run/chart',
  access: 'project:developer',
  production: 'named',
  params: project,
  query: z.strictObject({
    workflowId: WorkflowId.optional(),
    trigger: z.enum(RUN_TRIGGERS).optional(),
    /** Rounded to whole hours; defaults to the last week. */
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
  summary: 'Download one run with all its records',
  method: 'GET',
  path: '/api/project/{projectId}/run/{runId}/export',
  access: 'project:developer',
  personalKey: 'read',
  production: 'record',
  params: one,
  answer: z.object({ run: RunDetail }),
  sendsFile: true,
})

export const replayRun = endpoint({
  name: 'replayRun',
  summary: 'Replay a run from one node, by default from the one that failed',
  method: 'POST',
  path: '/api/project/{projectId}/run/{runId}/replay',
  access: 'project:developer',
  use: 'write',
  production: 'record',
  status: 201,
  limits: DOCUMENT_LIMITS,
  params: one,
  body: z.strictObject({
    /** The `key` of the recorded step; left out, the step that made the run fail. */
    from: z.string().max(400).optional(),
    /** Replaces the recorded input. */
    input: z.json().optional(),
  }),
  answer: z.object({ run: Run }),
})

export const retryRun = endpoint({
  name: 'retryRun',
  summary: 'Run again from the start with the same payload',
  method: 'POST',
  path: '/api/project/{projectId}/run/{runId}/retry',
  access: 'project:developer',
  personalKey: 'write',
  use: 'write',
  production: 'record',
  status: 201,
  params: one,
  body: z.strictObject({
    /** Uses the version that ran, or the version saved now. */
    version: z.enum(['same', 'today']).default('same'),
  }),
  answer: z.object({ run: Run }),
})

const retention = z.object({ retention: RunRetention })

export const getRunRetention = endpoint({
  name: 'getRunRetention',
  summary: 'Retention of runs',
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
  summary: 'Set the retention of runs; older runs are deleted',
  method: 'PUT',
  path: '/api/project/{projectId}/run/retention',
  access: 'project:owner',
  use: 'manage',
  params: project,
  body: RunRetention.pick({ days: true, runs: true })
    .extend({ environment: z.enum(ENVIRONMENT_NAMES).default('dev') })
    .strict(),
  answer: retention,
})
