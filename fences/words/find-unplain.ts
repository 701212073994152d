import type { Text } from './read-texts.ts'

/** Words to avoid, each with the standard one. */
export const STANDARD: readonly (readonly [RegExp, string])[] = [
  [/\b(whoever|somebody)\b/i, 'name who or what acts'],
  [/\banew\b/i, 'again'],
  [/\b(comes?|came) of\b/i, 'name the result'],
  [/\bset aside\b/i, 'trash'],
  [/\bgone\b/i, 'deleted, removed or trash'],
  [/\bdurable engine\b/i, 'durable runtime'],
  [/\btwo-step\b/i, 'two-factor'],
  [/\bpromised\b/i, 'enqueued'],
  [/\bhand(ed|s)? over\b/i, 'dispatch'],
  [/\bupkeep\b/i, 'maintenance'],
]

/** `component: event`, so that an operator can filter and alert on it. */
const LOG_LINE = /^[a-z][\w -]*: \S/

/** The reason why a text is not plain; undefined if it is. */
export function findUnplain({ kind, file, text }: Text): string | undefined {
  const found = STANDARD.find(([word]) => word.test(text))
  if (found) return `"${found[0].exec(text)?.[0]}": ${found[1]}`
  const isServerLog = kind === 'log line' && file.startsWith('apps/server/src/')
  if (isServerLog && !LOG_LINE.test(text)) return 'a log line is `component: event`'
  return undefined
}
