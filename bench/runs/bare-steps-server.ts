import { serveBareSteps } from '../../apps/server/src/foundation/durable/testing/serve-bare-steps.ts'

/** A process of its own, as the server's worker is one. */
process.send?.(await serveBareSteps())
