import { parentPort } from 'node:worker_threads'
import { ApplyFailure } from '../engine/apply-failure.ts'
import type { Progress } from '../engine/database-engine.ts'
import { runTask, type TaskName, type Tasks } from './tasks.ts'

/** A task message to the thread. */
export interface TaskMessage {
  id: number
  name: TaskName
  file: string
  input: Tasks[TaskName]['input']
  /** Non-zero once the request is cancelled. */
  cancel?: Int32Array
}

parentPort?.on('message', ({ id, name, file, input, cancel }: TaskMessage) => {
  const post = (answer: object) => parentPort?.postMessage({ id, ...answer })
  const report = (progress: Progress) => {
    if (cancel && Atomics.load(cancel, 0) !== 0) throw new ApplyFailure({ kind: 'cancelled' })
    post({ progress })
  }
  try {
    post({ answer: runTask({ name, file, input, report }) })
  } catch (error) {
    post({ error: error instanceof Error ? error : new Error(String(error)) })
  }
})
