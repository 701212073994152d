import { prepareUpload } from '@plinth/client'
import { type FileValue, requestUpload } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import type { RowScope } from '../rows/row-scope.ts'

interface Uploading {
  scope: RowScope
  columnName: string
  signal: AbortSignal
  onShare: (share: number) => void
}

function put(file: File, signed: string, { signal, onShare }: Uploading): Promise<FileValue> {
  const { headers, value } = prepareUpload(file, signed)
  return new Promise((resolve, reject) => {
    // fetch does not report upload progress.
    const request = new XMLHttpRequest()
    request.open('PUT', signed)
    for (const [name, text] of Object.entries(headers)) request.setRequestHeader(name, text)
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(value)
      else reject(new Error(`File storage returned ${request.status}`))
    }
    request.onerror = () => reject(new Error('File storage could not be reached'))
    signal.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.send(file)
  })
}

/** Uploads a file and returns the value to store in the row. */
export async function uploadFile(file: File, uploading: Uploading): Promise<FileValue> {
  const { scope, columnName, signal } = uploading
  const described = { fileName: file.name, fileSize: file.size, fileType: file.type }
  const { urls } = await client.call(requestUpload, {
    query: { $projectId: scope.projectId, $environment: scope.environment },
    body: { tableName: scope.table, columnName, files: [described] },
    signal,
  })
  signal.throwIfAborted()
  return put(file, urls[0] ?? '', uploading)
}
