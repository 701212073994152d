import type { Column } from '@plinth/contract'
import { convertRows, type Mapping } from './convert-rows.ts'
import { type ReadFile, readFile, UnreadableFile } from './read-file.ts'

export type ImportRequest =
  | { act: 'read'; file: Blob }
  | { act: 'convert'; mapping: Mapping; fields: readonly Column[] }

const MAX_SHOWN = 20
let read: ReadFile = { columns: [], rows: [] }

async function answer(request: ImportRequest) {
  if (request.act === 'read') {
    read = readFile(await request.file.text())
    const { columns, rows } = read
    return { columns, count: rows.length, sample: rows.slice(0, MAX_SHOWN) }
  }
  const { lines, refused, issues } = convertRows(read, request)
  return { lines: new Blob([lines.join('\n')]), refused, issues }
}

/** Reads and converts files in a worker, so that the page stays responsive. */
addEventListener('message', ({ data }: MessageEvent<{ id: number; request: ImportRequest }>) => {
  const { id, request } = data
  answer(request).then(
    (value) => postMessage({ id, value }),
    (error: unknown) =>
      postMessage({ id, failure: error instanceof UnreadableFile ? error.message : 'unreadable' }),
  )
})
