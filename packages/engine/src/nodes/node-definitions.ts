import type { NodeDefinition } from '@plinth/contract'
import { ALL_DEFINITIONS } from './all-definitions.ts'

/** Kinds that run in this build; the palette offers only these. */
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
  'approval',
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

/** Definitions of the running kinds by category, in palette order. */
export const nodeDefinitions: Readonly<Record<string, NodeDefinition[]>> = Object.groupBy(
  ALL_DEFINITIONS.filter(({ name }) => RUNNING_KINDS.has(name)),
  ({ category }) => category,
) as Record<string, NodeDefinition[]>
