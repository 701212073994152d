import type { WorkflowNode } from '@plinth/contract'
import { expect, test } from 'vitest'
import { kind } from '../testing/kinds.ts'
import { withSample } from './with-sample.ts'

function trigger(id: string, name: string, pinned?: WorkflowNode['data']['pinned']): WorkflowNode {
  const own = { active: true, parameters: {}, credentials: {}, isDisabled: false, label: id }
  const definition = kind(name, { inputs: [] })
  const data = { definition, ...own, ...(pinned === undefined ? {} : { pinned }) }
  return { id, type: 'custom', position: { x: 0, y: 0 }, data }
}

const hook = trigger('hook', 'trigger-webhook')
const pinnedHook = trigger('pinned', 'trigger-webhook', { body: 1 })
const manual = trigger('manual', 'trigger-manual')

test.each<[string, WorkflowNode[], string | undefined, unknown]>([
  ['the sample of the only trigger', [hook], undefined, { method: 'POST' }],
  ['the pin, which replaces the sample', [pinnedHook], undefined, { body: 1 }],
  ['the data of the chosen trigger', [hook, pinnedHook], 'pinned', { body: 1 }],
  ['a pinned null', [trigger('null', 'trigger-webhook', null)], undefined, null],
  ['nothing for a Manual trigger', [manual], undefined, undefined],
])('starts with %s', (_, nodes, chosen, data) => {
  const run = withSample({ nodes, connections: [], trigger: chosen }, [])
  if (typeof data === 'object' && data !== null) expect(run.data).toMatchObject(data)
  else expect(run.data).toBe(data)
})
