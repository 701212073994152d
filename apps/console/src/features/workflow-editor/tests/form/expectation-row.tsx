import { EXPECTATION_KINDS, EXPECTED_TYPES } from '@plinth/contract'
import { Field } from '../../../../ui/forms/field.tsx'
import { Input } from '../../../../ui/forms/input.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { testFormStrings as words } from '../../strings/test-form-strings.ts'
import { testStrings } from '../../strings/test-strings.ts'
import { FormRow } from './form-row.tsx'
import type { ExpectationDraft } from './test-draft.ts'
import { ValueArea } from './value-area.tsx'

const KIND_OPTIONS = EXPECTATION_KINDS.map((value) => ({ value, ...words.kinds[value] }))
const TYPE_OPTIONS = EXPECTED_TYPES.map((value) => ({ value, label: value }))

interface ExpectationRowProps {
  expectation: ExpectationDraft
  /** The name of its node. */
  label: string
  problem: string | undefined
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (expectation: ExpectationDraft) => void
}

/** One expectation: whether it counts, how it is compared, and with what. */
export function ExpectationRow(props: ExpectationRowProps) {
  const { expectation, label, problem, isOpen, onOpen, onChange } = props
  const { part, path, kind, texts } = expectation
  const title = testStrings.difference(label, testStrings.parts[part], path)
  const change = (changed: Partial<ExpectationDraft>) => onChange({ ...expectation, ...changed })
  const setText = (text: string) => change({ texts: { ...texts, [kind]: text } })
  return (
    <FormRow
      title={title}
      summary={`${words.kinds[kind].label.toLowerCase()} ${texts[kind].replace(/\s+/g, ' ')}`}
      keepLabel={words.keep(title)}
      isKept={expectation.isKept}
      isOpen={isOpen}
      isInvalid={problem !== undefined}
      onKeep={(isKept) => change({ isKept })}
      onOpen={onOpen}
    >
      <div className="flex flex-col gap-3">
        <div className="grid grid-cols-2 gap-3">
          <Field label={words.kind}>
            {(control) => (
              <Select
                {...control}
                isLazy
                value={kind}
                options={KIND_OPTIONS}
                onValueChange={(next) => change({ kind: next })}
              />
            )}
          </Field>
          <Field label={words.path} hint={words.pathHint}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                maxLength={400}
                value={path}
                onChange={(event) => change({ path: event.target.value })}
              />
            )}
          </Field>
        </div>
        {kind === 'type' ? (
          <Field label={words.value.type} error={problem}>
            {(control) => (
              <Select
                {...control}
                isLazy
                value={texts.type}
                options={TYPE_OPTIONS}
                onValueChange={setText}
              />
            )}
          </Field>
        ) : (
          <ValueArea
            label={words.value[kind]}
            value={texts[kind]}
            error={problem}
            onChange={setText}
          />
        )}
      </div>
    </FormRow>
  )
}
