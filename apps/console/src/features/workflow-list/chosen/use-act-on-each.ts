import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { actOnEach, printOutcome } from './act-on-each.ts'

export interface EachOptions<Item, Act extends string> {
  /** The first part of each log line. */
  name: string
  /** What happened to so many items. */
  done: Readonly<Record<Act, (count: number) => string>>
  /** The queries of the project that the acts change. */
  changes: readonly string[]
  send: (act: Act, item: Item) => Promise<unknown>
  onDone: () => void
}

/** Acts on selected items one by one, with progress; shows what happened as a toast. */
export function useActOnEach<Item, Act extends string>({
  name,
  done,
  changes,
  send,
  onDone,
}: EachOptions<Item, Act>) {
  const projectId = useCurrentProject().id
  const queries = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; all: number }>()
  const stop = useRef<AbortController>(undefined)
  const act = async (kind: Act, items: readonly Item[]) => {
    if (progress) return
    const all = items.length
    const controller = new AbortController()
    stop.current = controller
    setProgress({ done: 0, all })
    const outcome = await actOnEach(items, (item) => send(kind, item), {
      signal: controller.signal,
      onProgress: (count) => setProgress({ done: count, all }),
    })
    for (const message of outcome.refused) logFailure(`${name}: ${kind}`, new Error(message))
    setProgress(undefined)
    showToast(printOutcome(done[kind], outcome))
    onDone()
    await Promise.all(
      changes.map((key) => queries.invalidateQueries({ queryKey: [key, projectId] })),
    )
  }
  return { act, progress, stop: () => stop.current?.abort() }
}
