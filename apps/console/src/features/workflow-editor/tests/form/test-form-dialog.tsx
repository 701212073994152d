import { ApiError } from '@plinth/client'
import type { FieldIssue, WorkflowTest } from '@plinth/contract'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog, DialogClose, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { DialogBody } from '../../../../ui/dialogs/dialog-body.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Input } from '../../../../ui/forms/input.tsx'
import { Button } from '../../../../ui/primitives/button.tsx'
import { testFormStrings as words } from '../../strings/test-form-strings.ts'
import { AddExpectationLine } from './add-expectation-line.tsx'
import { ExpectationRow } from './expectation-row.tsx'
import { FormSection } from './form-section.tsx'
import { PinRow } from './pin-row.tsx'
import {
  addExpectation,
  addRefusals,
  changesOf,
  draftOf,
  findTestProblems,
  hasProblems,
  type TestChanges,
  type TestProblems,
} from './test-draft.ts'
import { useOpenRows } from './use-open-rows.ts'

interface TestFormDialogProps {
  test: WorkflowTest
  /** The name of the node of a step. */
  labelOf: (step: string) => string
  /** The steps that may be expected. */
  steps: readonly { step: string; label: string }[]
  isBusy: boolean
  /** Why the last save failed. */
  error: Error | undefined
  onSave: (changes: TestChanges) => void
  onClose: () => void
  /** Reports whether closing would lose work. */
  onWork: (hasWork: boolean) => void
}

const issuesOf = (error: Error | undefined): readonly FieldIssue[] =>
  error instanceof ApiError && Array.isArray(error.details) ? error.details : []

function describeFailure(error: Error): string {
  if (!(error instanceof ApiError)) return words.unreachable
  return issuesOf(error).length > 0 ? words.unfinished : error.message
}

/** The rows that have problems. */
const keysOf = ({ expectations, pins }: TestProblems) => [
  ...[...expectations.keys()].map((id) => `expectation ${id}`),
  ...[...pins.keys()].map((step) => `pin ${step}`),
]

/** Replaces an item. */
const put = <Item,>(items: readonly Item[], before: Item, after: Item) =>
  items.map((item) => (item === before ? after : item))

/** Edits a test: its name, what it expects, and the recorded answers. */
export function TestFormDialog(props: TestFormDialogProps) {
  const { test, labelOf, isBusy, onSave, onClose, onWork } = props
  const [draft, setDraft] = useState(() => draftOf(test))
  const rows = useOpenRows()
  const form = useRef<HTMLFormElement>(null)
  const [sent, setSent] = useState(draft)
  const own = findTestProblems(draft)
  const isWrong = hasProblems(own)
  // What the server refused is shown until it is changed.
  const problems = sent === draft ? addRefusals(own, draft, issuesOf(props.error)) : own
  const changes = changesOf(test, draft)
  const hasWork = isWrong || Object.keys(changes).length > 0
  useEffect(() => {
    onWork(hasWork)
    return () => onWork(false)
  }, [hasWork, onWork])
  const showRefusals = useEffectEvent(() => rows.open(keysOf(problems)))
  useEffect(() => {
    if (props.error) showRefusals()
  }, [props.error])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong && !hasWork) return onClose()
    if (!isWrong) {
      setSent(draft)
      return onSave(changes)
    }
    flushSync(() => rows.open(keysOf(own)))
    const first = form.current?.querySelector('[aria-invalid=true]')
    if (first instanceof HTMLElement) first.focus()
  }
  const refusal = props.error && describeFailure(props.error)
  const problem = isWrong ? (own.isEmpty ? words.empty : words.unfinished) : refusal
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={words.title}
      description={words.description}
      hasWork={hasWork}
      className="w-180!"
    >
      <form ref={form} noValidate onSubmit={submit}>
        <DialogBody className="max-h-[62vh] gap-4 pb-1">
          <Field label={words.name} required error={problems.name}>
            {(control) => (
              <Input
                {...control}
                data-autofocus
                autoComplete="off"
                maxLength={200}
                value={draft.name}
                onChange={(event) => setDraft({ ...draft, name: event.target.value })}
              />
            )}
          </Field>
          <FormSection title={words.expectations} hint={words.expectationsHint}>
            {draft.expectations.map((one) => (
              <ExpectationRow
                key={one.id}
                expectation={one}
                label={labelOf(one.step)}
                problem={problems.expectations.get(one.id)}
                {...rows.of(`expectation ${one.id}`)}
                onChange={(next) =>
                  setDraft({ ...draft, expectations: put(draft.expectations, one, next) })
                }
              />
            ))}
          </FormSection>
          <AddExpectationLine
            steps={props.steps}
            onAdd={(added) => {
              const next = addExpectation(draft, added)
              setDraft(next)
              rows.open([`expectation ${next.expectations.at(-1)?.id}`])
            }}
          />
          {draft.pins.length === 0 ? null : (
            <FormSection title={words.pins} hint={words.pinsHint}>
              {draft.pins.map((one) => (
                <PinRow
                  key={one.step}
                  pin={one}
                  label={labelOf(one.step)}
                  problem={problems.pins.get(one.step)}
                  {...rows.of(`pin ${one.step}`)}
                  onChange={(next) => setDraft({ ...draft, pins: put(draft.pins, one, next) })}
                />
              ))}
            </FormSection>
          )}
        </DialogBody>
        <DialogFooter>
          <p role="alert" className="mr-auto self-center text-xs wrap-anywhere text-danger-text">
            {problem}
          </p>
          <DialogClose>
            <Button>{words.cancel}</Button>
          </DialogClose>
          <Button type="submit" variant="primary" busy={isBusy}>
            {words.save}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
