import { uploadFile as upload } from '@plinth/client'
import type { FileValue } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import type { RowScope } from '../rows/row-scope.ts'

interface Uploading {
  scope: RowScope
  columnName: string
  signal: AbortSignal
  onShare: (share: number) => void
}

/** Uploads a file and returns the value to store in the row. */
export function uploadFile(file: File, uploading: Uploading): Promise<FileValue> {
  const { scope, columnName, signal, onShare } = uploading
  const query = { $projectId: scope.projectId, $environment: scope.environment }
  const place = { client, query, tableName: scope.table, columnName }
  return upload(file, place, { signal, onSent: onShare })
}
