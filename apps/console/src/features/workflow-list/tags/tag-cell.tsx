import { useState } from 'react'
import { cn } from '../../../ui/primitives/cn.ts'
import { workflowListStrings as strings } from '../strings.ts'
import { isSameTag } from './list-tags.ts'

const words = strings.workflow.filters

/** How many tags a row shows at first. */
const SHOWN = 2

const style =
  'ring-focus h-5 max-w-full truncate rounded-sm px-1.5 text-2xs font-medium transition-colors duration-100'

interface TagCellProps {
  tags: readonly string[]
  /** The tag that the list is filtered by. */
  filter: string | undefined
  onFilter: (tag: string | undefined) => void
}

/** The tags of a workflow as buttons that filter the list, or end the filter. */
export function TagCell({ tags, filter, onFilter }: TagCellProps) {
  const [isOpen, setOpen] = useState(false)
  const more = tags.length - SHOWN
  return (
    <span className="flex flex-wrap gap-1 py-1">
      {tags.slice(0, isOpen ? tags.length : SHOWN).map((tag) => {
        const isFilter = isSameTag(tag, filter)
        return (
          <button
            key={tag}
            type="button"
            aria-label={words.show(tag)}
            aria-pressed={isFilter}
            title={words.show(tag)}
            onClick={() => onFilter(isFilter ? undefined : tag)}
            className={cn(
              style,
              isFilter
                ? 'bg-accent-soft text-accent-text'
                : 'bg-slate-soft text-slate-text hover:bg-active',
            )}
          >
            {tag}
          </button>
        )
      })}
      {more > 0 ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={isOpen ? words.fewerLabel : words.moreLabel(more)}
          title={isOpen ? words.fewerLabel : words.moreLabel(more)}
          onClick={() => setOpen(!isOpen)}
          className={cn(style, 'text-fg-2 hover:bg-active')}
        >
          {isOpen ? words.fewer : words.more(more)}
        </button>
      ) : null}
    </span>
  )
}
