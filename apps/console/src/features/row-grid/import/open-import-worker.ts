import type { ImportIssue } from '@plinth/contract'
import type { ImportRequest } from './import-worker.ts'

export interface FileSummary {
  columns: readonly string[]
  count: number
  sample: readonly (readonly unknown[])[]
}

interface ConvertedFile {
  lines: Blob
  refused: number
  issues: readonly ImportIssue[]
}

interface Answer {
  id: number
  value?: unknown
  failure?: string
}

export interface ImportWorker {
  read(file: Blob): Promise<FileSummary>
  convert(request: Omit<Extract<ImportRequest, { act: 'convert' }>, 'act'>): Promise<ConvertedFile>
  close(): void
}

/** A worker that holds one file. */
export function openImportWorker(): ImportWorker {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  let last = 0
  const ask = (request: ImportRequest) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1
      const id = last
      const listen = ({ data }: MessageEvent<Answer>) => {
        if (data.id !== id) return
        worker.removeEventListener('message', listen)
        if (data.failure === undefined) resolve(data.value)
        else reject(new Error(data.failure))
      }
      worker.addEventListener('message', listen)
      worker.postMessage({ id, request })
    })
  return {
    read: async (file) => (await ask({ act: 'read', file })) as FileSummary,
    convert: async (request) => (await ask({ act: 'convert', ...request })) as ConvertedFile,
    close: () => worker.terminate(),
  }
}
