import * as z from 'zod'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { DOCUMENT_LIMITS, endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody, ProjectId, Timestamp } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'
import { NodeDefinition } from './node-definition.ts'
import { RunId, WorkflowActivity } from './run-shapes.ts'
import {
  Connection,
  HeardCall,
  Workflow,
  WorkflowId,
  WorkflowNode,
  WorkflowSettings,
  WorkflowVersion,
} from './workflow-shapes.ts'

export const MAX_NODES = 2000
export const MAX_CONNECTIONS = 10_000

const project = z.strictObject({ projectId: ProjectId })
const one = z.strictObject({ projectId: ProjectId, workflowId: WorkflowId })

/** The console sends the canvas as JSON text; plain values are accepted too. */
function textOr<T extends z.ZodType>(shape: T) {
  return z.union([z.string().max(16_777_216), shape])
}

const nodes = z.array(WorkflowNode).max(MAX_NODES, `has more than ${MAX_NODES} nodes`)
const connections = z
  .array(Connection)
  .max(MAX_CONNECTIONS, `has more than ${MAX_CONNECTIONS} connections`)

/** The parsed nodes, connections and settings of a workflow. */
export const Canvas = z.strictObject({ nodes, connections, settings: WorkflowSettings })
export type Canvas = z.infer<typeof Canvas>

const body = z.strictObject({
  name: StorableText.trim().max(200, 'is too long: at most 200 characters'),
  nodes: textOr(nodes),
  connections: textOr(connections),
  settings: textOr(WorkflowSettings).default('{}'),
  active: z.boolean().default(false),
})
const answer = z.object({ data: z.object({ workflow: Workflow }) })

export const listWorkflows = endpoint({
  name: 'listWorkflows',
  summary: 'The workflows of a project',
  method: 'GET',
  path: '/api/project/{projectId}/workflow',
  access: 'project:developer',
  personalKey: 'read',
  params: project,
  answer: z.object({ workflows: z.array(Workflow) }),
})
export const createWorkflow = endpoint({
  name: 'createWorkflow',
  summary: 'Save a new workflow',
  method: 'POST',
  path: '/api/project/{projectId}/workflow',
  access: 'project:developer',
  use: 'write',
  status: 201,
  limits: DOCUMENT_LIMITS,
  params: project,
  body,
  answer,
})
export const listNodeDefinitions = endpoint({
  name: 'listNodeDefinitions',
  summary: 'The available node kinds by category',
  method: 'GET',
  path: '/api/project/{projectId}/workflow/nodes',
  access: 'project:developer',
  params: project,
  answer: z.object({
    data: z.object({ nodeDefinitions: z.record(z.string(), z.array(NodeDefinition)) }),
  }),
})
export const listScheduleTimes = endpoint({
  name: 'listScheduleTimes',
  summary: 'The next run times of a schedule',
  method: 'GET',
  path: '/api/project/{projectId}/workflow/times',
  access: 'project:developer',
  params: project,
  query: z.strictObject({
    cron: z.string().max(200),
    timezone: z.string().max(100).default('UTC'),
  }),
  /** Empty if the schedule never fires. */
  answer: z.object({ times: z.array(Timestamp) }),
})
export const listWorkflowActivity = endpoint({
  name: 'listWorkflowActivity',
  summary: 'The last run and the next scheduled time of each workflow',
  method: 'GET',
  path: '/api/project/{projectId}/workflow/activity',
  access: 'project:developer',
  production: 'named',
  params: project,
  query: z.strictObject({ environment: z.enum(ENVIRONMENT_NAMES).default('dev') }),
  answer: z.object({ activity: z.array(WorkflowActivity) }),
})
export const getWorkflow = endpoint({
  name: 'getWorkflow',
  summary: 'One workflow',
  method: 'GET',
  path: '/api/project/{projectId}/workflow/{workflowId}',
  access: 'project:developer',
  params: one,
  answer,
})
export const updateWorkflow = endpoint({
  name: 'updateWorkflow',
  summary: 'Save a workflow',
  method: 'PUT',
  path: '/api/project/{projectId}/workflow/{workflowId}',
  access: 'project:developer',
  use: 'write',
  limits: DOCUMENT_LIMITS,
  params: one,
  body,
  answer,
})
export const deleteWorkflow = endpoint({
  name: 'deleteWorkflow',
  summary: 'Delete a workflow',
  method: 'DELETE',
  path: '/api/project/{projectId}/workflow/{workflowId}',
  access: 'project:developer',
  use: 'write',
  params: one,
  body: NoBody,
  answer: Done,
})
export const previewExpression = endpoint({
  name: 'previewExpression',
  summary: 'Evaluate a text with expressions in dev with the given data',
  method: 'POST',
  path: '/api/project/{projectId}/workflow/preview',
  access: 'project:developer',
  use: 'read',
  limits: DOCUMENT_LIMITS,
  params: project,
  body: z.strictObject({
    text: z.string().max(100_000),
    in: z.json().default(null),
    trigger: z.json().default(null),
    /** Results by node label. */
    node: z.record(z.string().max(200), z.json()).default({}),
  }),
  answer: z.union([z.object({ value: z.json() }), z.object({ error: z.string() })]),
})
export const executeWorkflow = endpoint({
  name: 'executeWorkflow',
  summary: 'Execute the given graph as a test run in dev',
  method: 'POST',
  path: '/api/project/{projectId}/workflow/{workflowId}/execute',
  access: 'project:developer',
  use: 'write',
  limits: DOCUMENT_LIMITS,
  params: one,
  body: z.strictObject({
    nodes: textOr(nodes),
    edges: textOr(connections),
    /** The trigger node to start from if there are several. */
    trigger: z.string().max(200).optional(),
    /** Payload of the trigger. */
    data: z.json().optional(),
  }),
  /** A 202 response means the run continues and `result` is empty; watch the run instead. */
  answer: z.object({
    data: z.object({ result: z.record(z.string(), z.json()), runId: RunId }),
  }),
})
export const listenToWebhook = endpoint({
  name: 'listenToWebhook',
  summary: 'Receive a copy of the next call of a webhook in dev, for at most 2 minutes',
  method: 'GET',
  path: '/api/project/{projectId}/workflow/{workflowId}/listen',
  access: 'project:developer',
  use: 'write',
  production: 'settings',
  params: one,
  query: z.strictObject({ nodeId: z.string().min(1).max(200) }),
  answer: HeardCall,
  streams: true,
})
export const listWorkflowVersions = endpoint({
  name: 'listWorkflowVersions',
  summary: 'The versions of a workflow, newest first',
  method: 'GET',
  path: '/api/project/{projectId}/workflow/{workflowId}/version',
  access: 'project:developer',
  params: one,
  answer: z.object({ versions: z.array(WorkflowVersion) }),
})
export const getWorkflowVersion = endpoint({
  name: 'getWorkflowVersion',
  summary: 'One version of a workflow',
  method: 'GET',
  path: '/api/project/{projectId}/workflow/{workflowId}/version/{revision}',
  access: 'project:developer',
  params: z.strictObject({
    projectId: ProjectId,
    workflowId: WorkflowId,
    revision: z.string().regex(/^\d{1,9}$/, 'is not a revision'),
  }),
  answer: z.object({
    version: WorkflowVersion.extend({
      nodes: z.array(WorkflowNode),
      connections: z.array(Connection),
      settings: WorkflowSettings,
    }),
  }),
})
