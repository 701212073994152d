import { Section } from '../../../../ui/layout/section.tsx'
import type { PropertyProps } from '../property/property.ts'
import { PartField, partsOf } from './parts.tsx'

export function AccordionField(props: PropertyProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-xs text-fg-2">{props.label}</span>
      <div className="rounded-md border">
        {partsOf(props).map((part) => (
          <Section key={part.value} title={part.label}>
            <div className="px-3.5 pb-3">
              <PartField part={part} />
            </div>
          </Section>
        ))}
      </div>
    </div>
  )
}
