import type { Column } from '@plinth/contract'
import { Select } from '../../../ui/forms/select.tsx'
import { importStrings as strings } from '../strings/import-strings.ts'
import { listTargets, type Mapping } from './convert-rows.ts'
import type { FileSummary } from './open-import-worker.ts'

interface MapColumnsProps {
  file: FileSummary
  fields: readonly Column[]
  mapping: Mapping
  onMapping: (mapping: Mapping) => void
}

const NONE = '-'
const SHOWN = 3

function printValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Maps the columns of a file to fields, with example values. */
export function MapColumns({ file, fields, mapping, onMapping }: MapColumnsProps) {
  const targets = listTargets(fields)
  const options = [
    { value: NONE, label: strings.leaveOut },
    ...targets.map(({ name, type }) => ({ value: name, label: name, note: type })),
  ]
  const assign = (at: number, chosen: string) => {
    const name = chosen === NONE ? undefined : chosen
    // A field can be mapped once: choosing it here clears it in another column.
    onMapping(mapping.map((one, col) => (col === at ? name : one === name ? undefined : one)))
  }
  return (
    <div className="max-h-90 overflow-y-auto rounded-lg border">
      <table className="w-full table-fixed text-sm">
        <thead className="sticky top-0 z-10 bg-sunken text-left text-xs text-fg-2">
          <tr>
            <th className="h-8 w-1/4 px-3 font-medium">{strings.inFile}</th>
            <th className="w-1/3 px-3 font-medium">{strings.intoField}</th>
            <th className="px-3 font-medium">{strings.example}</th>
          </tr>
        </thead>
        <tbody>
          {file.columns.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file can have the same name
            <tr key={at} className="border-t">
              <td className="truncate px-3 font-medium">{name}</td>
              <td className="px-3 py-1.5">
                <Select
                  id={`import-${at}`}
                  aria-label={strings.goesTo(name)}
                  value={mapping[at] ?? NONE}
                  options={options}
                  onValueChange={(chosen) => assign(at, chosen)}
                />
              </td>
              <td className="truncate px-3 text-fg-2">
                {file.sample
                  .slice(0, SHOWN)
                  .map((cells) => printValue(cells[at]))
                  .join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
