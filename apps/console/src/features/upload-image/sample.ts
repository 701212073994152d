/** What the page asks for unless its address says otherwise, as in `?projectId=…&tableName=photo`. */
const SAMPLE = { projectId: '', tableId: 'sample', tableName: 'sample', columnName: 'image' }

export type Sample = typeof SAMPLE

/** The table and field that the page works with. */
export function readSample(search: string): Sample {
  const given = new URLSearchParams(search)
  const read = (name: keyof Sample) => given.get(name) ?? SAMPLE[name]
  return {
    projectId: read('projectId'),
    tableId: read('tableId'),
    tableName: read('tableName'),
    columnName: read('columnName'),
  }
}
