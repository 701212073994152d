import type { LiveState } from '@plinth/client'
import { useEffect, useRef } from 'react'
import { isClientError } from '../../../api/query-client.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

interface RetryOptions {
  /** Why rows could not be loaded. */
  error: unknown
  /** Undefined if the table is not live. */
  state: LiveState | undefined
  reload: () => void
}

/** Loads rows again that could not be loaded, as soon as the server or the network is back. */
export function useRetryRows({ error, state, reload }: RetryOptions): void {
  const isFailed = error !== undefined && !isClientError(error)
  const isReached = state === 'live' || state === 'polling'
  const latest = useRef(reload)
  latest.current = reload
  const attempts = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first attempt after each of them is made at once
  useEffect(() => {
    attempts.current = 0
  }, [isFailed, isReached])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every failed attempt has an error of its own
  useEffect(() => {
    if (!isFailed || !isReached) return
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempts.current, LONGEST_PAUSE_MS)
    const timer = setTimeout(
      () => {
        attempts.current += 1
        latest.current()
      },
      attempts.current === 0 ? 0 : pause,
    )
    return () => clearTimeout(timer)
  }, [error, isFailed, isReached])

  useEffect(() => {
    if (!isFailed) return
    const onOnline = () => latest.current()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [isFailed])
}
