import { TEMPLATE_IDS, TEMPLATES, type TemplateId } from '@plinth/schema'
import { useId } from 'react'
import { templateStrings as words } from './strings.ts'

interface TemplateChoiceProps {
  chosen: TemplateId
  onChoose: (id: TemplateId) => void
}

/** The templates as radio buttons, so that the arrow keys work. */
export function TemplateChoice({ chosen, onChoose }: TemplateChoiceProps) {
  const name = useId()
  return (
    <fieldset className="flex w-72 shrink-0 flex-col gap-1.5">
      <legend className="pb-1.5 text-xs text-fg-2">{words.templates}</legend>
      {TEMPLATE_IDS.map((id) => (
        <label
          key={id}
          className="flex gap-2.5 rounded-lg border px-3 py-2 has-checked:border-accent-line has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={name}
            checked={id === chosen}
            onChange={() => onChoose(id)}
            className="ring-focus mt-1 size-3.5 shrink-0 rounded-full accent-(--accent)"
          />
          <span className="min-w-0">
            <span className="block text-sm font-medium">{TEMPLATES[id].name}</span>{' '}
            <span className="block text-xs leading-4.5 text-fg-2">{TEMPLATES[id].description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
