import { EXPORTED_ROWS, RowQuery } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import type { DataTable } from '../../../databases/sql/data-model.ts'
import { readStoredObject } from '../../../foundation/platform/stored-json.ts'
import { fileColumnsOf, filesIn } from '../../file-store/confirm-files.ts'
import { staffPolicy } from '../../request/access-policy.ts'
import type { OpenTable, WriteOrigin } from '../../request/row-request.ts'
import { isShown } from '../../statements/select/row-object.ts'
import { pagesOf } from '../../transfer/export-rows.ts'
import { type ExportBudget, openExportBudget } from './export-budget.ts'
import type { NamedFile } from './named-file.ts'
import { relatedColumns } from './related-columns.ts'
import { writeUserFiles } from './write-user-files.ts'

interface Writing {
  readonly open: OpenTable
  readonly origin: WriteOrigin
  readonly budget: ExportBudget
  readonly files: NamedFile[]
}

/** The file is made to be handed out, so it has what the person could be shown: no hidden and no hashed field. */
const READER = { seesHidden: false }

function noteUnshown({ budget }: Writing, table: DataTable): void {
  for (const column of table.columns.values()) {
    const { name, definition } = column
    if (isShown(column, READER)) continue
    const reason = definition?.options.isHidden ? 'hidden field' : 'hashed field'
    budget.leftOut.push({ what: `${table.name}.${name}`, reason })
  }
}

function noteFiles({ files }: Writing, table: DataTable, row: Data): void {
  for (const { name } of fileColumnsOf(table)) {
    for (const file of filesIn(row[name]))
      files.push({ table, field: name, rowId: String(row.id), file })
  }
}

/** The rows of a table that a filter chooses, as the items of a JSON list. */
async function* rowsOf(
  writing: Writing,
  table: DataTable,
  $filter: string,
): AsyncGenerator<string> {
  const { open, origin, budget } = writing
  const query = RowQuery.parse({ $filter, $version: 'v2', $count: 'false' })
  const request = { ...open, table, query, origin, policy: staffPolicy() }
  let count = 0
  for await (const page of pagesOf(request, READER)) {
    for (const { answer } of page) {
      const text = String(answer)
      if (count === EXPORTED_ROWS || !budget.take(text.length)) {
        budget.leftOut.push({
          what: `${table.name}: rows after the first ${count}`,
          reason: 'limit',
        })
        return
      }
      noteFiles(writing, table, readStoredObject(text, 'row'))
      yield count === 0 ? text : `,\n${text}`
      count += 1
    }
  }
}

async function* related(writing: Writing, userId: string): AsyncGenerator<string> {
  const { environment, table } = writing.open
  let before = ''
  const noted = new Set([table])
  for (const { table: other, column } of relatedColumns(environment.model, table)) {
    if (!noted.has(other)) noteUnshown(writing, other)
    noted.add(other)
    const names = JSON.stringify({ table: other.name, field: column.name }).slice(0, -1)
    yield `${before}${names},"rows":[`
    const filter = `${column.name} ${column.relation?.isMany ? '?=' : '='} ${JSON.stringify(userId)}`
    yield* rowsOf(writing, other, filter)
    yield ']}'
    before = ',\n'
  }
}

/** One JSON document about a person; what it lacks is listed in `leftOut`. */
export async function* writeUserExport(
  asked: Pick<Writing, 'open' | 'origin'> & { userId: string; about: object },
): AsyncGenerator<string> {
  const { open, userId, about } = asked
  const writing: Writing = { ...asked, budget: openExportBudget(), files: [] }
  const { budget } = writing
  noteUnshown(writing, open.table)
  yield `${JSON.stringify(about).slice(0, -1)},"user":`
  let user = ''
  for await (const row of rowsOf(writing, open.table, `id = ${JSON.stringify(userId)}`)) user += row
  yield `${user || 'null'},\n"related":[`
  yield* related(writing, userId)
  yield '],\n"files":['
  yield* writeUserFiles(open, writing.files, budget)
  const isComplete = budget.leftOut.every(({ reason }) => reason.endsWith('field'))
  yield `],\n"leftOut":${JSON.stringify(budget.leftOut)},"complete":${isComplete}}\n`
}
