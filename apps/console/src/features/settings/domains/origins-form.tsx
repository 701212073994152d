import { type AllowedOrigins, Origin, saveOrigins } from '@plinth/contract'
import { Controller, useForm } from 'react-hook-form'
import { client } from '../../../api/client.ts'
import { useStopReason } from '../../../state/availability.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { StaleNotice } from '../../../ui/forms/stale-notice.tsx'
import { SwitchRow } from '../../../ui/forms/switch.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { EditFooter } from '../panel/edit-footer.tsx'
import { FormProblem, ReadOnlyReason } from '../panel/form-notes.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { useEdit } from '../panel/use-edit.ts'
import { useItemAccess } from '../panel/use-item-access.ts'
import { type OriginsOfEnvironment, useReloadOrigins } from './origins-query.ts'
import { domainsStrings } from './strings.ts'

const { origins: strings } = domainsStrings

interface OriginsValues {
  /** One per line. */
  origins: string
  allowsLocal: boolean
}

const valuesOf = ({ origins, allowsLocal }: AllowedOrigins): OriginsValues => ({
  origins: origins.join('\n'),
  allowsLocal,
})

const linesOf = (text: string) =>
  text
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** True, or a message that names the first wrong line. */
function checkLines(text: string): true | string {
  for (const line of linesOf(text)) {
    const issue = Origin.safeParse(line).error?.issues[0]
    if (issue) return `${line} ${issue.message}.`
  }
  return true
}

function useOriginsEdit({ opened, onDone }: OriginsFormProps) {
  const projectId = useCurrentProject().id
  const reload = useReloadOrigins()
  const form = useForm<OriginsValues>({ defaultValues: valuesOf(opened) })
  const edit = useEdit({
    what: 'Changing allowed origins',
    form,
    labels: { origins: strings.columns.origins },
    revision: opened.revision,
    save: ({ origins, allowsLocal }, basedOn) =>
      client.call(saveOrigins, {
        params: { projectId },
        body: { environmentId: opened.environmentId, origins: linesOf(origins), allowsLocal },
        ...basedOn,
      }),
    onDone: () => {
      reload()
      onDone()
    },
  })
  return { form, edit }
}

function OriginsStale({ edit, form }: ReturnType<typeof useOriginsEdit>) {
  if (!edit.stale) return null
  const theirs = valuesOf(edit.stale.theirs as AllowedOrigins)
  const yours = form.getValues()
  return (
    <StaleNotice
      act={edit.stale.act}
      sides={[
        { label: strings.columns.origins, yours: yours.origins, theirs: theirs.origins },
        {
          label: strings.allowLocal,
          yours: strings.onOrOff(yours.allowsLocal),
          theirs: strings.onOrOff(theirs.allowsLocal),
        },
      ]}
      onKeepMine={edit.keepMine}
      onTakeTheirs={() => edit.takeTheirs(theirs)}
    />
  )
}

interface OriginsFormProps {
  opened: OriginsOfEnvironment
  onDone: () => void
}

export function OriginsForm(props: OriginsFormProps) {
  const { opened, onDone } = props
  const { form, edit } = useOriginsEdit(props)
  const stopped = useStopReason()
  const isClosed = !useItemAccess(opened.environmentId)
  const reason = stopped ?? (isClosed ? settings.production : undefined)
  const isDev = opened.environment === 'dev'
  return (
    <form noValidate onSubmit={form.handleSubmit(edit.save)}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        <Field
          label={strings.columns.origins}
          hint={isDev ? strings.hint : strings.productionHint}
          error={form.formState.errors.origins?.message}
        >
          {(control) => (
            <TextArea
              {...control}
              {...form.register('origins', { validate: checkLines })}
              data-autofocus
              disabled={reason !== undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={strings.placeholder}
              className="font-mono text-xs"
            />
          )}
        </Field>
        {isDev ? (
          <Controller
            control={form.control}
            name="allowsLocal"
            render={({ field }) => (
              <SwitchRow
                label={strings.allowLocal}
                hint={strings.allowLocalHint}
                checked={field.value}
                disabled={reason !== undefined}
                onCheckedChange={field.onChange}
              />
            )}
          />
        ) : null}
        {reason ? <ReadOnlyReason>{reason}</ReadOnlyReason> : null}
        <OriginsStale edit={edit} form={form} />
        <FormProblem>{stopped ? undefined : edit.problem}</FormProblem>
      </div>
      <EditFooter submit={reason ? undefined : settings.save} busy={edit.busy} onCancel={onDone} />
    </form>
  )
}
