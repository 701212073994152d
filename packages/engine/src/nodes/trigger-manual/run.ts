import { done, type NodeRun } from '../../node/node-call.ts'

/** What the run was started with goes before what is written in the node. */
export const runTriggerManual: NodeRun = ({ parameters, input }) =>
  done(input ?? parameters.data ?? null)
