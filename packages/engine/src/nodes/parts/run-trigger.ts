import { done, type NodeRun } from '../../node/node-call.ts'

/** What happened is the result; a trigger has nothing to add. */
export const runTrigger: NodeRun = ({ input }) => done(input)
