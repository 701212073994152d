import { MAX_TAG_LENGTH, MAX_TAGS } from '@plinth/contract'
import { useRef, useState } from 'react'
import { Field } from '../../../../ui/forms/field.tsx'
import { Input } from '../../../../ui/forms/input.tsx'
import { Chip } from '../../../../ui/primitives/chip.tsx'
import { nodeSettingsStrings } from '../../strings/node-settings-strings.ts'
import { addTags, type TagProblem } from './add-tags.ts'

const words = nodeSettingsStrings.workflow
const PROBLEMS: Record<TagProblem, string> = {
  many: words.tagProblems.many(MAX_TAGS),
  long: words.tagProblems.long(MAX_TAG_LENGTH),
  twice: words.tagProblems.twice,
}

interface TagsFieldProps {
  tags: readonly string[]
  onChange: (tags: readonly string[]) => void
}

/** The tags as chips, and an input for the next one. */
export function TagsField({ tags, onChange }: TagsFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<TagProblem>()
  const add = () => {
    if (text.trim() === '') return
    const added = addTags(tags, text)
    if ('problem' in added) return setProblem(added.problem)
    onChange(added.tags)
    setText('')
  }
  const remove = (removed: string) => {
    onChange(tags.filter((tag) => tag !== removed))
    setProblem(undefined)
    // The pressed button goes away with its chip.
    input.current?.focus()
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label={words.tag} hint={words.tagHint} error={problem && PROBLEMS[problem]}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setProblem(undefined)
            }}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return
              if (event.key !== 'Enter' && event.key !== ',') return
              event.preventDefault()
              add()
            }}
          />
        )}
      </Field>
      {tags.length === 0 ? null : (
        <ul aria-label={words.tags} className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <li key={tag} className="flex max-w-full">
              <Chip label={tag} removeLabel={words.removeTag(tag)} onRemove={() => remove(tag)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
