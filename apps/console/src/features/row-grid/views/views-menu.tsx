import type { TableView } from '@plinth/contract'
import { ChevronDown, Copy, Eye, Pencil, Plus, Save, Trash2, Undo2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useStopReason } from '../../../state/availability.ts'
import { useCurrentUser } from '../../../state/current-user.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { copyText } from '../../../ui/primitives/copy-button.tsx'
import {
  DropdownMenu,
  MenuChoice,
  MenuItem,
  MenuSeparator,
} from '../../../ui/primitives/dropdown-menu.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { viewStrings as strings } from '../strings/view-strings.ts'
import type { GridView, ViewAct } from './use-grid-view.ts'
import { describeViewFailure, useSaveView } from './view-calls.ts'

const ViewDialogs = lazy(async () => ({
  default: (await import('./view-dialogs.tsx')).ViewDialogs,
}))

interface ViewsMenuProps {
  projectId: string
  tableId: string
  grid: GridView
}

function detailOf({ isShared, author }: TableView, me: string | undefined): string {
  if (!isShared) return strings.private
  return author.id === me ? strings.sharedByYou : strings.sharedBy(author.name)
}

async function copyLink({ isShared }: TableView): Promise<void> {
  try {
    await copyText(window.location.href)
    showToast({
      title: strings.linkCopied,
      ...(isShared ? {} : { description: strings.linkCopiedPrivate }),
    })
  } catch {
    showToast({ title: strings.copyFailed, variant: 'destructive' })
  }
}

function Choices({ grid }: Pick<ViewsMenuProps, 'grid'>) {
  const me = useCurrentUser().data?.user.id
  const { list, view, choose, hasDraft } = grid
  const views = list.data ?? []
  return (
    <>
      <MenuChoice
        label={strings.list}
        value={view?.id ?? ''}
        options={[
          { value: '', label: strings.mine, detail: strings.mineDetail },
          ...views.map((one) => ({
            value: one.id,
            label: one.name,
            detail: strings.detail(detailOf(one, me), hasDraft(one.id)),
          })),
        ]}
        onChoose={(id) => choose(id === '' ? null : id)}
      />
      {list.isLoading ? (
        <div className="px-8 py-1.5 text-xs text-fg-2">{strings.loading}</div>
      ) : null}
      {list.isError ? (
        <MenuItem tone="danger" onSelect={() => void list.refetch()}>
          {strings.failed}
        </MenuItem>
      ) : null}
    </>
  )
}

interface ActsProps extends Pick<ViewsMenuProps, 'grid'> {
  onAct: (act: ViewAct) => void
  onSave: () => void
}

function Acts({ grid, onAct, onSave }: ActsProps) {
  const { view, isChanged } = grid
  const isStopped = useStopReason() !== undefined
  const canChange = view?.canChange === true && !isStopped
  return (
    <>
      <MenuSeparator />
      {isChanged && canChange ? (
        <MenuItem icon={<Save aria-hidden="true" />} onSelect={onSave}>
          {strings.save}
        </MenuItem>
      ) : null}
      {isStopped ? null : (
        <MenuItem icon={<Plus aria-hidden="true" />} onSelect={() => onAct('create')}>
          {strings.saveAsNew}
        </MenuItem>
      )}
      {isChanged ? (
        <MenuItem icon={<Undo2 aria-hidden="true" />} onSelect={grid.discard}>
          {strings.discard}
        </MenuItem>
      ) : null}
      {canChange ? (
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onAct('edit')}>
          {strings.edit}
        </MenuItem>
      ) : null}
      {view ? (
        <MenuItem icon={<Copy aria-hidden="true" />} onSelect={() => void copyLink(view)}>
          {strings.copyLink}
        </MenuItem>
      ) : null}
      {canChange ? (
        <MenuItem
          tone="danger"
          icon={<Trash2 aria-hidden="true" />}
          onSelect={() => onAct('delete')}
        >
          {strings.delete}
        </MenuItem>
      ) : null}
    </>
  )
}

/** The shown view with the menu of all views of the table, and Save view while it has unsaved changes. */
export function ViewsMenu({ projectId, tableId, grid }: ViewsMenuProps) {
  const { view, isChanged } = grid
  const [act, setAct] = useState<ViewAct>()
  const isStopped = useStopReason() !== undefined
  const save = useSaveView({ projectId, tableId })
  const trigger = useRef<HTMLButtonElement>(null)
  const name = view?.name ?? strings.mine
  const onAct = (next: ViewAct) => {
    // The menu item unmounts, so the dialog must return the focus to the trigger.
    trigger.current?.focus()
    setAct(next)
  }
  const onSave = () => {
    const content = grid.content()
    if (!view || !content || save.isPending) return
    trigger.current?.focus()
    const { isShared } = view
    save.mutate(
      { name, isShared, ...content, saved: view },
      {
        onSuccess: grid.discard,
        onError: (error) =>
          showToast({
            title: strings.saveFailed,
            description: describeViewFailure(error),
            variant: 'destructive',
          }),
      },
    )
  }
  return (
    <>
      <DropdownMenu
        align="start"
        onOpenChange={(isOpen) => (isOpen ? grid.load() : undefined)}
        trigger={
          <Button
            ref={trigger}
            variant="ghost"
            size="sm"
            aria-label={strings.label(name, isChanged)}
            className="min-w-16 shrink!"
          >
            <Eye aria-hidden="true" />
            <span className="max-w-40 truncate">{name}</span>
            <ChevronDown aria-hidden="true" className="size-3.5!" />
          </Button>
        }
      >
        <Choices grid={grid} />
        <Acts {...{ grid, onAct, onSave }} />
      </DropdownMenu>
      {isChanged ? (
        <span className="flex shrink-0 items-center gap-1">
          <span
            title={grid.isTooLarge ? strings.tooLargeHint : strings.unsavedHint}
            className="inline-flex h-4.5 items-center rounded-sm bg-warn-soft px-1.5 text-2xs font-medium text-warn-text"
          >
            {grid.isTooLarge ? strings.tooLarge : strings.unsaved}
          </span>
          {isStopped ? null : (
            <Button
              size="sm"
              busy={save.isPending}
              onClick={view?.canChange ? onSave : () => onAct('create')}
            >
              {view?.canChange ? strings.save : strings.saveAsNew}
            </Button>
          )}
        </span>
      ) : null}
      {act ? (
        <Suspense fallback={null}>
          <ViewDialogs {...{ projectId, tableId, grid, act }} onClose={() => setAct(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}
