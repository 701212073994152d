import { getRun, getRunChart, listRuns, replayRun, retryRun, watchRun } from '@plinth/contract'
import { inject } from 'vitest'
import { eventually } from './eventually.ts'
import type { Person } from './people.ts'

/** Everything that the API returns about a run, its replay and its retry, including the exports. */
export async function readRunEverywhere(
  { client, token }: Person,
  { projectId, runId, from }: { projectId: string; runId: string; from: string },
): Promise<string> {
  const params = { projectId, runId }
  const replayed = await client.call(replayRun, { params, body: { from } })
  const retried = await client.call(retryRun, { params, body: { version: 'same' } })
  const texts: string[] = []
  for (const id of [runId, replayed.run.id, retried.run.id]) {
    const named = { projectId, runId: id }
    const page = await eventually(async () => {
      const { run } = await client.call(getRun, { params: named })
      return run.endedOn !== null && run
    })
    if (page.status !== 'succeeded') throw new Error(`run ${id} ${page.status}`)
    texts.push(JSON.stringify(page))
    for await (const event of client.stream(watchRun, { params: named })) {
      texts.push(JSON.stringify(event))
    }
    const file = await fetch(
      `${inject('server').address}/api/project/${projectId}/run/${id}/export`,
      { headers: { authorization: `Bearer ${token}` } },
    )
    texts.push(await file.text())
  }
  texts.push(JSON.stringify(await client.call(listRuns, { params: { projectId } })))
  texts.push(JSON.stringify(await client.call(getRunChart, { params: { projectId } })))
  return texts.join('\n')
}
