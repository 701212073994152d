import { serveBareSteps } from '../../apps/server/src/foundation/durable/testing/serve-bare-steps.ts'

/** A separate process, like the server's worker. */
process.send?.(await serveBareSteps())
