import { ApiError } from '@plinth/client'
import { type Domain, proveDomain } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useIsAdmin } from '../../../state/current-user.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { CopyButton } from '../../../ui/primitives/copy-button.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { useReloadLists } from '../panel/settings-queries.ts'
import { settingsStrings as settings } from '../panel/strings.ts'
import { domainsStrings } from './strings.ts'

const { proof: strings } = domainsStrings

function useProve({ id: domainId }: Domain) {
  const projectId = useCurrentProject().id
  const reload = useReloadLists()
  return useMutation({
    mutationFn: () => client.call(proveDomain, { params: { projectId, domainId } }),
    onSuccess: ({ domain }) => {
      reload()
      if (domain.proved) showToast({ title: strings.done })
    },
    onError: (error) => logFailure('Checking a domain', error),
  })
}

function formatProblem(domain: Domain, error: Error | null): string {
  if (error === null) return domain.problem
  return error instanceof ApiError ? error.message : settings.unreachable
}

function RecordLine(props: { label: string; text: string; copyLabel: string }) {
  return (
    <div>
      <dt className="text-xs text-fg-2">{props.label}</dt>
      <dd className="flex items-center gap-1 font-mono text-xs break-all">
        {props.text}
        <CopyButton label={props.copyLabel} copiedLabel={strings.copied} text={props.text} />
      </dd>
    </div>
  )
}

function ProofRecord({ record }: { record: NonNullable<Domain['record']> }) {
  return (
    <dl className="flex flex-col gap-2">
      <RecordLine label={strings.name} text={record.name} copyLabel={strings.copyName} />
      <RecordLine label={strings.value} text={record.value} copyLabel={strings.copyValue} />
    </dl>
  )
}

/** How to prove a domain that does not count yet, and a button to check it now. */
export function DomainProof({ domain: opened, closed }: { domain: Domain; closed: boolean }) {
  const prove = useProve(opened)
  const domain = prove.data?.domain ?? opened
  const isAdmin = useIsAdmin()
  const id = useId()
  const { record } = domain
  if (domain.proved) return <p className="text-sm text-fg-2">{strings.doneText}</p>
  const isOpen = !closed && (record !== null || isAdmin)
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 rounded-lg border bg-sunken p-3">
      <h3 id={id} className="text-sm font-medium">
        {strings.title}
      </h3>
      <p className="text-xs text-fg-2">{record ? strings.text : strings.adminText}</p>
      {record ? <ProofRecord record={record} /> : null}
      <p role="status" className="text-xs text-fg-2">
        {prove.isSuccess ? `${strings.checked} ` : ''}
        {formatProblem(domain, prove.error)}
      </p>
      {isOpen ? (
        <Button
          size="sm"
          className="self-start"
          busy={prove.isPending}
          onClick={() => prove.mutate()}
        >
          {record ? strings.check : strings.confirm}
        </Button>
      ) : null}
    </section>
  )
}
