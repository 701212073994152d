import { Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { SAMPLE_ID } from './sample-row.ts'
import { SenderFields } from './sender-fields.tsx'
import { apiStrings as strings } from './strings.ts'
import type { Sender, useTryCall } from './use-try-call.ts'
import { type SampleCall, writeSearch } from './write-curl.ts'

interface TryCallProps {
  request: SampleCall
  environment: string
  sender: Sender
  userTables: readonly string[]
  onSender: (part: Partial<Sender>) => void
  trying: ReturnType<typeof useTryCall>
}

/** A longer response is cut off on the screen. */
const MAX_SHOWN = 20_000

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, MAX_SHOWN)
  } catch {
    return text.slice(0, MAX_SHOWN)
  }
}

/** Whether a list was answered without a row, which rules and filters do without an error. */
function isEmptyList(text: string): boolean {
  return /^\{"data":\[\]/.test(text)
}

function Answer({ trying }: Pick<TryCallProps, 'trying'>) {
  const { answer, problem } = trying
  if (problem)
    return (
      <p role="alert" className="text-xs break-words text-danger-text">
        {problem}
      </p>
    )
  if (!answer) return null
  return (
    <div className="flex flex-col gap-1.5">
      <p role="status" className="text-xs font-medium">
        {strings.status(answer.status, answer.ms)}
        {isEmptyList(answer.text) ? (
          <span className="pl-2 font-normal text-fg-2">{strings.noRows}</span>
        ) : null}
      </p>
      <section
        aria-label={strings.answer}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        className="ring-focus max-h-60 overflow-auto rounded-md border bg-sunken px-3 py-2"
      >
        <pre className="font-mono text-xs leading-5 whitespace-pre-wrap break-words">
          {readable(answer.text)}
        </pre>
      </section>
    </div>
  )
}

/** Sends the call as the chosen caller, after its id, parameters and body were edited. */
export function TryCall(props: TryCallProps) {
  const { request, sender, trying } = props
  const [rowId, setRowId] = useState('')
  const [search, setSearch] = useState(
    decodeURIComponent(writeSearch(Object.entries(request.query ?? {}))),
  )
  const [body, setBody] = useState(
    request.body === undefined ? undefined : JSON.stringify(request.body, null, 2),
  )
  const hasId = request.path.includes(SAMPLE_ID)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (trying.isSending) return
    const { method } = request
    const path = request.path.replace(SAMPLE_ID, encodeURIComponent(rowId.trim() || SAMPLE_ID))
    const encoded = new URLSearchParams(search).toString()
    trying.send({ sender, call: { method, path, search: encoded, body } })
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={strings.tryIt}
      className="flex flex-col gap-3 rounded-xl border p-4"
    >
      <div>
        <h3 className="text-sm font-semibold">{strings.tryIt}</h3>
        <p className="text-xs text-fg-2">{strings.tryText(props.environment)}</p>
      </div>
      <SenderFields sender={sender} userTables={props.userTables} onChange={props.onSender} />
      {hasId ? (
        <Field label={strings.rowId}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={64}
              value={rowId}
              onChange={(event) => setRowId(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      {request.query ? (
        <Field label={strings.search}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      {body === undefined ? null : (
        <Field label={strings.body}>
          {(control) => (
            <TextArea
              {...control}
              spellCheck={false}
              className="font-mono text-xs!"
              value={body}
              onChange={(event) => setBody(event.target.value)}
            />
          )}
        </Field>
      )}
      <div>
        <Button type="submit" variant="primary" busy={trying.isSending}>
          <Send aria-hidden="true" />
          {strings.send}
        </Button>
      </div>
      <Answer trying={trying} />
    </form>
  )
}
