import {
  createCredential,
  createWorkflow,
  listEnvironments,
  listWorkflowTests,
} from '@plinth/contract'
import { expect, inject, test } from 'vitest'
import { credentialPlace } from '../../app/testing/credential-place.ts'
import { nodeOf } from '../../app/testing/graph.ts'
import { workflowPlace } from '../../app/testing/workflow-place.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import { SAMPLE_TEST, storeSampleTest } from '../workflow-tests/testing/store-sample-test.ts'
import { cloneWorkflows } from './clone-workflows.ts'

test("clones dev's workflows, and its credentials without secrets", async () => {
  const [source, target] = [await credentialPlace(), await workflowPlace()]
  const { client, params } = source
  const data = { baseUrl: 'https://api.example.com', apiKey: 'k1', note: { deep: 'secret' }, n: 1 }
  const { credential } = await client.call(createCredential, {
    params,
    body: { name: 'Key', type: 'api-credential', data },
  })
  const nodes = [nodeOf('a', { credentials: { key: credential.id } })]
  const settings = { tags: ['Billing'] }
  const body = { name: 'Orders', nodes, connections: [], settings, active: true }
  const { data: created } = await client.call(createWorkflow, { params, body })
  await storeSampleTest(created.workflow.id)
  const { environments } = await target.client.call(listEnvironments, { params: target.params })
  const environmentId = environments.find(({ name }) => name === 'dev')?.id ?? ''
  const url = inject('server').databaseUrl
  const db = openDatabase({ url, maxConnections: 1, onError: () => undefined })
  const from = { projectId: params.projectId, environmentId, by: 'somebody' }
  await db.transaction((transaction) => cloneWorkflows(transaction, from))
  const [row] = await db.pool
    .query('select id, data from credential where environment_id = $1', [environmentId])
    .then(({ rows }) => rows)
  await db.close()
  expect(JSON.parse(row.data)).toEqual({ ...data, apiKey: '', note: { deep: '' } })
  const workflows = await target.list()
  expect(workflows).toMatchObject([
    { name: 'Orders', active: true, environment: { name: 'dev' }, settings },
  ])
  const workflowId = workflows[0]?.id ?? ''
  const { tests } = await target.client.call(listWorkflowTests, {
    params: { ...target.params, workflowId },
  })
  expect(tests).toEqual([SAMPLE_TEST])
  expect(workflows[0]?.nodes[0]?.data.credentials).toEqual({ key: row.id })
})
