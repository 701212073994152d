import type pg from 'pg'
import { quoteName } from '../../sql/quote-name.ts'
import { inShortTransaction } from '../connection/transact.ts'
import { readPostgresCatalogue } from './read-catalogue.ts'

/** Deletes trash older than a date; the caller must hold the environment's lock. */
export async function purgePostgresTrash(
  client: pg.Client,
  { schema, before }: { schema: string; before: Date },
): Promise<string[]> {
  const live = await readPostgresCatalogue(client, schema)
  const space = quoteName(schema)
  const purged: string[] = []
  for (const item of live.trash) {
    if (new Date(item.trashedOn) >= before) continue
    const holder = live.tables.find((table) =>
      item.kind === 'column'
        ? table.columns.some((column) => column.name === item.trashName)
        : table.name === item.trashName,
    )
    const name = quoteName(item.trashName)
    await inShortTransaction(client, async () => {
      if (holder && item.kind === 'column') {
        await client.query(
          `alter table ${space}.${quoteName(holder.name)} drop column if exists ${name} cascade`,
        )
      } else if (holder) await client.query(`drop table if exists ${space}.${name} cascade`)
      await client.query(`delete from ${space}._plinth_trash where id = $1`, [item.id])
    })
    purged.push(item.id)
  }
  return purged
}
