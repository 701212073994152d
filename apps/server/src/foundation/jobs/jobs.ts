import type { Logger } from 'pino'
import { JobLoop, type JobOptions, type JobStatus } from './job-loop.ts'

/** A job in progress, or several that stop together. */
export interface StartedJob {
  /** Resolves when the run in progress has ended; nothing runs afterwards. */
  stop(): Promise<void>
}

/** Background jobs of this process. */
export interface Jobs {
  start(options: JobOptions): StartedJob & Pick<JobLoop, 'wake'>
  /** Status of every job that has not been stopped, in the order in which they were started. */
  list(): JobStatus[]
}

/** Intervals in milliseconds by the name of a job, for tests that would wait for the usual one. */
export type JobIntervals = Readonly<Record<string, number>>

/** Opens the registry of jobs. It stops none of them: the caller that starts a job stops it. */
export function openJobs(log: Pick<Logger, 'warn' | 'debug'>, intervals: JobIntervals = {}): Jobs {
  const started = new Set<JobLoop>()
  return {
    start(options) {
      const everyMs = intervals[options.name] ?? options.everyMs
      const job = new JobLoop({ ...options, everyMs }, log)
      started.add(job)
      return {
        wake: () => job.wake(),
        async stop() {
          await job.stop()
          started.delete(job)
        },
      }
    },
    list: () => [...started].map(({ status }) => status),
  }
}

/** Stops jobs at the same time. */
export function stopAll(jobs: readonly StartedJob[]): StartedJob {
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
