import type { SavedQuery } from '@plinth/contract'
import { FileCode, MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useStopReason } from '../../state/availability.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Button, buttonStyle } from '../../ui/primitives/button.tsx'
import { cn } from '../../ui/primitives/cn.ts'
import { DropdownMenu, MenuItem } from '../../ui/primitives/dropdown-menu.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { Tooltip } from '../../ui/primitives/tooltip.tsx'
import type { Naming } from './name-dialog.tsx'
import { useDeleteQuery, type useSavedQueries } from './saved-query-calls.ts'
import { sqlStrings as strings } from './strings.ts'

interface SavedQueriesProps {
  projectId: string
  list: ReturnType<typeof useSavedQueries>
  openedId: string | undefined
  onOpen: (query: SavedQuery) => void
  onNew: () => void
  onRename: (naming: Naming) => void
}

interface ItemProps {
  query: SavedQuery
  isOpened: boolean
  onOpen: () => void
  /** Undefined while the project is stopped. */
  menu: { onRename: () => void; onDelete: () => void } | undefined
}

function Item({ query, isOpened, onOpen, menu }: ItemProps) {
  return (
    <li
      className={cn(
        'group flex items-center rounded-md',
        isOpened ? 'bg-active' : 'hover:bg-hover',
      )}
    >
      <button
        type="button"
        aria-current={isOpened ? 'true' : undefined}
        onClick={onOpen}
        className="ring-focus flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left text-sm"
      >
        <FileCode aria-hidden="true" className="size-4 shrink-0 stroke-[1.75] text-fg-3" />
        <span className="truncate">{query.name}</span>
      </button>
      {menu ? (
        <DropdownMenu
          trigger={
            <button
              type="button"
              aria-label={strings.actionsOf(query.name)}
              className={buttonStyle('ghost', 'icon-sm')}
            >
              <MoreHorizontal aria-hidden="true" />
            </button>
          }
        >
          <MenuItem icon={<Pencil />} onSelect={menu.onRename}>
            {strings.rename}
          </MenuItem>
          <MenuItem icon={<Trash2 />} tone="danger" onSelect={menu.onDelete}>
            {strings.delete}
          </MenuItem>
        </DropdownMenu>
      ) : null}
    </li>
  )
}

function List(props: SavedQueriesProps & { onDelete: (query: SavedQuery) => void }) {
  const { list, openedId, onOpen, onRename, onDelete } = props
  const stopped = useStopReason()
  if (list.isError)
    return <ErrorState busy={list.isFetching} onRetry={() => list.refetch()} className="py-6" />
  if (!list.data) return <Skeleton className="mx-2 h-3 w-32" />
  if (list.data.length === 0)
    return <p className="px-2 py-1 text-xs text-fg-2">{strings.noneSaved}</p>
  return (
    <ul aria-label={strings.saved} className="flex flex-col gap-0.5">
      {list.data.map((query) => (
        <Item
          key={query.id}
          query={query}
          isOpened={query.id === openedId}
          onOpen={() => onOpen(query)}
          menu={
            stopped === undefined
              ? {
                  onRename: () => onRename({ sql: query.sql, saved: query }),
                  onDelete: () => onDelete(query),
                }
              : undefined
          }
        />
      ))}
    </ul>
  )
}

/** The queries that the members of the project share. */
export function SavedQueries(props: SavedQueriesProps) {
  const [deleting, setDeleting] = useState<SavedQuery>()
  const remove = useDeleteQuery(props.projectId)
  return (
    <section
      aria-label={strings.saved}
      className="flex w-60 shrink-0 flex-col rounded-xl border bg-surface shadow-1"
    >
      <header className="flex h-11 shrink-0 items-center gap-2 border-b pr-2 pl-4">
        <h2 className="flex-1 text-sm font-semibold">{strings.saved}</h2>
        <Tooltip text={strings.newQuery}>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={strings.newQuery}
            onClick={props.onNew}
          >
            <Plus aria-hidden="true" />
          </Button>
        </Tooltip>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        <List {...props} onDelete={setDeleting} />
      </div>
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => (open ? undefined : setDeleting(undefined))}
        title={strings.deleteTitle(deleting?.name ?? '')}
        text={strings.deleteText}
        cancelLabel={strings.cancel}
        confirmLabel={strings.delete}
        busy={remove.isPending}
        onConfirm={() =>
          deleting && remove.mutate(deleting, { onSettled: () => setDeleting(undefined) })
        }
      />
    </section>
  )
}
