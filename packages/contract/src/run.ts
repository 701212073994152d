import * as z from 'zod'
import { ENVIRONMENT_NAMES } from './environment.ts'
import { idOf, Timestamp } from './ids.ts'
import { WorkflowId } from './workflow.ts'

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

/** One run of a workflow, as lists show it. */
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
  /** Why it failed, and at which node. */
  error: z.object({ node: z.string(), message: z.string() }).nullable(),
})
export type Run = z.infer<typeof Run>

/** What one node did in a run, at one attempt and for one item of a loop. */
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
})
export type RunNode = z.infer<typeof RunNode>

export const RunDetail = Run.extend({
  nodes: z.array(RunNode),
  /** Results by label, once the run has ended. */
  result: z.record(z.string(), z.json()).nullable(),
})
export type RunDetail = z.infer<typeof RunDetail>
