import { Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Select } from '../../ui/forms/select.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { ConditionLine } from './condition-line.tsx'
import type { RelationValue } from './condition-value.tsx'
import { type Condition, type Conditions, isGroup, MAX_GROUP_DEPTH } from './conditions.ts'
import type { FilterField } from './filter-fields.ts'
import { filterStrings as strings } from './filter-strings.ts'

interface FilterGroupProps {
  conditions: Conditions
  fields: readonly FilterField[]
  relationValue: RelationValue
  /** The position of the group, such as 2.1; empty for the outermost one. */
  number: string
  depth: number
  onChange: (conditions: Conditions) => void
}

const BLANK: Condition = { field: '', operator: '', values: [] }

type JoinProps = Pick<FilterGroupProps, 'conditions' | 'number' | 'onChange'> & { at: number }

/** The word before a line; the second line chooses it for the whole group. */
function Join({ conditions, number, at, onChange }: JoinProps): ReactNode {
  const id = useId()
  const { join } = conditions
  if (at === 0)
    return <span className="text-sm text-fg-2">{number === '' ? strings.where : ''}</span>
  if (at > 1) return <span className="text-sm text-fg-2">{strings[join]}</span>
  return (
    <Select<'and' | 'or'>
      id={id}
      aria-label={strings.join(number)}
      value={join}
      options={(['and', 'or'] as const).map((value) => ({ value, label: strings[value] }))}
      onValueChange={(next) => onChange({ ...conditions, join: next })}
    />
  )
}

type AddProps = Pick<FilterGroupProps, 'number' | 'depth'> & {
  onAdd: (item: Condition | Conditions) => void
}

function AddButtons({ number, depth, onAdd }: AddProps) {
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={strings.addLabel(number)}
        onClick={() => onAdd(BLANK)}
      >
        <Plus aria-hidden="true" />
        {strings.add}
      </Button>
      {depth < MAX_GROUP_DEPTH ? (
        <Button
          variant="ghost"
          size="sm"
          aria-label={strings.addGroupLabel(number)}
          onClick={() => onAdd({ join: 'or', items: [BLANK, BLANK] })}
        >
          <Plus aria-hidden="true" />
          {strings.addGroup}
        </Button>
      ) : null}
    </>
  )
}

/** Conditions and groups joined by one word; groups are indented. */
export function FilterGroup(props: FilterGroupProps) {
  const { conditions, fields, relationValue, number, depth, onChange } = props
  const items = conditions.items.length === 0 ? [BLANK] : conditions.items
  const shown = { ...conditions, items }
  const set = (next: Conditions['items']) => onChange({ ...conditions, items: next })
  const remove = (at: number) => set(items.toSpliced(at, 1))
  const add = <AddButtons {...{ number, depth }} onAdd={(item) => set([...items, item])} />
  const last = items.at(-1)
  return (
    <>
      {items.map((item, at) => {
        const own = number === '' ? `${at + 1}` : `${number}.${at + 1}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id, and their controls no state of their own
          <div key={at} className="flex flex-wrap items-start gap-1.5">
            <span className="flex h-8 w-18 shrink-0 items-center justify-end">
              <Join {...{ number, at, onChange }} conditions={shown} />
            </span>
            {isGroup(item) ? (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in one line
              <div
                role="group"
                aria-label={strings.group(own)}
                className="flex min-w-0 flex-col gap-1.5 rounded-lg border bg-sunken/60 py-1.5 pr-1.5"
              >
                <FilterGroup
                  {...{ fields, relationValue }}
                  conditions={item}
                  number={own}
                  depth={depth + 1}
                  onChange={(next) =>
                    next.items.length === 0 ? remove(at) : set(items.with(at, next))
                  }
                />
              </div>
            ) : (
              <span className="flex flex-wrap items-center gap-1.5">
                <ConditionLine
                  line={own}
                  {...{ item, fields, relationValue }}
                  onChange={(next) => set(items.with(at, next))}
                  onRemove={() => remove(at)}
                />
                {at === items.length - 1 ? add : null}
              </span>
            )}
          </div>
        )
      })}
      {last && isGroup(last) ? (
        <div className="flex items-center gap-1.5">
          <span className="w-18 shrink-0" />
          {add}
        </div>
      ) : null}
    </>
  )
}
