import type { Column } from '@plinth/contract'
import { useId } from 'react'
import { Button } from '../../../ui/primitives/button.tsx'
import type { Clash } from '../edits/clashes.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import { LongText } from './long-text.tsx'
import { TheirValue } from './their-value.tsx'

interface CellClashProps {
  clash: Clash
  /** What the clash is about: the name of the field, or the row. */
  name: string
  field: Column | undefined
  /** The id of the text about the change, which describes the field as well. */
  textId?: string
  onDecide: (side: 'mine' | 'theirs') => void
}

/** What another user did to a cell with an unsaved edit, and the two ways to decide it. */
export function CellClash({ clash, name, field, textId, onDecide }: CellClashProps) {
  const { isDeleted, theirs } = clash
  const sides = strings.sides(isDeleted)
  const ownId = useId()
  const id = textId ?? ownId
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups two buttons, not a form section
    <div role="group" aria-label={strings.clash(name)} className="flex flex-col gap-2 text-xs">
      <LongText id={id}>
        {isDeleted ? <p>{strings.theirsRow}</p> : null}
        {theirs ? (
          <p>
            <TheirValue field={field} value={theirs.value} />
          </p>
        ) : null}
      </LongText>
      <span className="flex gap-1.5">
        <Button size="sm" aria-describedby={id} onClick={() => onDecide('mine')}>
          {sides.mine}
        </Button>
        <Button size="sm" aria-describedby={id} onClick={() => onDecide('theirs')}>
          {sides.theirs}
        </Button>
      </span>
    </div>
  )
}
