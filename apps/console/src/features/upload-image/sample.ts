/** Defaults; the URL can override them, as in `?projectId=…&tableName=photo`. */
const SAMPLE = { projectId: '', tableId: 'sample', tableName: 'sample', columnName: 'image' }

export type Sample = typeof SAMPLE

/** Table and field that the page uses. */
export function readSample(search: string): Sample {
  const params = new URLSearchParams(search)
  const read = (name: keyof Sample) => params.get(name) ?? SAMPLE[name]
  return {
    projectId: read('projectId'),
    tableId: read('tableId'),
    tableName: read('tableName'),
    columnName: read('columnName'),
  }
}
