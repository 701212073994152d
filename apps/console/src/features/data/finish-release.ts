import { type EnvironmentName, listReleases, type Release } from '@plinth/contract'
import { client } from '../../api/client.ts'

const LOOK_EVERY_MS = 500

/** Waits for a change that outlived its request; rejects with the reason when it failed. */
export async function finishRelease(
  started: Release,
  { projectId, environment }: { projectId: string; environment: EnvironmentName },
): Promise<void> {
  let release: Release | undefined = started
  while (release?.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    const query = { environment, limit: 10 }
    const { releases } = await client.call(listReleases, { params: { projectId }, query })
    release = releases.find((one) => one.id === started.id)
  }
  if (release?.state === 'failed') throw new Error(release.message)
}
