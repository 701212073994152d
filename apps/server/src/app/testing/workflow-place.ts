import { createWorkflow, getWorkflow, listWorkflows, updateWorkflow } from '@plinth/contract'
import { connectionOf, nodeOf } from './graph.ts'
import { newProject, newStaff } from './people.ts'

/** Fixture: a new project with helpers for its workflows. */
export async function workflowPlace() {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  const params = { projectId }
  const { client } = owner
  const create = async (body: object = {}) =>
    (
      await client.call(createWorkflow, {
        params,
        body: { name: 'Orders', nodes: [], connections: [], ...body },
      })
    ).data.workflow
  const update = async (workflowId: string, body: object, ifMatch?: number) =>
    (
      await client.call(updateWorkflow, {
        params: { projectId, workflowId },
        body: { name: 'Orders', nodes: [], connections: [], ...body },
        ...(ifMatch === undefined ? {} : { ifMatch }),
      })
    ).data.workflow
  const get = async (workflowId: string) =>
    (await client.call(getWorkflow, { params: { projectId, workflowId } })).data.workflow
  const list = async () => (await client.call(listWorkflows, { params })).workflows
  return { owner, client, projectId, params, create, update, get, list }
}

export const graph = {
  nodes: [nodeOf('a', { parameters: { code: { '✓': [1, { deep: null }] } } }), nodeOf('b')],
  connections: [connectionOf('a', 'b')],
  settings: { errorHandling: { retryCount: 3 } },
}
/** The default settings. */
export const SETTINGS = {
  errorHandling: { retryCount: 0, retryDelay: 0, failureAction: 'stop' },
  execution: { timeout: 0, concurrency: 1 },
  access: { execute: '' },
}
