import type { SavedQuery } from '@plinth/contract'
import { FileCode, MoreHorizontal, Pencil, Plus, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useStopReason } from '../../state/availability.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Button, buttonStyle } from '../../ui/primitives/button.tsx'
import { cn } from '../../ui/primitives/cn.ts'
import { DropdownMenu, MenuItem } from '../../ui/primitives/dropdown-menu.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { Tooltip } from '../../ui/primitives/tooltip.tsx'
import { NEW_QUERY } from './query-drafts.ts'
import { useDeleteQuery } from './saved-query-calls.ts'
import { sqlStrings as strings } from './strings.ts'
import type { EditedQuery } from './use-edited-query.ts'

interface SavedQueriesProps {
  projectId: string
  edited: EditedQuery
}

interface ItemProps {
  name: string
  isShown: boolean
  isUnsaved: boolean
  onOpen: () => void
  /** Its actions; none while nothing can be done with it. */
  children?: ReactNode
}

function Item({ name, isShown, isUnsaved, onOpen, children }: ItemProps) {
  const id = useId()
  return (
    <li
      className={cn('group flex items-center rounded-md', isShown ? 'bg-active' : 'hover:bg-hover')}
    >
      <button
        type="button"
        aria-current={isShown ? 'true' : undefined}
        aria-describedby={isUnsaved ? id : undefined}
        onClick={onOpen}
        className="ring-focus flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left text-sm"
      >
        <FileCode aria-hidden="true" className="size-4 shrink-0 stroke-[1.75] text-fg-3" />
        <span className="truncate">{name}</span>
        {isUnsaved ? (
          <span
            aria-hidden="true"
            title={strings.unsaved}
            className="ml-auto size-2 shrink-0 rounded-full bg-warn-text"
          />
        ) : null}
      </button>
      <span id={id} hidden>
        {strings.unsaved}
      </span>
      {children ? (
        <DropdownMenu
          trigger={
            <button
              type="button"
              aria-label={strings.actionsOf(name)}
              className={buttonStyle('ghost', 'icon-sm')}
            >
              <MoreHorizontal aria-hidden="true" />
            </button>
          }
        >
          {children}
        </DropdownMenu>
      ) : null}
    </li>
  )
}

interface SavedItemProps extends Pick<SavedQueriesProps, 'edited'> {
  query: SavedQuery
  onDelete: () => void
}

function SavedItem({ query, edited, onDelete }: SavedItemProps) {
  const { shownId, drafts, show, discard, setNaming } = edited
  const isStopped = useStopReason() !== undefined
  const isUnsaved = drafts.has(query.id)
  return (
    <Item
      name={query.name}
      isShown={query.id === shownId}
      isUnsaved={isUnsaved}
      onOpen={() => show(query.id)}
    >
      {isStopped && !isUnsaved ? null : (
        <>
          {isUnsaved ? (
            <MenuItem icon={<Undo2 />} onSelect={() => discard(query.id)}>
              {strings.discard}
            </MenuItem>
          ) : null}
          {isStopped ? null : (
            <>
              <MenuItem
                icon={<Pencil />}
                onSelect={() => setNaming({ sql: query.sql, saved: query })}
              >
                {strings.rename}
              </MenuItem>
              <MenuItem icon={<Trash2 />} tone="danger" onSelect={onDelete}>
                {strings.delete}
              </MenuItem>
            </>
          )}
        </>
      )}
    </Item>
  )
}

function List({ edited, onDelete }: SavedQueriesProps & { onDelete: (query: SavedQuery) => void }) {
  const { list, shownId, drafts } = edited
  if (list.isError)
    return <ErrorState busy={list.isFetching} onRetry={() => list.refetch()} className="py-6" />
  if (!list.data) return <ListSkeleton />
  return (
    <>
      {list.data.length > 0 || drafts.has(NEW_QUERY) ? (
        <ul aria-label={strings.saved} className="flex flex-col gap-0.5">
          {drafts.has(NEW_QUERY) ? (
            <Item
              name={strings.unsavedQuery}
              isShown={shownId === NEW_QUERY}
              isUnsaved
              onOpen={() => edited.show(NEW_QUERY)}
            />
          ) : null}
          {list.data.map((query) => (
            <SavedItem key={query.id} {...{ query, edited }} onDelete={() => onDelete(query)} />
          ))}
        </ul>
      ) : null}
      {list.data.length === 0 ? (
        <p className="px-2 py-1 text-xs text-fg-2">{strings.noneSaved}</p>
      ) : null}
    </>
  )
}

const WIDTHS = ['w-32', 'w-24', 'w-36']

function ListSkeleton() {
  return (
    <div data-skeleton="query-list" className="flex flex-col gap-0.5">
      {WIDTHS.map((width) => (
        <div key={width} className="flex h-8 items-center gap-2 px-2">
          <Skeleton className="size-4" />
          <Skeleton className={cn('h-3', width)} />
        </div>
      ))}
    </div>
  )
}

/** Empties the editor for a new query; asks first if the text of one would be lost. */
function NewQuery({ edited }: Pick<SavedQueriesProps, 'edited'>) {
  const [isAsking, setAsking] = useState(false)
  const { shownId, drafts, show, discard } = edited
  return (
    <>
      <Tooltip text={strings.newQuery}>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={strings.newQuery}
          onClick={() =>
            shownId === NEW_QUERY && drafts.has(NEW_QUERY) ? setAsking(true) : show(NEW_QUERY)
          }
        >
          <Plus aria-hidden="true" />
        </Button>
      </Tooltip>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={strings.discardTitle}
        text={strings.discardText}
        cancelLabel={strings.cancel}
        confirmLabel={strings.confirmDiscard}
        onConfirm={() => {
          discard(NEW_QUERY)
          setAsking(false)
        }}
      />
    </>
  )
}

/** The queries that the members of the project share, and which of them have unsaved changes. */
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
        <NewQuery edited={props.edited} />
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
