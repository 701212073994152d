import { type HeardCall, listenToWebhook } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { createExternalStore } from '../../../ui/hooks/external-store.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { triggerStrings } from '../strings/trigger-strings.ts'
import type { Json } from './execution.ts'

const words = triggerStrings.listen
/** The server ends the listening; this is for a server that does not answer any more. */
const GRACE_MS = 2_000

/** The webhook that a workflow's editor listens to. */
export interface Listening {
  nodeId: string
  /** When the listening ends, in milliseconds of this browser's clock; unknown until the server has confirmed it. */
  until: number | undefined
}

interface Listened extends Listening {
  leaving: AbortController
}

/** Stored per workflow outside React, as runs are. */
const store = createExternalStore<Readonly<Record<string, Listened>>>({})

export function useListening(workflowId: string | undefined): Listening | undefined {
  const all = store.use()
  return workflowId === undefined ? undefined : all[workflowId]
}

export function stopListening(workflowId: string): void {
  const { [workflowId]: listened, ...others } = store.get()
  if (!listened) return
  listened.leaving.abort()
  store.set(others)
}

function report(state: HeardCall['state']): void {
  if (state === 'expired') showToast({ title: words.expired })
  if (state === 'stopped') showToast({ title: words.elsewhere })
}

interface Asked {
  projectId: string
  workflowId: string
  nodeId: string
}

/** Waits for the next call of a webhook; undefined if none came or the listening was stopped. */
export async function listenForCall({
  projectId,
  workflowId,
  nodeId,
}: Asked): Promise<{ call: Json } | undefined> {
  stopListening(workflowId)
  const leaving = new AbortController()
  const { signal } = leaving
  const show = (until: number | undefined) =>
    store.set({ ...store.get(), [workflowId]: { nodeId, until, leaving } })
  show(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const options = { params: { projectId, workflowId }, query: { nodeId }, signal }
    for await (const { state, leftMs, call } of client.stream(listenToWebhook, options)) {
      if (signal.aborted) return undefined
      if (state === 'received') return { call }
      if (state !== 'listening') return void report(state)
      show(Date.now() + leftMs)
      // The first time counts: a new connection after a lost one must not prolong the listening.
      timer ??= setTimeout(() => {
        report('expired')
        stopListening(workflowId)
      }, leftMs + GRACE_MS)
    }
  } catch (error) {
    logFailure('Listening to a webhook', error)
    const description = error instanceof Error ? error.message : ''
    showToast({ title: words.failed, description, variant: 'destructive' })
  } finally {
    clearTimeout(timer)
    if (!signal.aborted) stopListening(workflowId)
  }
  return undefined
}
