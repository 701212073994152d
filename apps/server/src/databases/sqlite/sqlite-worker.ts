import { parentPort } from 'node:worker_threads'
import { ApplyTrouble } from '../engine/apply-trouble.ts'
import type { Progress } from '../engine/database-engine.ts'
import { runTask, type TaskName, type Tasks } from './tasks.ts'

/** A task as it crosses to the thread. */
export interface TaskMessage {
  id: number
  name: TaskName
  file: string
  given: Tasks[TaskName]['given']
  /** Not zero once whoever asked does not want it any more. */
  cancel?: Int32Array
}

parentPort?.on('message', ({ id, name, file, given, cancel }: TaskMessage) => {
  const post = (answer: object) => parentPort?.postMessage({ id, ...answer })
  const tell = (progress: Progress) => {
    if (cancel && Atomics.load(cancel, 0) !== 0) throw new ApplyTrouble({ kind: 'cancelled' })
    post({ progress })
  }
  try {
    post({ answer: runTask({ name, file, given, tell }) })
  } catch (error) {
    post({ error: error instanceof Error ? error : new Error(String(error)) })
  }
})
