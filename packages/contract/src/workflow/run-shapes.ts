import * as z from 'zod'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { idOf, StaffId, Timestamp } from '../protocol/ids.ts'
import { WorkflowId } from './workflow-shapes.ts'

export const RunId = idOf('run')

export const RUN_STATUSES = [
  'queued',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'cancelled',
] as const
export const RunStatus = z.enum(RUN_STATUSES)
export type RunStatus = z.infer<typeof RunStatus>

export const RUN_TRIGGERS = [
  'manual',
  'webhook',
  'schedule',
  'row',
  'workflow',
  'error',
  'replay',
] as const

/** A run as shown in lists. */
export const Run = z.object({
  id: RunId,
  workflowId: WorkflowId,
  workflowName: z.string(),
  version: z.number().int(),
  environment: z.enum(ENVIRONMENT_NAMES),
  status: RunStatus,
  trigger: z.enum(RUN_TRIGGERS),
  createdOn: Timestamp,
  startedOn: Timestamp.nullable(),
  endedOn: Timestamp.nullable(),
  /** The reason for the failure and the failed node. */
  error: z.object({ node: z.string(), message: z.string() }).nullable(),
  /** The run that this one replays or retries. */
  replayOf: RunId.nullable(),
  /** Who started it by hand; null if a trigger did. */
  startedBy: z.object({ id: StaffId, name: z.string() }).nullable(),
})
export type Run = z.infer<typeof Run>

/** `run`: executed · `record`: copied from the replayed run · `pin`: pinned output. */
export const NODE_ORIGINS = ['run', 'record', 'pin'] as const

/** The record of one step: a node at one attempt, for one item of a loop. */
export const RunNode = z.object({
  key: z.string(),
  nodeId: z.string(),
  label: z.string(),
  kind: z.string(),
  attempt: z.number().int(),
  status: z.enum(['running', 'waiting', 'succeeded', 'failed', 'cancelled']),
  input: z.json(),
  output: z.json(),
  error: z.string().nullable(),
  logs: z.array(z.string()),
  startedOn: Timestamp,
  endedOn: Timestamp.nullable(),
  origin: z.enum(NODE_ORIGINS),
})
export type RunNode = z.infer<typeof RunNode>

/** The graph as executed; `position` is null for runs recorded without positions. */
export const RunGraph = z.object({
  nodes: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      label: z.string(),
      active: z.boolean(),
      parameters: z.record(z.string(), z.json()),
      position: z.object({ x: z.number(), y: z.number() }).nullable(),
    }),
  ),
  wires: z.array(
    z.object({ source: z.string(), output: z.string(), target: z.string(), input: z.string() }),
  ),
  starts: z.array(z.string()),
})
export type RunGraph = z.infer<typeof RunGraph>

export const RunDetail = Run.extend({
  nodes: z.array(RunNode),
  /** Results by node label; null until the run has ended. */
  result: z.record(z.string(), z.json()).nullable(),
  graph: RunGraph,
  /** The payload that started the run. */
  payload: z.json(),
  /** For a replay: the key of the step it started from. */
  replayFrom: z.string().nullable(),
  /** The trace that the run belongs to, where traces are recorded. */
  traceId: z.string().nullable(),
})
export type RunDetail = z.infer<typeof RunDetail>

/** Runs that ended in one interval. Durations cover succeeded and failed runs and are accurate to 10 %. */
export const RunPoint = z.object({
  on: Timestamp,
  succeeded: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  p50: z.number().nullable(),
  p95: z.number().nullable(),
})
export type RunPoint = z.infer<typeof RunPoint>

const days = z.number().int().min(1).max(3650)
const runs = z.number().int().min(1).max(10_000_000)

/** Retention of runs; null means the installation's default. */
export const RunRetention = z.object({
  days: days.nullable(),
  runs: runs.nullable(),
  defaults: z.object({ days, runs }),
  revision: z.number().int(),
})
export type RunRetention = z.infer<typeof RunRetention>

/** What a list of workflows shows beside each of them. */
export const WorkflowActivity = z.object({
  workflowId: WorkflowId,
  lastRun: z.object({ id: RunId, status: RunStatus, createdOn: Timestamp }).nullable(),
  /** When the next schedule of the workflow fires; null without an active schedule. */
  nextOn: Timestamp.nullable(),
})
export type WorkflowActivity = z.infer<typeof WorkflowActivity>
