import { serveBareSteps } from '../../apps/server/src/durable/testing/serve-bare-steps.ts'

/** A separate process, like the server's worker. */
process.send?.(await serveBareSteps())
