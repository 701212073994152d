import {
  type FairQueueOptions,
  FairQueue as RealQueue,
} from '../../../../apps/server/src/foundation/concurrency/fair-queue.ts'

/** One queue for all projects: first come, first served, without a bound. */
export class FairQueue extends RealQueue {
  constructor({ slots, refuse }: FairQueueOptions) {
    super({ slots, refuse, maxWaiting: Number.POSITIVE_INFINITY })
  }

  override enter(_key: string, options?: Parameters<RealQueue['enter']>[1]) {
    return super.enter('all', options)
  }

  override leave(_key: string, ms?: number): void {
    super.leave('all', ms)
  }
}
