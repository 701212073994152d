import type { NodeRun } from '../../node/node-call.ts'
import { badParameter } from '../../node/node-failure.ts'
import { numberOf, requiredText } from '../../node/read-parameters.ts'
import { MAX_WAIT_MS, UNIT_MS } from '../parts/units.ts'

export const runWait: NodeRun = ({ parameters, input, scope }) => {
  const now = Date.parse(scope.now)
  let ms: number
  if (parameters.until === 'moment') {
    const moment = Date.parse(requiredText(parameters, 'moment'))
    if (Number.isNaN(moment))
      throw badParameter('"moment" is not a time such as 2027-01-31T09:00:00Z.')
    ms = Math.max(0, moment - now)
  } else {
    const unit = UNIT_MS.get(String(parameters.unit ?? 'seconds'))
    if (!unit) throw badParameter('"unit" must be seconds, minutes, hours or days.')
    ms = unit * numberOf(parameters, 'amount', { min: 0, max: 3_000_000, otherwise: 1 })
  }
  if (ms > MAX_WAIT_MS) throw badParameter('A wait may last 30 days at most.')
  const rounded = Math.round(ms)
  return { status: 'wait', ms: rounded, until: now + rounded, value: input }
}
