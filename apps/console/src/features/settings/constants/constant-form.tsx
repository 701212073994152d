import { type Constant, createConstant, deleteConstant, updateConstant } from '@plinth/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { Button } from '../../../ui/button.tsx'
import { EditFooter } from '../edit-footer.tsx'
import { Problem, ReadOnlyReason } from '../form-notes.tsx'
import { strings as settings } from '../strings.ts'
import { useEdit } from '../use-edit.ts'
import { useItemAccess } from '../use-item-access.ts'
import { ConstantFields } from './constant-fields.tsx'
import { ConstantStale } from './constant-stale.tsx'
import { type ConstantValues, newConstant, valuesOf } from './constant-values.ts'
import { DeleteConstantDialog } from './delete-constant-dialog.tsx'
import { strings } from './strings.ts'

interface ConstantFormProps {
  /** The constant that is edited; undefined makes a new one. */
  constant: Constant | undefined
  environment: string
  onDone: () => void
}

function useConstantEdit({ constant, environment, onDone }: ConstantFormProps) {
  const projectId = useCurrentProject().id
  const form = useForm<ConstantValues>({
    defaultValues: constant ? valuesOf(constant) : newConstant(environment),
  })
  const one = { projectId, id: constant?.id ?? '' }
  const edit = useEdit({
    what: constant ? 'Changing a constant' : 'Creating a constant',
    form,
    labels: {
      key: strings.key,
      value: strings.value,
      environment: settings.environment,
    },
    ...(constant ? { revision: constant.revision } : {}),
    save: (body, basedOn) =>
      constant
        ? client.call(updateConstant, { params: one, body, ...basedOn })
        : client.call(createConstant, { params: { projectId }, body }),
    remove: (basedOn) => client.call(deleteConstant, { params: one, ...basedOn }),
    onDone,
  })
  return { form, edit }
}

export function ConstantForm(props: ConstantFormProps) {
  const { constant, onDone } = props
  const { form, edit } = useConstantEdit(props)
  const [deleting, setDeleting] = useState(false)
  const closed = !useItemAccess(constant?.environment_id)
  const save = constant ? settings.save : settings.create
  const danger = (
    <Button variant="danger-ghost" onClick={() => setDeleting(true)}>
      {settings.delete}
    </Button>
  )
  return (
    <form noValidate onSubmit={form.handleSubmit(edit.save)}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        <ConstantFields form={form} closed={closed} kept={constant?.secret ?? false} />
        {closed ? <ReadOnlyReason>{settings.production}</ReadOnlyReason> : null}
        {edit.stale ? (
          <ConstantStale
            stale={edit.stale}
            yours={form.getValues()}
            onKeepMine={edit.keepMine}
            onTakeTheirs={edit.takeTheirs}
          />
        ) : null}
        <Problem>{edit.problem}</Problem>
      </div>
      <EditFooter
        danger={constant && !closed ? danger : undefined}
        submit={closed ? undefined : save}
        busy={edit.busy}
        onCancel={onDone}
      />
      {constant ? (
        <DeleteConstantDialog
          constant={constant}
          open={deleting}
          onCancel={() => setDeleting(false)}
          onConfirm={() => {
            setDeleting(false)
            edit.remove()
          }}
        />
      ) : null}
    </form>
  )
}
