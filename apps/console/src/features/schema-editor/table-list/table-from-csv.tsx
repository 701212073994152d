import { FileSpreadsheet } from 'lucide-react'
import { useRef } from 'react'
import type { TableStart } from '../../../state/schema/schema-dialog.ts'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { readTableStart } from '../field-list/read-table-start.ts'
import { tableListStrings as strings } from '../strings/table-list-strings.ts'

interface TableFromCsvProps {
  /** Why tables cannot be created. */
  reason: string | undefined
  onRead: (start: TableStart) => void
}

/** Starts a table with the fields of a CSV file. */
export function TableFromCsv({ reason, onRead }: TableFromCsvProps) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (!file) return
    const start = await readTableStart(file)
    if (start) onRead(start)
    else showToast({ title: strings.badCsv, variant: 'destructive' })
  }
  return (
    <>
      <GatedButton reason={reason} onClick={() => input.current?.click()}>
        <FileSpreadsheet aria-hidden="true" />
        {strings.fromCsv}
      </GatedButton>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={strings.fromCsv}
        onChange={(event) => {
          void read(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}
