import { findRefusedQueries } from '../../databases/query-check/find-refused-queries.ts'
import { type ExportModel, type ExportTable, exportModelOf } from './export-tables.ts'
import { type ExportedFile, filesOfRow } from './files-of-row.ts'
import type { OutputFile } from './output-file.ts'
import type { OutputFolder } from './output-folder.ts'
import { postgresScript } from './postgres-script.ts'
import type { RowSource } from './row-source.ts'
import { type Script, writeInserts, writeViews } from './script.ts'
import { sqliteScript } from './sqlite-script.ts'
import { csvHead, csvRow, jsonLine, shownColumns } from './write-row.ts'

interface Opened {
  readonly script: Script
  readonly file: OutputFile
}

export interface WrittenRows {
  readonly model: ExportModel
  readonly counts: ReadonlyMap<string, number>
}

interface Given {
  readonly folder: OutputFolder
  /** The environment's folder within it. */
  readonly inside: string
  readonly source: RowSource
  readonly onTable: (table: ExportTable, rows: number) => void
}

/** Reads every table once and writes all formats from it. */
export async function writeRowFiles(options: Given): Promise<WrittenRows> {
  const { folder, inside, source } = options
  const refused = await findRefusedQueries(source.configuration)
  const model = exportModelOf(source.configuration, refused)
  const counts = new Map<string, number>()
  await folder.file(`${inside}/postgres.sql`, (postgres) =>
    folder.file(`${inside}/sqlite.sql`, (sqlite) =>
      folder.file(`${inside}/files.jsonl`, async (files) => {
        const scripts = [
          { script: postgresScript, file: postgres },
          { script: sqliteScript, file: sqlite },
        ]
        for (const { script, file } of scripts) await file.write(script.head(model))
        for (const table of model.tables) {
          const count = await exportTable({ ...options, table, scripts, files })
          counts.set(table.name, count)
          options.onTable(table, count)
        }
        for (const { script, file } of scripts) {
          const views = writeViews(model, source.configuration.database === script.engine)
          await file.write(script.tail(model) + views)
        }
      }),
    ),
  )
  return { model, counts }
}

async function exportTable(
  options: Given & { table: ExportTable; scripts: readonly Opened[]; files: OutputFile },
): Promise<number> {
  const { folder, inside, source, table, scripts, files } = options
  const shown = shownColumns(table)
  let count = 0
  await folder.file(`${inside}/json/${table.name}.jsonl`, (json) =>
    folder.file(`${inside}/csv/${table.name}.csv`, async (csv) => {
      await csv.write(csvHead(shown))
      for await (const rows of source.rows(table)) {
        count += rows.length
        for (const { script, file } of scripts) await writeInserts({ file, script, table }, rows)
        for (const row of rows) {
          await json.write(jsonLine(shown, row))
          await csv.write(csvRow(shown, row))
          for (const line of filesOfRow(table, row)) await files.write(writeFileLine(line))
        }
      }
    }),
  )
  return count
}

const writeFileLine = (line: ExportedFile) => `${JSON.stringify(line)}\n`
