import { MAX_EXPORTS_AT_ONCE } from '@plinth/contract'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'

const BUSY = `${MAX_EXPORTS_AT_ONCE} exports of people are running in this project. Try again when one of them has ended.`
const RETRY_SECONDS = 10

/** Running exports of this process, by project. */
const running = new Map<string, number>()

/** Takes a place until the response has ended; throws 429 if the project has none left. */
export function takeExportPlace(projectId: string, ended: AbortSignal): void {
  const count = running.get(projectId) ?? 0
  if (count >= MAX_EXPORTS_AT_ONCE)
    throw new ApiError('rate_limited', BUSY, { retryAfterSeconds: RETRY_SECONDS })
  if (ended.aborted) return
  running.set(projectId, count + 1)
  const release = () => {
    const left = (running.get(projectId) ?? 1) - 1
    if (left > 0) running.set(projectId, left)
    else running.delete(projectId)
  }
  ended.addEventListener('abort', release, { once: true })
}
