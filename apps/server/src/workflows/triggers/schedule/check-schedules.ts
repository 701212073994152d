import type { Canvas } from '@plinth/contract'
import { triggersOf } from '@plinth/engine'
import { invalid } from '../../../foundation/http/errors/api-error.ts'
import { readSchedule } from './schedule.ts'

/** An active workflow needs valid schedules; a draft may be unfinished. */
export function checkSchedules({ nodes }: Canvas, { active }: { active: boolean }): void {
  if (!active) return
  const places = new Map(nodes.map(({ id }, at) => [id, at]))
  const issues = triggersOf(nodes)
    .filter((trigger) => trigger.active && trigger.kind === 'trigger-schedule')
    .flatMap(({ nodeId, parameters }) => {
      const read = readSchedule(parameters)
      if (!('issue' in read)) return []
      const { path, message } = read.issue
      return [{ path: `nodes.${places.get(nodeId)}.data.parameters.${path}`, message }]
    })
  if (issues.length > 0) throw invalid(issues.slice(0, 100))
}
