import type { KnownText, Statement } from '../../../databases/sql/render.ts'
import { preparedName } from '../../../foundation/platform/prepared-name.ts'
import type { Writer } from '../../statements/write/write-plan.ts'

/** The cached texts of statements that name their writer, by the cached text without it. */
const withWriterTexts = new WeakMap<KnownText, KnownText>()

function knownWithWriter(known: KnownText, text: string): KnownText {
  const cached = withWriterTexts.get(known)
  if (cached) return cached
  const fresh = { name: preparedName(text), ms: undefined, at: 0 }
  withWriterTexts.set(known, fresh)
  return fresh
}

/**
 * Extends a write that ends with its RETURNING list by the settings that the event triggers read. The triggers run after
 * the list was evaluated and in the same transaction, so that the write needs no further round trip.
 */
export function withWriter(statement: Statement, { by, runId, depth }: Writer): Statement {
  const { values, known } = statement
  const setting = (name: string, at: number) =>
    `set_config('plinth.${name}', $${values.length + at}, true)`
  const text = `${statement.text}, ${setting('by', 1)}, ${setting('run', 2)}, ${setting('depth', 3)}`
  return {
    ...statement,
    text,
    values: [...values, by, runId ?? '', String(depth)],
    ...(known && { known: knownWithWriter(known, text) }),
  }
}
