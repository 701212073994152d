import { listScheduleTimes as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import { invalid } from '../../../foundation/http/errors/api-error.ts'
import { nextTimes, readSchedule } from './schedule.ts'

const SHOWN = 5

export const listScheduleTimes = route(endpoint, async ({ query }) => {
  const read = readSchedule(query)
  if ('issue' in read) throw invalid([read.issue])
  const times = nextTimes(read.schedule, { after: new Date(), count: SHOWN })
  return { times: times.map((time) => time.toISOString()) }
})
