import { FileSpreadsheet } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/primitives/button.tsx'
import { Tooltip } from '../../../ui/primitives/tooltip.tsx'
import { fieldListStrings as strings } from '../strings/field-list-strings.ts'

/** Only the beginning is read, because the header and some rows are enough. */
const READ_BYTES = 262_144

interface FieldSourceProps {
  onText: (text: string) => void
  onFailure: () => void
}

/** A button that reads the names and types of fields from a CSV file. */
export function FieldSource({ onText, onFailure }: FieldSourceProps) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (!file) return
    const text = await file
      .slice(0, READ_BYTES)
      .text()
      .catch(() => undefined)
    if (text === undefined) onFailure()
    // A line that was cut off could have wrong values.
    else onText(file.size > READ_BYTES ? text.slice(0, text.lastIndexOf('\n')) : text)
  }
  return (
    <>
      <Tooltip text={strings.fromCsvHint}>
        <Button size="sm" onClick={() => input.current?.click()}>
          <FileSpreadsheet aria-hidden="true" />
          {strings.fromCsv}
        </Button>
      </Tooltip>
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
