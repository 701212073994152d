import { FileSpreadsheet } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/primitives/button.tsx'
import { Tooltip } from '../../../ui/primitives/tooltip.tsx'
import { fieldListStrings as strings } from '../strings/field-list-strings.ts'
import { readStart } from './read-start.ts'

interface FieldSourceProps {
  onText: (text: string) => void
  onFailure: () => void
}

/** A button that reads the names and types of fields from a CSV file. */
export function FieldSource({ onText, onFailure }: FieldSourceProps) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (!file) return
    const text = await readStart(file)
    if (text === undefined) onFailure()
    else onText(text)
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
