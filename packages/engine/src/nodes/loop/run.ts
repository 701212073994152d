import { isObject } from '../../node/json.ts'
import type { NodeRun } from '../../node/node-call.ts'
import { badParameter } from '../../node/node-failure.ts'
import { numberOf } from '../../node/read-parameters.ts'

const MAX_ITEMS = 5_000

export const runLoop: NodeRun = ({ parameters }) => {
  const { items } = parameters
  const list = isObject(items)
    ? Object.entries(items).map(([key, value]) => ({ key, value }))
    : items
  if (!Array.isArray(list)) throw badParameter('"items" must be a list.')
  if (list.length > MAX_ITEMS) {
    throw badParameter(`A loop takes ${MAX_ITEMS} items at most; these are ${list.length}.`)
  }
  return {
    status: 'items',
    items: list,
    atOnce: numberOf(parameters, 'at_once', { min: 1, max: 20, otherwise: 1 }),
    onFailure: parameters.on_failure === 'continue' ? 'continue' : 'stop',
  }
}
