import { executeWorkflow, listRuns, replayRun, retryRun } from '@plinth/contract'
import { expect, test } from 'vitest'
import { join, newStaff } from '../../../app/testing/people.ts'
import { runnable, runPlace } from '../../../app/testing/runnable.ts'

test('lists the runs that the caller started by hand apart from those of other people', async () => {
  const place = await runPlace()
  const { projectId } = place
  const other = await newStaff()
  await join(other, { projectId, role: 'developer' })
  const nodes = [runnable('a', 'set', { parameters: { value: '{"n":1}' } })]
  const workflow = await place.save({ nodes })
  const params = { projectId, workflowId: workflow.id }
  const mine = (await place.execute({ nodes }, { workflowId: workflow.id })).runId
  const { data } = await other.client.call(executeWorkflow, { params, body: { nodes, edges: [] } })
  const theirs = [
    data.runId,
    (
      await other.client.call(replayRun, {
        params: { projectId, runId: mine },
        body: { from: 'a' },
      })
    ).run.id,
    (await other.client.call(retryRun, { params: { projectId, runId: mine }, body: {} })).run.id,
  ]
  const list = async (startedBy?: 'me' | 'others') => {
    const query = { workflowId: workflow.id, ...(startedBy ? { startedBy } : {}) }
    const { runs } = await place.client.call(listRuns, { params: { projectId }, query })
    return runs
  }
  expect((await list('me')).map(({ id }) => id)).toEqual([mine])
  const others = await list('others')
  expect(others.map(({ id }) => id)).toEqual(theirs.toReversed())
  expect(others.map(({ startedBy }) => startedBy)).toEqual(
    theirs.map(() => ({ id: other.id, name: 'Test Person' })),
  )
  expect((await list()).map(({ id }) => id)).toEqual([...theirs.toReversed(), mine])
})
