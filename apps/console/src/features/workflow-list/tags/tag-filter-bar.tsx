import type { Workflow } from '@plinth/contract'
import { X } from 'lucide-react'
import { FilterChoice } from '../../../ui/forms/filter-choice.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { workflowListStrings as strings } from '../strings.ts'
import { isSameTag, listTags } from './list-tags.ts'

const words = strings.workflow.filters

interface TagFilterBarProps {
  workflows: readonly Workflow[]
  tag: string | undefined
  onChange: (tag: string | undefined) => void
}

/** Filter by tag; nothing while no workflow has one. */
export function TagFilterBar({ workflows, tag, onChange }: TagFilterBarProps) {
  const known = listTags(workflows)
  if (known.length === 0 && tag === undefined) return null
  const chosen = known.find((one) => isSameTag(one, tag)) ?? tag
  // A tag of the URL that no workflow has is shown as well.
  const tags = chosen === undefined || known.includes(chosen) ? known : [...known, chosen]
  return (
    <search aria-label={words.label} className="mb-4 flex flex-wrap items-end gap-3">
      <FilterChoice
        label={words.tag}
        any={words.anyTag}
        value={chosen}
        options={tags.map((one) => ({ value: one, label: one }))}
        width="w-52"
        onChoose={onChange}
      />
      {tag === undefined ? null : (
        <Button variant="ghost" onClick={() => onChange(undefined)}>
          <X aria-hidden="true" />
          {words.clear}
        </Button>
      )}
    </search>
  )
}
