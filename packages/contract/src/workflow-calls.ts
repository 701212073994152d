import * as z from 'zod'
import { DOCUMENT_LIMITS, endpoint } from './endpoint.ts'
import { Done, NoBody, ProjectId } from './ids.ts'
import { NodeDefinition } from './node-definition.ts'
import { Connection, Workflow, WorkflowId, WorkflowNode, WorkflowSettings } from './workflow.ts'

const project = z.strictObject({ projectId: ProjectId })
const one = z.strictObject({ projectId: ProjectId, workflowId: WorkflowId })

/** The canvas travels as JSON text; plain values are taken too. */
function textOr<T extends z.ZodType>(shape: T) {
  return z.union([z.string().max(16_777_216), shape])
}

const body = z.strictObject({
  name: z.string().trim().max(200),
  nodes: textOr(z.array(WorkflowNode).max(2000)),
  connections: textOr(z.array(Connection).max(10_000)),
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
  params: project,
  answer: z.object({ workflows: z.array(Workflow) }),
})
export const createWorkflow = endpoint({
  name: 'createWorkflow',
  summary: 'Save a new workflow',
  method: 'POST',
  path: '/api/project/{projectId}/workflow',
  access: 'project:developer',
  status: 201,
  limits: DOCUMENT_LIMITS,
  params: project,
  body,
  answer,
})
export const listNodeDefinitions = endpoint({
  name: 'listNodeDefinitions',
  summary: 'The kinds of nodes that can run, by category',
  method: 'GET',
  path: '/api/project/{projectId}/workflow/nodes',
  access: 'project:developer',
  params: project,
  answer: z.object({
    data: z.object({ nodeDefinitions: z.record(z.string(), z.array(NodeDefinition)) }),
  }),
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
  params: one,
  body: NoBody,
  answer: Done,
})
export const executeWorkflow = endpoint({
  name: 'executeWorkflow',
  summary: 'Run exactly the graph that is sent, as a test run in dev',
  method: 'POST',
  path: '/api/project/{projectId}/workflow/{workflowId}/execute',
  access: 'project:developer',
  limits: DOCUMENT_LIMITS,
  params: one,
  body: z.strictObject({
    nodes: textOr(z.array(WorkflowNode).max(2000)),
    edges: textOr(z.array(Connection).max(10_000)),
  }),
  answer: z.object({ data: z.object({ result: z.record(z.string(), z.json()) }) }),
})
