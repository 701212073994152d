import { isObject, type Json, type JsonObject } from '../../node/json.ts'
import { done, type NodeRun } from '../../node/node-call.ts'
import { badParameter } from '../../node/node-failure.ts'

function assign(values: readonly Json[]): JsonObject {
  if (!values.every(isObject)) {
    throw badParameter('Every input must be an object for this result.')
  }
  return Object.fromEntries(values.flatMap((value) => Object.entries(value)))
}

export const runMerge: NodeRun = ({ parameters, input }) => {
  const keyed = isObject(input) ? input : {}
  const values = Object.values(keyed)
  switch (parameters.mode) {
    case 'list':
      return done(values.flat() as Json[])
    case 'assign':
      return done(assign(values))
    case 'first':
      return done(values.find((value) => value !== null) ?? null)
    default:
      return done(keyed)
  }
}
