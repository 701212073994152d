import { ApiError } from '@plinth/client'
import type { ApprovalField, ApprovalForm, ApprovalValues, FieldIssue } from '@plinth/contract'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { SwitchRow } from '../../ui/forms/switch.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { ApprovalDetails } from './approval-details.tsx'
import { decisionStrings as strings } from './strings.ts'

export interface Decision {
  decision: 'approve' | 'reject'
  values: ApprovalValues
  comment: string
}

interface ApprovalDecisionFormProps {
  approval: Pick<ApprovalForm, 'details' | 'fields'>
  isBusy: boolean
  error: Error | null
  onDecide: (decision: Decision) => void
  /** Reports whether something is entered that leaving would lose. */
  onWork: (hasWork: boolean) => void
  /** Puts the buttons in their place. */
  footer: (buttons: ReactNode) => ReactNode
}

type Value = ApprovalValues[string]

const labelOf = ({ label, name }: ApprovalField) => label || name

function isMissing({ required, type }: ApprovalField, value: Value | undefined): boolean {
  const isEmpty = value === undefined || value === null || value === ''
  return required && (isEmpty || (type === 'boolean' && value === false))
}

const describeMissing = (field: ApprovalField): string =>
  field.type === 'boolean' ? strings.requiredYes : `${labelOf(field)} ${strings.required}`

const issuesOf = (error: Error | null): readonly FieldIssue[] =>
  error instanceof ApiError && Array.isArray(error.details) ? error.details : []

/** What the server said of each field, by its name. */
const readRefusals = (error: Error | null) =>
  new Map(
    issuesOf(error).flatMap(({ path, message }) =>
      path.startsWith('values.') ? [[path.slice('values.'.length), message] as const] : [],
    ),
  )

interface FormFieldProps {
  field: ApprovalField
  value: Value | undefined
  error: string | undefined
  onChange: (value: Value) => void
}

function FormField({ field, value, error, onChange }: FormFieldProps) {
  const label = labelOf(field)
  if (field.type === 'boolean')
    return (
      <SwitchRow
        label={label}
        hint={field.required ? strings.requiredYes : undefined}
        error={error}
        checked={value === true}
        onCheckedChange={onChange}
      />
    )
  return (
    <Field label={label} required={field.required} error={error}>
      {(control) => {
        if (field.type === 'number') {
          const number = typeof value === 'number' ? value : null
          return <NumberInput {...control} step="any" value={number} onValueChange={onChange} />
        }
        const text = typeof value === 'string' ? value : ''
        if (field.type === 'select') {
          const options = field.options.map((option) => ({ value: option, label: option }))
          const placeholder = strings.choose
          return (
            <Select
              {...control}
              {...{ options, placeholder }}
              value={text}
              onValueChange={onChange}
            />
          )
        }
        return (
          <Input
            {...control}
            autoComplete="off"
            maxLength={4_000}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }}
    </Field>
  )
}

/** What is to be decided, with its form and the two buttons. */
export function ApprovalDecisionForm({
  approval,
  isBusy,
  error,
  onDecide,
  onWork,
  footer,
}: ApprovalDecisionFormProps) {
  const [values, setValues] = useState<ApprovalValues>({})
  const [comment, setComment] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [sent, setSent] = useState<ApprovalValues>({})
  const form = useRef<HTMLFormElement>(null)
  const { details, fields } = approval
  const refusals = readRefusals(error)
  const hasWork =
    comment !== '' || Object.values(values).some((value) => value !== null && value !== '')
  useEffect(() => {
    onWork(hasWork)
    return () => onWork(false)
  }, [hasWork, onWork])
  const focusInvalid = () => {
    const first = form.current?.querySelector('[aria-invalid=true]')
    if (first instanceof HTMLElement) first.focus()
  }
  const showRefusals = useEffectEvent(() => {
    if (refusals.size > 0) focusInvalid()
  })
  useEffect(() => {
    if (error) showRefusals()
  }, [error])
  const valueOfField = ({ name }: ApprovalField) =>
    Object.hasOwn(values, name) ? values[name] : undefined
  const missing = fields.filter((field) => isMissing(field, valueOfField(field)))
  const decide = (decision: Decision['decision']) => {
    const isIncomplete = decision === 'approve' && missing.length > 0
    flushSync(() => setChecked(isIncomplete))
    if (isIncomplete) return focusInvalid()
    if (isBusy) return
    setSent(values)
    onDecide({ decision, values, comment })
  }
  const errorOf = (field: ApprovalField) => {
    if (isChecked && missing.includes(field)) return describeMissing(field)
    const refusal = refusals.get(field.name)
    // What was refused is shown until it is changed.
    const isSent = sent[field.name] === values[field.name]
    return refusal && isSent ? strings.refused(labelOf(field), refusal) : undefined
  }
  const isShownInForm = fields.some(({ name }) => refusals.has(name))
  const problem =
    error && !isShownInForm && (error instanceof ApiError ? error.message : strings.unreachable)
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      className="flex flex-col gap-4"
    >
      <ApprovalDetails text={details} />
      {fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          value={valueOfField(field)}
          error={errorOf(field)}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <Field label={strings.comment} hint={strings.commentHint}>
        {(control) => (
          <TextArea
            {...control}
            maxLength={4_000}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
      </Field>
      {problem ? (
        <p role="alert" className="text-sm text-danger-text">
          {problem}
        </p>
      ) : null}
      {footer(
        <>
          <Button onClick={() => decide('reject')}>{strings.reject}</Button>
          <Button variant="primary" busy={isBusy} onClick={() => decide('approve')}>
            {strings.approve}
          </Button>
        </>,
      )}
    </form>
  )
}
