import * as restate from '@restatedev/restate-sdk'
import { SIGNATURE_HEADER } from './call-signer.ts'
import { bodyOf, DISPATCH, isTarget, type SignedTarget } from './runtime-target.ts'

/**
 * Takes a batch of outbox entries with one request and dispatches each. It is a single object, so that batches are
 * dispatched in order.
 */
export function dispatchService(hooks: restate.HooksProvider[]) {
  return restate.object({
    name: DISPATCH,
    handlers: {
      dispatch: async (ctx: restate.ObjectContext, targets: SignedTarget[]): Promise<void> => {
        if (!targets.every(isTarget)) {
          throw new restate.TerminalError('Outbox entries cannot be dispatched to this handler.', {
            errorCode: 400,
          })
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
