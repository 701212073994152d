import type { TextIssue } from './check-json-text.ts'

export interface JsonChecker {
  check: (text: string) => Promise<TextIssue[]>
  stop: () => void
}

interface CheckAnswer {
  id: number
  issues: TextIssue[]
}

/** Checks texts in a worker; pending checks are rejected if the worker fails. */
export function startJsonChecker(): JsonChecker {
  const worker = new Worker(new URL('./check-json-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, PromiseWithResolvers<TextIssue[]>>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
    waiting.get(data.id)?.resolve(data.issues)
    waiting.delete(data.id)
  })
  worker.addEventListener('error', () => {
    for (const question of waiting.values()) question.reject(new Error('The JSON worker failed'))
    waiting.clear()
  })
  return {
    check(text) {
      last += 1
      const question = Promise.withResolvers<TextIssue[]>()
      waiting.set(last, question)
      worker.postMessage({ id: last, text })
      return question.promise
    },
    stop: () => worker.terminate(),
  }
}
