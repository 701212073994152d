import { ApiError } from '@plinth/client'
import { type DeletedProject, ProjectName } from '@plinth/contract'
import { type FormEvent, useState } from 'react'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { useRestoreProject } from './deleted-queries.ts'
import { deletedProjectsStrings as strings } from './strings.ts'

interface RestoreFormProps {
  project: DeletedProject
  onClose: () => void
}

function RestoreForm({ project, onClose }: RestoreFormProps) {
  const words = strings.restoring
  const restoring = useRestoreProject()
  const [name, setName] = useState(project.name)
  const [wrong, setWrong] = useState<string>()
  const isTaken = project.isNameTaken && name.trim().toLowerCase() === project.name.toLowerCase()
  const failed = restoring.error instanceof ApiError ? restoring.error.message : words.unreachable
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (restoring.isPending) return
    const read = ProjectName.safeParse(name)
    setWrong(read.error?.issues[0]?.message)
    if (read.success && !isTaken)
      restoring.mutate({ id: project.id, name: read.data }, { onSuccess: onClose })
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex flex-col gap-4 px-5 pt-3">
        <ul className="list-disc pl-5 text-sm text-fg-2">
          {words.consequences.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </ul>
        <Field
          label={words.name}
          error={wrong ?? (isTaken ? words.taken : restoring.isError ? failed : undefined)}
        >
          {(control) => (
            <Input
              {...control}
              data-autofocus=""
              autoComplete="off"
              value={name}
              onFocus={(event) => event.target.select()}
              onChange={(event) => {
                setWrong(undefined)
                restoring.reset()
                setName(event.target.value)
              }}
            />
          )}
        </Field>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{strings.cancel}</Button>
        <Button type="submit" variant="primary" busy={restoring.isPending}>
          {strings.restore}
        </Button>
      </DialogFooter>
    </form>
  )
}

interface RestoreProjectDialogProps {
  project: DeletedProject | undefined
  onClose: () => void
}

/** Says what a restored project lacks, and asks for another name if its own is taken. */
export function RestoreProjectDialog({ project, onClose }: RestoreProjectDialogProps) {
  return (
    <Dialog
      open={project !== undefined}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={strings.restoring.title(project?.name ?? '')}
      description={strings.restoring.text}
    >
      {project ? <RestoreForm project={project} onClose={onClose} /> : null}
    </Dialog>
  )
}
