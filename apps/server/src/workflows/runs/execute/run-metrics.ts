import { nodeDefinitions } from '@plinth/engine'
import type { FairQueue } from '../../../foundation/concurrency/fair-queue.ts'
import type { RunEnding, StepResult } from '../../../foundation/durable/run-host.ts'
import type { Metrics } from '../../../foundation/metrics/metrics.ts'

const RUN_BUCKETS = [0.05, 0.25, 1, 5, 30, 60, 300, 1_800, 3_600, 21_600, 86_400]
const STEP_BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 180]

/** The figures of runs and steps that this worker executes. */
export interface RunMetrics {
  endRun(status: RunEnding['status'], startedAt: number): void
  /** Measures a step; one of a stopped project or an ended attempt is not counted. */
  timeStep(kind: string, execute: () => Promise<StepResult>): Promise<StepResult>
}

const STEP_STATUS: Partial<Record<StepResult['status'], string>> = {
  failed: 'failed',
  wait: 'waiting',
  call: 'waiting',
}

export function openRunMetrics(metrics: Metrics, { steps }: { steps: FairQueue }): RunMetrics {
  const observeRun = metrics.histogram({
    name: 'run_duration_seconds',
    help: 'Time from start to end of runs that ended in this worker.',
    labels: { status: ['succeeded', 'failed', 'cancelled'] },
    buckets: RUN_BUCKETS,
  })
  const observeStep = metrics.histogram({
    name: 'step_duration_seconds',
    help: 'Duration of executed steps by node kind.',
    labels: {
      kind: Object.values(nodeDefinitions).flatMap((kinds) => kinds.map(({ name }) => name)),
      status: ['done', 'failed', 'waiting'],
    },
    buckets: STEP_BUCKETS,
  })
  metrics.gauge(
    {
      name: 'step_slots',
      help: 'Steps that this worker executes, and steps that wait for a slot.',
      labels: { state: ['running', 'waiting'] },
    },
    () => [
      { labels: { state: 'running' }, value: steps.size.running },
      { labels: { state: 'waiting' }, value: steps.size.waiting },
    ],
  )
  return {
    endRun: (status, startedAt) =>
      observeRun({ status }, Math.max(0, Date.now() - startedAt) / 1_000),
    async timeStep(kind, execute) {
      const since = performance.now()
      const result = await execute()
      const status = STEP_STATUS[result.status] ?? 'done'
      if (result.status !== 'stopped')
        observeStep({ kind, status }, (performance.now() - since) / 1_000)
      return result
    },
  }
}
