import { Content, List, Root, Trigger } from 'radix-ui/tabs'
import type { PropertyProps } from '../property/property.ts'
import { PartField, partsOf } from './parts.tsx'

export function TabsField(props: PropertyProps) {
  const parts = partsOf(props)
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-xs text-fg-2">{props.label}</span>
      <Root defaultValue={parts[0]?.value ?? ''}>
        <List aria-label={props.label} className="mb-2 flex gap-1 border-b">
          {parts.map((part) => (
            <Trigger
              key={part.value}
              value={part.value}
              className="ring-focus -mb-px rounded-t-sm border-b-2 border-transparent px-2 py-1 text-xs text-fg-2 data-[state=active]:border-accent data-[state=active]:text-fg"
            >
              {part.label}
            </Trigger>
          ))}
        </List>
        {parts.map((part) => (
          <Content key={part.value} value={part.value} className="ring-focus rounded-md">
            <PartField part={part} />
          </Content>
        ))}
      </Root>
    </div>
  )
}
