import type { Data } from '@plinth/expression'
import type { DataTable } from '../../databases/sql/data-model.ts'
import { readStoredObject } from '../../foundation/platform/stored-json.ts'
import type { Env } from '../../foundation/settings/env.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { StatementRunner } from '../runners/row-runner.ts'
import { compileOne } from '../statements/select/compile-select.ts'
import { isWithinBytes } from '../statements/select/is-within-bytes.ts'
import { WHOLE_ROW } from '../statements/select/row-object.ts'

interface Reading {
  readonly context: { readonly env: Pick<Env, 'maxAnswerBytes'> }
  readonly environment: LiveEnvironment
  readonly runner: StatementRunner
}

/**
 * The whole row regardless of access, as rules read it; it must not reach the response. Undefined if there is none, and
 * `too large` for one above the byte limit, which is not read.
 */
export async function readRuledRow(
  { context, environment, runner }: Reading,
  { table, id }: { table: DataTable; id: string },
): Promise<Data | 'too large' | undefined> {
  const { maxAnswerBytes: maxBytes } = context.env
  const one = { table, id, rule: true, view: WHOLE_ROW, viewer: { seesHidden: true }, maxBytes }
  const [row] = await runner.read(environment, compileOne(environment.model, one))
  if (!row) return undefined
  if (!isWithinBytes(row.answer, maxBytes)) return 'too large'
  return readStoredObject(row.answer, 'row')
}
