import { parentPort } from 'node:worker_threads'
import { runTask, type TaskName, type Tasks } from './tasks.ts'

/** A task as it crosses to the thread. */
export interface TaskMessage {
  id: number
  name: TaskName
  file: string
  given: Tasks[TaskName]['given']
}

parentPort?.on('message', ({ id, name, file, given }: TaskMessage) => {
  const post = (answer: object) => parentPort?.postMessage({ id, ...answer })
  try {
    post({ answer: runTask({ name, file, given, tell: (progress) => post({ progress }) }) })
  } catch (error) {
    post({ error: error instanceof Error ? error : new Error(String(error)) })
  }
})
