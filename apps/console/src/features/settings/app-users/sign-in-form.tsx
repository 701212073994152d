import { type AppSignIn, saveAppSignIn } from '@plinth/contract'
import { useForm } from 'react-hook-form'
import { client } from '../../../api/client.ts'
import { useStopReason } from '../../../state/availability.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { StaleNotice } from '../../../ui/forms/stale-notice.tsx'
import { EditFooter } from '../panel/edit-footer.tsx'
import { FormProblem, ReadOnlyReason } from '../panel/form-notes.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { useEdit } from '../panel/use-edit.ts'
import { useItemAccess } from '../panel/use-item-access.ts'
import { SignInFields } from './sign-in-fields.tsx'
import { type SignInOfTable, useReloadAppSignIn } from './sign-in-query.ts'
import { type SignInValues, toSignIn, valuesOfSignIn } from './sign-in-values.ts'
import { appUsersStrings as strings } from './strings.ts'

interface SignInFormProps {
  opened: SignInOfTable
  onDone: () => void
}

const LABELS = {
  redirects: strings.redirects,
  mailSubject: strings.mailSubject,
  mailText: strings.mailText,
  sessionDays: strings.sessionDays,
  passkeyHost: strings.passkeyHost,
} as const

function useSignInEdit({ opened, onDone }: SignInFormProps) {
  const projectId = useCurrentProject().id
  const reload = useReloadAppSignIn()
  const form = useForm<SignInValues>({ defaultValues: valuesOfSignIn(opened) })
  const { environmentId, tableId } = opened
  const edit = useEdit({
    what: 'Changing the sign-in of app users',
    form,
    labels: LABELS,
    revision: opened.revision,
    save: (values, basedOn) =>
      client.call(saveAppSignIn, {
        params: { projectId },
        body: { environmentId, tableId, ...toSignIn(values) },
        ...basedOn,
      }),
    onDone: () => {
      reload()
      onDone()
    },
  })
  return { form, edit }
}

const SIDES = ['redirects', 'mailSubject', 'mailText', 'sessionDays', 'passkeyHost'] as const
const SWITCHES = ['byCode', 'createsAccounts'] as const

function SignInStale({ edit, form }: ReturnType<typeof useSignInEdit>) {
  if (!edit.stale) return null
  const theirs = valuesOfSignIn(edit.stale.theirs as AppSignIn)
  const yours = form.getValues()
  return (
    <StaleNotice
      act={edit.stale.act}
      sides={[
        ...SWITCHES.map((name) => ({
          label: strings[name],
          yours: strings.onOrOff(yours[name]),
          theirs: strings.onOrOff(theirs[name]),
        })),
        ...SIDES.map((name) => ({
          label: strings[name],
          yours: yours[name],
          theirs: theirs[name],
        })),
      ]}
      onKeepMine={edit.keepMine}
      onTakeTheirs={() => edit.takeTheirs(theirs)}
    />
  )
}

export function SignInForm(props: SignInFormProps) {
  const { opened, onDone } = props
  const { form, edit } = useSignInEdit(props)
  const stopped = useStopReason()
  const isClosed = !useItemAccess(opened.environmentId)
  const reason = stopped ?? (isClosed ? settings.production : undefined)
  return (
    <form noValidate onSubmit={form.handleSubmit(edit.save)}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        <SignInFields form={form} isDisabled={reason !== undefined} />
        {reason ? <ReadOnlyReason>{reason}</ReadOnlyReason> : null}
        <SignInStale edit={edit} form={form} />
        <FormProblem>{stopped ? undefined : edit.problem}</FormProblem>
      </div>
      <EditFooter submit={reason ? undefined : settings.save} busy={edit.busy} onCancel={onDone} />
    </form>
  )
}
