import type { WorkflowNode } from '@plinth/contract'
import { useMemo, useState } from 'react'
import { Dialog, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { SwitchRow } from '../../../../ui/forms/switch.tsx'
import { TextArea } from '../../../../ui/forms/text-area.tsx'
import { Button } from '../../../../ui/primitives/button.tsx'
import { curlStrings as words } from '../../strings/curl-strings.ts'
import { curlParameters } from './curl-parameters.ts'
import { parseCurl } from './parse-curl.ts'

interface CurlDialogProps {
  onApply: (parameters: WorkflowNode['data']['parameters']) => void
  onClose: () => void
}

function read(text: string, keepsSecrets: boolean) {
  if (text.trim() === '') return undefined
  const request = parseCurl(text)
  if ('problem' in request) return request
  const hasSecrets = curlParameters(request, { keepsSecrets: false }).secrets.length > 0
  return { ...curlParameters(request, { keepsSecrets }), hasSecrets }
}

function CurlForm({ onApply, onClose }: CurlDialogProps) {
  const [text, setText] = useState('')
  const [leavesOut, setLeavesOut] = useState(true)
  const result = useMemo(() => read(text, !leavesOut), [text, leavesOut])
  const problem = result && 'problem' in result ? result.problem : undefined
  const taken = result && 'parameters' in result ? result : undefined
  return (
    <>
      <div className="flex flex-col gap-3 px-5 pt-4">
        <Field label={words.command} error={problem}>
          {(control) => (
            <TextArea
              {...control}
              data-autofocus
              rows={7}
              spellCheck={false}
              autoComplete="off"
              value={text}
              placeholder={words.placeholder}
              onChange={(event) => setText(event.target.value)}
              className="font-mono text-xs"
            />
          )}
        </Field>
        <div role="status" className="flex flex-col gap-1.5 text-xs">
          {taken ? (
            <p className="font-mono break-all">
              {words.request(String(taken.parameters.method), String(taken.parameters.url))}
            </p>
          ) : null}
          {taken?.ignored.length ? (
            <p className="text-warn-text">{words.ignored(taken.ignored)}</p>
          ) : null}
          {taken?.secrets.length ? (
            <p className="text-fg-2">{words.secrets(taken.secrets)}</p>
          ) : null}
          {taken?.hasSecrets && !leavesOut ? <p className="text-warn-text">{words.kept}</p> : null}
        </div>
        {taken?.hasSecrets ? (
          <SwitchRow
            label={words.leaveOut}
            hint={words.leaveOutHint}
            checked={leavesOut}
            onCheckedChange={setLeavesOut}
          />
        ) : null}
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button
          variant="primary"
          disabled={!taken}
          onClick={() => (taken ? onApply(taken.parameters) : undefined)}
        >
          {words.apply}
        </Button>
      </DialogFooter>
    </>
  )
}

/** Reads a cURL command into the parameters of an HTTP request node. */
export function CurlDialog(props: CurlDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={words.title}
      description={words.text}
      className="w-140"
    >
      <CurlForm {...props} />
    </Dialog>
  )
}
