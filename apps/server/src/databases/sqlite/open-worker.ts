import { Worker } from 'node:worker_threads'
import type { Progress } from '../engine/database-engine.ts'
import type { TaskName, Tasks } from './tasks.ts'

export interface SqliteWorker {
  run<N extends TaskName>(task: {
    name: N
    file: string
    input: Tasks[N]['input']
    onProgress?: ((progress: Progress) => void) | undefined
    signal?: AbortSignal | undefined
  }): Promise<Tasks[N]['answer']>
}

interface Waiting {
  resolve: (answer: never) => void
  reject: (error: Error) => void
  onProgress: ((progress: Progress) => void) | undefined
}

/** A worker thread that runs tasks on files one at a time; starts on first use. */
export function openWorker(): SqliteWorker {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let count = 0

  function start(): Worker {
    const started = new Worker(new URL('./sqlite-worker.ts', import.meta.url))
    started.on('message', ({ id, answer, error, progress }) => {
      const asked = waiting.get(id)
      if (progress) asked?.onProgress?.(progress)
      else {
        waiting.delete(id)
        if (waiting.size === 0) started.unref()
        if (error) asked?.reject(error)
        else asked?.resolve(answer as never)
      }
    })
    const end = (error: Error) => {
      worker = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('error', end)
    started.on('exit', (code) => {
      if (worker === started) end(new Error(`sqlite: worker thread exited (${code})`))
    })
    return started
  }

  return {
    run: ({ name, file, input, onProgress, signal }) =>
      new Promise((resolve, reject) => {
        // A busy thread receives no messages, but it can read shared memory.
        const cancel = signal && new Int32Array(new SharedArrayBuffer(4))
        if (cancel) {
          const stop = () => Atomics.store(cancel, 0, 1)
          if (signal.aborted) stop()
          else signal.addEventListener('abort', stop, { once: true })
        }
        worker ??= start()
        count += 1
        waiting.set(count, { resolve, reject, onProgress })
        worker.ref()
        worker.postMessage({ id: count, name, file, input, cancel })
      }),
  }
}
