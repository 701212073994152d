import { type Constant, createConstant, deleteConstant, updateConstant } from '@plinth/contract'
import { useForm } from 'react-hook-form'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import type { ItemFormProps } from '../panel/item-dialogs.tsx'
import { ItemFormFrame } from '../panel/item-form-frame.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { useEdit } from '../panel/use-edit.ts'
import { useItemAccess } from '../panel/use-item-access.ts'
import { ConstantFields } from './constant-fields.tsx'
import { ConstantStale } from './constant-stale.tsx'
import { type ConstantValues, constantValuesOf, newConstant } from './constant-values.ts'
import { DeleteConstantDialog } from './delete-constant-dialog.tsx'
import { constantsStrings as strings } from './strings.ts'

function useConstantEdit({ item: constant, environment, onDone }: ItemFormProps<Constant>) {
  const projectId = useCurrentProject().id
  const form = useForm<ConstantValues>({
    defaultValues: constant ? constantValuesOf(constant) : newConstant(environment),
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

export function ConstantForm(props: ItemFormProps<Constant>) {
  const { item: constant, onDone } = props
  const { form, edit } = useConstantEdit(props)
  const closed = !useItemAccess(constant?.environment_id)
  const stale = edit.stale ? (
    <ConstantStale
      stale={edit.stale}
      yours={form.getValues()}
      onKeepMine={edit.keepMine}
      onTakeTheirs={edit.takeTheirs}
    />
  ) : null
  return (
    <ItemFormFrame
      isNew={constant === undefined}
      closed={closed}
      edit={edit}
      fields={
        <ConstantFields form={form} closed={closed} hasStoredSecret={constant?.secret ?? false} />
      }
      stale={stale}
      question={(asked) =>
        constant ? <DeleteConstantDialog constant={constant} {...asked} /> : null
      }
      onSubmit={form.handleSubmit(edit.save)}
      onDone={onDone}
    />
  )
}
