import {
  deployDatabase,
  listWorkflows,
  listWorkflowTests,
  planDeploy,
  runWorkflowTest,
} from '@plinth/contract'
import { expect, test } from 'vitest'
import { expectApiError, theAdmin, withPlatform } from '../../app/testing/people.ts'
import { runnable } from '../../app/testing/runnable.ts'
import { testPlace } from '../../workflows/workflow-tests/testing/test-place.ts'

const set = (value: string) => runnable('a', 'set', { parameters: { value } })

test('a failing workflow test stops a deploy, and the fix lets it pass with its tests', async () => {
  const place = await testPlace()
  const admin = await theAdmin()
  const { params, client, projectId } = place
  const recorded = await place.record({ nodes: [set('1')] }, 'One is one')
  const { workflowId, name, test: made } = recorded
  await place.update(workflowId, { name, nodes: [set('2')] })
  const { plan } = await admin.client.call(planDeploy, { params })
  const words = `The test "One is one" of the workflow "${name}" fails: the output of "a" is not equal to what is expected.`
  const id = `workflow-test:${workflowId}:${made.id}`
  expect(plan).toMatchObject({ class: 'blocking' })
  expect(plan.steps).toContainEqual(expect.objectContaining({ id, class: 'blocking', words }))
  const deploy = () => admin.client.call(deployDatabase, { params, body: {} })
  expect(await expectApiError(deploy())).toMatchObject({ code: 'blocked', message: words })
  const { workflows } = await client.call(listWorkflows, { params })
  expect(workflows.map(({ environment }) => environment.name)).toEqual(['dev'])

  await place.update(workflowId, { name, nodes: [set('1')] })
  expect((await deploy()).release.state).toBe('applied')
  const after = (await client.call(listWorkflows, { params })).workflows
  const live = after.find(({ environment }) => environment.name === 'production')
  const inProduction = { projectId, workflowId: live?.id ?? '' }
  const { tests } = await client.call(listWorkflowTests, { params: inProduction })
  expect(tests).toEqual([made])
  expect(live?.status).toBe('In sync')
  const error = await expectApiError(place.run(live?.id ?? '', made.id))
  expect(error).toMatchObject({ status: 422, message: expect.stringContaining('in dev') })

  await place.change(workflowId, made.id, { name: 'Renamed' })
  const again = await admin.client.call(planDeploy, { params })
  expect(again.promotions.workflows).toEqual([{ name, change: 'update' }])

  await place.remove(workflowId, made.id)
  expect((await deploy()).release.state).toBe('applied')
  const versions = await withPlatform(async (on) => {
    const query = 'select tests from workflow_version where workflow_id = $1'
    return (await on.query<{ tests: string }>(query, [live?.id])).rows
  })
  expect(versions.map(({ tests: stored }) => stored)).toEqual(['[]', '[]'])
})

test('tests that people run never delay or refuse those of a deploy', async () => {
  const place = await testPlace()
  const admin = await theAdmin()
  const { params, projectId } = place
  const script = (code: string) =>
    runnable('a', 'javascript', { parameters: { code, time_limit: 3 } })
  const endless = { nodes: [script('for (;;);')] }
  const { id: workflowId } = await place.save(endless)
  await expectApiError(place.execute(endless, { workflowId }))
  const [run] = await place.runs(workflowId)
  const slow = await place.make(workflowId, run?.id ?? '')
  await admin.client.call(deployDatabase, { params, body: {} })
  await place.record({ nodes: [script('return 1')] })
  const left = new AbortController()
  const named = { projectId, workflowId, testId: slow.id }
  const full = Promise.withResolvers<void>()
  let refused = 0
  const clicks = Array.from({ length: 60 }, async () => {
    const call = place.client.call(runWorkflowTest, { params: named, signal: left.signal })
    const error = await call.then(
      () => undefined,
      (caught: unknown) => caught,
    )
    if ((error as { status?: number } | undefined)?.status !== 429) return
    refused += 1
    if (refused === 8) full.resolve()
  })
  await full.promise
  const { plan } = await admin.client.call(planDeploy, { params })
  expect(plan.class).not.toBe('blocking')
  left.abort()
  await Promise.all(clicks)
})
