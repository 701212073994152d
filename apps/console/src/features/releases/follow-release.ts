import { cancelRelease, type Release, watchRelease } from '@plinth/contract'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'

/** Makes the server respond as soon as the release has started, so that its progress can be polled. */
export const WATCHED = { headers: { Prefer: 'respond-async' } }

/** Polls a release until it ends; rejects with its message if it failed. */
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

/** Requests cancellation of a release; the outcome is seen by polling it. */
export async function stopRelease(projectId: string, releaseId: string): Promise<void> {
  await client
    .call(cancelRelease, { params: { projectId, releaseId } })
    .catch((error) => logFailure('Stopping', error))
}
