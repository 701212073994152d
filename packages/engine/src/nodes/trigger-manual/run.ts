import { done, type NodeRun } from '../../node/node-call.ts'

/** The payload of the run takes precedence over the node's test data. */
export const runTriggerManual: NodeRun = ({ parameters, input }) =>
  done(input ?? parameters.data ?? null)
