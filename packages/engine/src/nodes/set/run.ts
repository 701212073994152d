import { isObject } from '../../node/json.ts'
import { done, type NodeRun } from '../../node/node-call.ts'
import { badParameter } from '../../node/node-failure.ts'

export const runSet: NodeRun = ({ parameters, input }) => {
  const value = parameters.value ?? null
  if (parameters.keep !== 'input') return done(value)
  if (!isObject(value)) throw badParameter('"value" must be an object to be added to the input.')
  if (input !== null && !isObject(input)) throw badParameter('The input is not an object.')
  return done({ ...input, ...value })
}
