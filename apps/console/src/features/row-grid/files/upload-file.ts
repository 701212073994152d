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
    // fetch tells nothing of how much has been sent.
    const request = new XMLHttpRequest()
    request.open('PUT', signed)
    for (const [name, text] of Object.entries(headers)) request.setRequestHeader(name, text)
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(value)
      else reject(new Error(`The store answered ${request.status}`))
    }
    request.onerror = () => reject(new Error('The store was not reached'))
    signal.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.send(file)
  })
}

/** Sends one file to the store and answers with what a row may hold of it. */
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
