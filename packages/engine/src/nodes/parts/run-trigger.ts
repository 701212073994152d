import { done, type NodeRun } from '../../node/node-call.ts'

/** A trigger returns its payload unchanged. */
export const runTrigger: NodeRun = ({ input }) => done(input)
