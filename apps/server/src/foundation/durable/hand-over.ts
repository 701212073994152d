import * as restate from '@restatedev/restate-sdk'
import { SIGNATURE_HEADER } from './call-signer.ts'
import { bodyOf, isTarget, type SignedTarget } from './engine-target.ts'
import { HANDOVER } from './service-names.ts'

/**
 * Takes many promises with one request and sends each on. It is one object, so that what was handed over
 * earlier also arrives earlier.
 */
export function handoverService(hooks: restate.HooksProvider[]) {
  return restate.object({
    name: HANDOVER,
    handlers: {
      handOver: async (ctx: restate.ObjectContext, targets: SignedTarget[]): Promise<void> => {
        if (!targets.every(isTarget)) {
          throw new restate.TerminalError('A target is not where a task goes.', { errorCode: 400 })
        }
        for (const { body, signature, ...target } of targets) {
          const parameter = Buffer.from(bodyOf({ ...target, body }))
          const headers = signature === undefined ? {} : { [SIGNATURE_HEADER]: signature }
          ctx.genericSend({ ...target, headers, parameter })
        }
      },
    },
    options: { idempotencyRetention: 60_000, journalRetention: 0, hooks },
  })
}
