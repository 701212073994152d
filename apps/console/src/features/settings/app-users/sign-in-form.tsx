import { type AppMailKind, type AppSignIn, saveAppSignIn } from '@plinth/contract'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldErrors, type FieldPath, useForm } from 'react-hook-form'
import { client } from '../../../api/client.ts'
import { useStopReason } from '../../../state/availability.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { StaleNotice } from '../../../ui/forms/stale-notice.tsx'
import { EditFooter } from '../panel/edit-footer.tsx'
import { FormProblem, ReadOnlyReason } from '../panel/form-notes.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { useEdit } from '../panel/use-edit.ts'
import { useItemAccess } from '../panel/use-item-access.ts'
import { MailFields } from './mail-fields.tsx'
import { SignInFields } from './sign-in-fields.tsx'
import { type SignInOfTable, useReloadAppSignIn } from './sign-in-query.ts'
import {
  MAIL_ENTRIES,
  type MailField,
  type SignInValues,
  toSignIn,
  valuesOfSignIn,
} from './sign-in-values.ts'
import { appUsersStrings as strings } from './strings.ts'

interface SignInFormProps {
  opened: SignInOfTable
  onDone: () => void
}

const LABELS = {
  redirects: strings.redirects,
  sessionDays: strings.sessionDays,
  passkeyHost: strings.passkeyHost,
  ...(Object.fromEntries(
    MAIL_ENTRIES.map(({ name, part }) => [name, strings.mailPart[part]]),
  ) as Record<MailField, string>),
} as const

function useSignInEdit({ opened, onDone }: SignInFormProps) {
  const projectId = useCurrentProject().id
  const reload = useReloadAppSignIn()
  // A field may be in a tab that is hidden, where it cannot have the focus.
  const form = useForm<SignInValues>({
    defaultValues: valuesOfSignIn(opened),
    shouldFocusError: false,
  })
  const [mail, setMail] = useState<AppMailKind>('code')
  const focus = (name: FieldPath<SignInValues>) => {
    const kind = MAIL_ENTRIES.find((entry) => entry.name === name)?.kind
    if (kind) flushSync(() => setMail(kind))
    form.setFocus(name)
  }
  const { environmentId, tableId } = opened
  const edit = useEdit({
    what: 'Changing the sign-in of app users',
    form,
    labels: LABELS,
    focus,
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
  const focusFirst = (errors: FieldErrors<SignInValues>) => {
    const first = FIELDS.find((name) => errors[name])
    if (first) focus(first)
  }
  return { form, edit, mail, setMail, focusFirst }
}

const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[]
const SIDES = ['redirects', 'sessionDays', 'passkeyHost'] as const
const SWITCHES = ['byCode', 'createsAccounts'] as const

function SignInStale({ edit, form }: Pick<ReturnType<typeof useSignInEdit>, 'edit' | 'form'>) {
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
        ...MAIL_ENTRIES.map(({ kind, part, name, fallback }) => ({
          label: strings.mailPartOf(strings.mail[kind], strings.mailPart[part]),
          yours: yours[name] || fallback,
          theirs: theirs[name] || fallback,
        })),
      ]}
      onKeepMine={edit.keepMine}
      onTakeTheirs={() => edit.takeTheirs(theirs)}
    />
  )
}

export function SignInForm(props: SignInFormProps) {
  const { opened, onDone } = props
  const { form, edit, mail, setMail, focusFirst } = useSignInEdit(props)
  const stopped = useStopReason()
  const isClosed = !useItemAccess(opened.environmentId)
  const reason = stopped ?? (isClosed ? settings.production : undefined)
  return (
    <form noValidate onSubmit={form.handleSubmit(edit.save, focusFirst)}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        <SignInFields form={form} isDisabled={reason !== undefined} />
        <MailFields
          form={form}
          isDisabled={reason !== undefined}
          opened={opened}
          shown={mail}
          onShow={setMail}
        />
        {reason ? <ReadOnlyReason>{reason}</ReadOnlyReason> : null}
        <SignInStale edit={edit} form={form} />
        <FormProblem>{stopped ? undefined : edit.problem}</FormProblem>
      </div>
      <EditFooter submit={reason ? undefined : settings.save} busy={edit.busy} onCancel={onDone} />
    </form>
  )
}
