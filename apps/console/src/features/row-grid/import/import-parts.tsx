import { FileUp } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useId } from 'react'
import { Spinner } from '../../../ui/primitives/spinner.tsx'
import { importStrings as strings } from '../strings/import-strings.ts'
import type { RejectedRows } from './use-import.ts'

const MAX_LISTED = 200

/** A file input with a drop zone. */
export function ChooseFile({
  problem,
  onFile,
}: {
  problem: string | undefined
  onFile: (file: File) => void
}) {
  const id = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (file) onFile(file)
  }
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className="flex flex-col items-center gap-1 rounded-xl border border-dashed border-line-strong px-6 py-12 text-center text-sm focus-within:border-accent hover:bg-hover"
    >
      <FileUp aria-hidden="true" className="mb-2 size-6 stroke-[1.5] text-fg-3" />
      <span className="font-medium">{strings.choose}</span>
      <span className="text-fg-2">{strings.drop}</span>
      {problem === undefined ? null : (
        <span role="alert" className="mt-2 text-danger-text">
          {problem}
        </span>
      )}
      <input
        id={id}
        type="file"
        aria-label={strings.file}
        accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,text/csv,application/json"
        onChange={change}
        className="sr-only"
      />
    </label>
  )
}

/** The progress of the check or the import. */
export function ImportProgress({ isDry, share }: { isDry: boolean; share: number }) {
  const percent = Math.round(share * 100)
  const words = isDry ? strings.checking : strings.importing
  return (
    <div className="flex flex-col gap-3 py-10">
      <p role="status" className="flex items-center gap-2 text-sm">
        <Spinner />
        {words}
      </p>
      <div
        role="progressbar"
        aria-label={words}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full bg-active"
      >
        <div className="h-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}

/** The rows that cannot be imported, with their reasons. */
export function RefusedRows({ refused, issues }: RejectedRows) {
  const listed = issues.slice(0, MAX_LISTED)
  return (
    <div role="alert" className="flex flex-col gap-2">
      <p className="text-sm font-medium text-danger-text">{strings.refused(refused)}</p>
      <p className="text-sm text-fg-2">{strings.refusedText}</p>
      <div className="max-h-72 overflow-y-auto rounded-lg border" tabIndex={-1}>
        <table className="w-full text-sm">
          <thead className="sticky top-0 bg-sunken text-left text-xs text-fg-2">
            <tr>
              <th className="h-8 w-20 px-3 font-medium">{strings.line}</th>
              <th className="w-40 px-3 font-medium">{strings.field}</th>
              <th className="px-3 font-medium">{strings.reason}</th>
            </tr>
          </thead>
          <tbody>
            {listed.map(({ line, path, message }) => (
              <tr key={`${line} ${path} ${message}`} className="border-t">
                <td className="h-8 px-3 tabular-nums">{line.toLocaleString('en-US')}</td>
                <td className="px-3">{path}</td>
                <td className="px-3">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {issues.length > listed.length ? (
        <p className="text-xs text-fg-2">{strings.more(issues.length - listed.length)}</p>
      ) : null}
    </div>
  )
}
