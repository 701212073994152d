import * as z from 'zod'
import { BULK_LIMITS, endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody, ProjectId } from '../protocol/ids.ts'
import { RunId } from './run-shapes.ts'
import { WorkflowId } from './workflow-shapes.ts'
import {
  MAX_EXPECTATIONS,
  TestExpectation,
  TestName,
  TestPin,
  WorkflowTest,
  WorkflowTestId,
  WorkflowTestResult,
} from './workflow-test-shapes.ts'

const workflow = z.strictObject({ projectId: ProjectId, workflowId: WorkflowId })
const one = workflow.extend({ testId: WorkflowTestId })

export const listWorkflowTests = endpoint({
  name: 'listWorkflowTests',
  summary: 'The tests of a workflow',
  method: 'GET',
  path: '/api/project/{projectId}/workflow/{workflowId}/test',
  access: 'project:developer',
  personalKey: 'read',
  params: workflow,
  answer: z.object({ tests: z.array(WorkflowTest) }),
})

export const createWorkflowTest = endpoint({
  name: 'createWorkflowTest',
  summary: 'Make a test of a workflow from a recorded run in dev',
  method: 'POST',
  path: '/api/project/{projectId}/workflow/{workflowId}/test',
  access: 'project:developer',
  use: 'write',
  status: 201,
  params: workflow,
  body: z.strictObject({ runId: RunId, name: TestName }),
  answer: z.object({ test: WorkflowTest }),
})

export const runWorkflowTest = endpoint({
  name: 'runWorkflowTest',
  summary: 'Run a test with the saved workflow in dev',
  method: 'POST',
  path: '/api/project/{projectId}/workflow/{workflowId}/test/{testId}/run',
  access: 'project:developer',
  personalKey: 'read',
  use: 'read',
  params: one,
  body: NoBody,
  answer: z.object({ result: WorkflowTestResult }),
})

export const updateWorkflowTest = endpoint({
  name: 'updateWorkflowTest',
  summary: 'Change a test, or accept what it showed',
  method: 'PATCH',
  path: '/api/project/{projectId}/workflow/{workflowId}/test/{testId}',
  access: 'project:developer',
  use: 'write',
  limits: BULK_LIMITS,
  params: one,
  body: z.strictObject({
    name: TestName.optional(),
    expectations: z
      .array(TestExpectation)
      .max(MAX_EXPECTATIONS, `has more than ${MAX_EXPECTATIONS} entries`)
      .optional(),
    /** Replaces the recorded answers. */
    pins: z.record(z.string().max(400), TestPin).optional(),
    /** The `digest` of a result: what it showed becomes what is expected. */
    accept: z.string().max(64).optional(),
  }),
  answer: z.object({ test: WorkflowTest }),
})

export const deleteWorkflowTest = endpoint({
  name: 'deleteWorkflowTest',
  summary: 'Delete a test',
  method: 'DELETE',
  path: '/api/project/{projectId}/workflow/{workflowId}/test/{testId}',
  access: 'project:developer',
  use: 'write',
  params: one,
  body: NoBody,
  answer: Done,
})
