import { type FormEvent, startTransition, useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { SwitchRow } from '../../../ui/forms/switch.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { viewStrings as strings } from '../strings/view-strings.ts'
import type { GridView, ViewAct } from './use-grid-view.ts'
import { describeViewFailure, useDeleteView, useSaveView } from './view-calls.ts'

interface ViewDialogsProps {
  projectId: string
  tableId: string
  grid: GridView
  act: ViewAct
  onClose: () => void
}

function ViewForm({ projectId, tableId, grid, act, onClose }: ViewDialogsProps) {
  const saved = act === 'edit' ? grid.view : undefined
  const [name, setName] = useState(saved?.name ?? '')
  const [isShared, setShared] = useState(saved?.isShared ?? false)
  const [isMissing, setMissing] = useState(false)
  const save = useSaveView({ projectId, tableId })
  const refused = save.error ? describeViewFailure(save.error) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Renaming a view does not save its other changes.
    const content = saved ? { settings: saved.settings, filter: saved.filter } : grid.content()
    setMissing(name.trim() === '')
    if (name.trim() === '' || !content || save.isPending) return
    save.mutate(
      { name, isShared, ...content, saved },
      {
        onSuccess: ({ id }) => {
          // Together with the change of address; else the rows load once without the filter.
          if (!saved) {
            startTransition(() => {
              grid.choose(id)
              grid.discard()
            })
          }
          onClose()
        },
      },
    )
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex flex-col gap-3 px-5 pt-4">
        <Field label={strings.name} required error={isMissing ? strings.nameRequired : refused}>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              autoComplete="off"
              maxLength={80}
              value={name}
              onChange={(event) => {
                save.reset()
                setMissing(false)
                setName(event.target.value)
              }}
            />
          )}
        </Field>
        <SwitchRow
          label={strings.share}
          hint={strings.shareHint}
          checked={isShared}
          onCheckedChange={setShared}
        />
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{strings.cancel}</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {strings.confirmSave}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Names a new view, renames or shares the shown one, or deletes it. */
export function ViewDialogs(props: ViewDialogsProps) {
  const { grid, act, onClose } = props
  const remove = useDeleteView(props)
  const { view } = grid
  if (act === 'delete') {
    return (
      <ConfirmDialog
        open
        onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
        title={strings.deleteTitle(view?.name ?? '')}
        text={view?.isShared ? strings.deleteShared : strings.deletePrivate}
        cancelLabel={strings.cancel}
        confirmLabel={strings.confirmDelete}
        busy={remove.isPending}
        onConfirm={() =>
          view &&
          remove.mutate(view, {
            onSuccess: () => {
              grid.discard()
              grid.choose(null)
            },
            onSettled: onClose,
          })
        }
      />
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={act === 'edit' ? strings.editTitle : strings.saveTitle}
      description={strings.saveText}
      className="w-100!"
    >
      <ViewForm {...props} />
    </Dialog>
  )
}
