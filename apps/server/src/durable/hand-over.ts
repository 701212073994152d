import * as restate from '@restatedev/restate-sdk'
import type { EngineTarget } from './engine-target.ts'
import { HANDOVER } from './service-names.ts'

/**
 * Takes many promises with one request and sends each on. It is one object, so that what was handed over
 * earlier also arrives earlier.
 */
export const handover = restate.object({
  name: HANDOVER,
  handlers: {
    handOver: async (ctx: restate.ObjectContext, targets: EngineTarget[]): Promise<void> => {
      for (const { body, ...target } of targets) {
        const parameter = Buffer.from(body === undefined ? '' : JSON.stringify(body))
        ctx.genericSend({ ...target, parameter })
      }
    },
  },
  options: { idempotencyRetention: 60_000, journalRetention: 0 },
})
