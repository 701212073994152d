import { createServer, type Server } from 'node:http'
import {
  createWorkflowTest,
  deleteWorkflowTest,
  listRuns,
  listWorkflowTests,
  runWorkflowTest,
  updateWorkflowTest,
} from '@plinth/contract'
import { inject } from 'vitest'
import { type GraphToRun, runPlace } from '../../../app/testing/runnable.ts'

/** Fixture: a project with helpers that turn runs into tests. */
export async function testPlace() {
  const place = await runPlace()
  const { client, projectId } = place
  const named = (workflowId: string) => ({ projectId, workflowId })
  const make = async (workflowId: string, runId: string, name = 'As recorded') => {
    const body = { runId, name }
    return (await client.call(createWorkflowTest, { params: named(workflowId), body })).test
  }
  const run = async (workflowId: string, testId: string) => {
    const params = { ...named(workflowId), testId }
    return (await client.call(runWorkflowTest, { params })).result
  }
  const change = async (workflowId: string, testId: string, body: object) => {
    const params = { ...named(workflowId), testId }
    return (await client.call(updateWorkflowTest, { params, body: body as never })).test
  }
  const remove = (workflowId: string, testId: string) =>
    client.call(deleteWorkflowTest, { params: { ...named(workflowId), testId } })
  const tests = async (workflowId: string) =>
    (await client.call(listWorkflowTests, { params: named(workflowId) })).tests
  /** Saves a graph, runs it once and makes a test of the run. */
  const record = async (graph: GraphToRun, name?: string) => {
    const workflow = await place.save(graph)
    const { runId, result } = await place.execute(graph, { workflowId: workflow.id })
    const test = await make(workflow.id, runId, name)
    return { workflowId: workflow.id, name: workflow.name, runId, result, test }
  }
  /** Saves the workflow of a test with another graph, and runs the test. */
  const retest = async (
    {
      workflowId,
      name,
      test,
    }: Pick<Awaited<ReturnType<typeof record>>, 'workflowId' | 'name' | 'test'>,
    { nodes, edges = [], settings = {} }: GraphToRun,
  ) => {
    await place.update(workflowId, { name, nodes, connections: edges, settings })
    return run(workflowId, test.id)
  }
  const runs = async (workflowId: string) =>
    (await client.call(listRuns, { params: { projectId }, query: { workflowId } })).runs
  return { ...place, runs, make, run, change, remove, tests, record, retest }
}

export interface CountingServer {
  address: string
  /** Method and URL of every call. */
  calls: string[]
  close(): Promise<void>
}

/** A server that runs may call; it answers each call with its number. */
export async function countingServer(): Promise<CountingServer> {
  const { outside } = inject('server')
  const calls: string[] = []
  const server: Server = createServer((request, reply) => {
    calls.push(`${request.method} ${request.url}`)
    request.resume()
    const body = JSON.stringify({ number: calls.length, price: 20 })
    reply.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(outside.http, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${outside.http}`,
    calls,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
