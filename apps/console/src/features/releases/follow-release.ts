import { cancelRelease, type Release, watchRelease } from '@plinth/contract'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'

/** Asks the server to answer soon with the change under way, which can then be watched. */
export const WATCHED = { headers: { Prefer: 'respond-async' } }

/** Watches a change to its end; rejects with the reason when it failed. */
export async function followRelease(
  started: Release,
  { projectId, onProgress }: { projectId: string; onProgress: (release: Release) => void },
): Promise<void> {
  let release = started
  if (release.state === 'running') {
    onProgress(release)
    const params = { projectId, releaseId: release.id }
    for await (const event of client.stream(watchRelease, { params })) {
      release = event.release
      onProgress(release)
    }
  }
  if (release.state === 'failed') throw new Error(release.message)
}

/** Asks a change to stop; whoever watches it sees how it ends. */
export async function stopRelease(projectId: string, releaseId: string): Promise<void> {
  await client
    .call(cancelRelease, { params: { projectId, releaseId } })
    .catch((error) => logFailure('Stopping', error))
}
