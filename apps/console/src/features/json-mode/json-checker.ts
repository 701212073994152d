import type { TextIssue } from './check-json-text.ts'

export interface JsonChecker {
  check: (text: string) => Promise<TextIssue[]>
  stop: () => void
}

interface CheckAnswer {
  id: number
  issues: TextIssue[]
}

/** A worker that checks one text after the other; questions that nobody answers any more are dropped. */
export function startJsonChecker(): JsonChecker {
  const worker = new Worker(new URL('./check-json-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, PromiseWithResolvers<TextIssue[]>>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
    waiting.get(data.id)?.resolve(data.issues)
    waiting.delete(data.id)
  })
  worker.addEventListener('error', () => {
    for (const question of waiting.values()) question.reject(new Error('The text was not checked'))
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
