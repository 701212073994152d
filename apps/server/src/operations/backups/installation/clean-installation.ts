import type { Placement } from '../../../databases/engine/database-engine.ts'
import type { SingleConnection } from '../../../databases/postgres/connection/connect.ts'
import type { OperationsContext } from '../../context.ts'
import {
  dropRecord,
  isRestoreUnfinished,
  type Place,
  readRecorded,
} from './unfinished-restore-store.ts'

export const toPlacement = ({ head, database, schema }: Place): Placement => ({
  environmentId: head.environmentId,
  engine: head.engine,
  server: head.server,
  database,
  schema,
  connection: null,
})

const UNKNOWN_DATABASE = '3D000'

/** Removes what an unfinished restore created: rows, and files that the store did not have before. */
export async function cleanInstallation(
  { engines, files }: Pick<OperationsContext, 'engines' | 'files'>,
  client: SingleConnection,
): Promise<void> {
  if (!(await isRestoreUnfinished(client))) return
  for await (const place of readRecorded(client, 'place')) {
    const placement = toPlacement(place)
    await engines[placement.engine].drop(placement).catch((error) => {
      // The restore was interrupted before it created the database.
      if ((error as { code?: string }).code !== UNKNOWN_DATABASE) throw error
    })
  }
  for await (const { store, key } of readRecorded(client, 'written')) {
    await files.in(store).remove([key])
  }
  await dropRecord(client)
}
