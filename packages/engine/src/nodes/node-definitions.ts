import type { NodeDefinition } from '@plinth/contract'
import { ALL_DEFINITIONS } from './all-definitions.ts'

/** The kinds that run in this build; the palette offers no others. */
export const RUNNING_KINDS: ReadonlySet<string> = new Set([
  'trigger-manual',
  'trigger-row',
  'trigger-workflow',
  'trigger-error',
  'trigger-webhook',
  'trigger-schedule',
  'conditional',
  'switch',
  'merge',
  'loop',
  'wait',
  'set',
  'sub-workflow',
  'respond',
  'http_request',
  'database',
  'sql-query',
  'javascript',
  'chatgpt',
  'email',
  'slack',
])

/** The kinds of nodes that can run, by category, in the order of the palette. */
export const nodeDefinitions: Readonly<Record<string, NodeDefinition[]>> = Object.groupBy(
  ALL_DEFINITIONS.filter(({ name }) => RUNNING_KINDS.has(name)),
  ({ category }) => category,
) as Record<string, NodeDefinition[]>
