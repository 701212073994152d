import { X } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../../../../ui/forms/field.tsx'
import { Button } from '../../../../ui/primitives/button.tsx'
import { nodeSettingsStrings as words } from '../../strings/node-settings-strings.ts'
import { isRecord, type PropertyProps, textOf } from '../property/property.ts'

/** Limited because the file is stored inside the workflow. */
const MAX_BYTES = 256 * 1024

function readAsUrl(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => done(String(reader.result)))
    reader.addEventListener('error', () => fail(reader.error))
    reader.readAsDataURL(file)
  })
}

/** A small file stored in the workflow: name, type, size and content. */
export function FileField({ label, value, onChange }: PropertyProps) {
  const [error, setError] = useState<string>()
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_BYTES) return setError(words.fileTooLarge('256 kB'))
    try {
      const { name, type, size } = file
      onChange({ name, type, size, content: await readAsUrl(file) })
      setError(undefined)
    } catch {
      setError(words.fileFailed)
    }
  }
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className="flex items-center gap-2">
          <input
            {...control}
            type="file"
            onChange={(event) => take(event.target.files?.[0])}
            className="ring-focus min-w-0 flex-1 rounded-md text-xs text-fg-2 file:mr-2 file:h-7 file:rounded-md file:border file:border-line-strong file:bg-surface file:px-2 file:text-xs file:text-fg"
          />
          {isRecord(value) ? (
            <span className="flex min-w-0 items-center gap-1 text-xs">
              <span className="truncate">{textOf(value.name)}</span>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={words.removeFile}
                onClick={() => onChange(null)}
              >
                <X aria-hidden="true" />
              </Button>
            </span>
          ) : null}
        </div>
      )}
    </Field>
  )
}
