import type { NodeDefinition } from '@plinth/contract'
import { approval } from './approval/definition.ts'
import { chatgpt } from './chatgpt/definition.ts'
import { conditional } from './conditional/definition.ts'
import { database } from './database/definition.ts'
import { email } from './email/definition.ts'
import { httpRequest } from './http-request/definition.ts'
import { javascript } from './javascript/definition.ts'
import { loop } from './loop/definition.ts'
import { merge } from './merge/definition.ts'
import { respond } from './respond/definition.ts'
import { set } from './set/definition.ts'
import { slack } from './slack/definition.ts'
import { sqlQuery } from './sql-query/definition.ts'
import { subWorkflow } from './sub-workflow/definition.ts'
import { switchNode } from './switch/definition.ts'
import { triggerError } from './trigger-error/definition.ts'
import { triggerManual } from './trigger-manual/definition.ts'
import { triggerRow } from './trigger-row/definition.ts'
import { triggerSchedule } from './trigger-schedule/definition.ts'
import { triggerWebhook } from './trigger-webhook/definition.ts'
import { triggerWorkflow } from './trigger-workflow/definition.ts'
import { wait } from './wait/definition.ts'

/** All node definitions in palette order. */
export const ALL_DEFINITIONS: readonly NodeDefinition[] = [
  triggerManual,
  triggerWebhook,
  triggerSchedule,
  triggerRow,
  triggerWorkflow,
  triggerError,
  conditional,
  switchNode,
  merge,
  loop,
  wait,
  approval,
  set,
  subWorkflow,
  respond,
  httpRequest,
  database,
  sqlQuery,
  javascript,
  chatgpt,
  email,
  slack,
]

export const TRIGGER_KINDS: ReadonlySet<string> = new Set(
  ALL_DEFINITIONS.filter(({ category }) => category === 'Triggers').map(({ name }) => name),
)

const BY_NAME = new Map(ALL_DEFINITIONS.map((definition) => [definition.name, definition]))

/** Definition by name. The copy stored in a graph is never used. */
export function definitionOf(name: string): NodeDefinition | undefined {
  return BY_NAME.get(name)
}
