import type { Json } from '../execution/execution.ts'
import { dragPath } from '../paths/path-drag.ts'
import { stepPath } from '../paths/schema-of.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'

const MAX_ROWS = 50
const MAX_COLUMNS = 20

type JsonObject = { [key: string]: Json }

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function printCell(value: Json | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const cellStyle = 'max-w-40 truncate border-b px-2 py-1 text-left align-top'

/** Path of the value under a key, if the values can be dragged. */
function dragProps(root: string | undefined, key: string) {
  return root === undefined ? {} : dragPath(stepPath(root, key))
}

interface RowTableProps {
  rows: JsonObject[]
  root?: string | undefined
}

function RowTable({ rows, root }: RowTableProps) {
  const first = root === undefined ? undefined : stepPath(root, 0)
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, MAX_COLUMNS)
  return (
    <table className="text-2xs">
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              {...dragProps(first, column)}
              className={`${cellStyle} bg-sunken font-medium text-fg-2 [[draggable]]:cursor-grab`}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have no other identity
          <tr key={at}>
            {columns.map((column) => (
              <td key={column} className={cellStyle}>
                {printCell(row[column])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function KeyValues({ value, root }: { value: JsonObject; root?: string | undefined }) {
  return (
    <dl className="text-2xs">
      {Object.entries(value).map(([key, one]) => (
        <div
          key={key}
          {...dragProps(root, key)}
          className="flex gap-2 border-b px-2.5 py-1 last:border-0 [[draggable]]:cursor-grab"
        >
          <dt className="w-24 shrink-0 truncate font-medium text-fg-2">{key}</dt>
          <dd className="min-w-0 break-words">{printCell(one)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface StructuredResultProps {
  result: Json
  /** Root of the paths that are dragged from here; without one nothing can be dragged. */
  root?: string | undefined
}

/** A table for an array of objects, key/value rows for an object, otherwise text. */
export function StructuredResult({ result, root }: StructuredResultProps) {
  if (Array.isArray(result)) {
    if (result.length === 0) return <p className="p-2.5 text-2xs">{strings.result.empty}</p>
    const rows = result.filter(isObject)
    if (rows.length === result.length) {
      return (
        <>
          <RowTable rows={rows.slice(0, MAX_ROWS)} root={root} />
          {rows.length > MAX_ROWS ? (
            <p className="px-2.5 py-1 text-2xs text-fg-3">
              {strings.result.moreRows(rows.length - MAX_ROWS)}
            </p>
          ) : null}
        </>
      )
    }
  }
  if (isObject(result) && Object.keys(result).length === 0) {
    return <p className="p-2.5 text-2xs">{strings.result.emptyObject}</p>
  }
  if (isObject(result)) return <KeyValues value={result} root={root} />
  return <p className="p-2.5 text-2xs break-words whitespace-pre-wrap">{printCell(result)}</p>
}
