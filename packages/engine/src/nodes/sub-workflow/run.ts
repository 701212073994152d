import type { NodeRun } from '../../node/node-call.ts'
import { requiredText } from '../../node/read-parameters.ts'

export const runSubWorkflow: NodeRun = ({ parameters }) => ({
  status: 'call',
  workflow: requiredText(parameters, 'workflow').trim(),
  input: parameters.input ?? null,
})
