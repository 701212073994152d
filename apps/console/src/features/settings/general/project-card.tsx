import { ProjectName } from '@plinth/contract'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { BUDGET_LABELS, printAmount } from '../../../state/budget.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { describeRegion, useUnmappedRegions } from '../../../state/regions.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { CopyButton } from '../../../ui/primitives/copy-button.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { Fact } from '../panel/fact.tsx'
import { useUsage } from '../usage/usage-queries.ts'
import { generalStrings as strings } from './strings.ts'
import { useRenameProject } from './use-rename-project.ts'

function RenameForm() {
  const project = useCurrentProject()
  const { rename, busy, problem } = useRenameProject()
  const [name, setName] = useState(project.name)
  const [invalid, setInvalid] = useState<string>()
  const isDeveloper = project.role === 'developer'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || isDeveloper) return
    const issue = ProjectName.safeParse(name).error?.issues[0]?.message
    setInvalid(issue)
    if (issue === undefined) rename(name.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="flex items-start gap-2 border-b px-4 py-3.5">
      {/* The space below the input is reserved for an error, so that nothing moves. */}
      <Field label={strings.name} error={invalid ?? problem} className="min-h-18 w-90">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            readOnly={isDeveloper}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <GatedButton
        type="submit"
        reason={isDeveloper ? strings.ownersOnly : undefined}
        busy={busy}
        className="mt-5.5"
      >
        {strings.rename}
      </GatedButton>
    </form>
  )
}

/** The amounts that grow: rows and bytes. */
function UsageFacts() {
  const { data, isError } = useUsage()
  return (['rows', 'bytes'] as const).map((kind) => {
    const used = data?.kinds.find((each) => each.kind === kind)?.used
    return (
      <Fact key={kind} label={BUDGET_LABELS[kind]}>
        {data || isError ? (
          <span>{used == null ? strings.unknown : printAmount(kind, used)}</span>
        ) : (
          <span className="flex h-5 items-center">
            <Skeleton className="h-3 w-14" />
          </span>
        )}
      </Fact>
    )
  })
}

/** What the project is: its name, which can be changed, and its id, region, database and usage. */
export function ProjectCard() {
  const { id, region, created_at, configuration } = useCurrentProject()
  const unmapped = useUnmappedRegions()
  const applied = configuration.old_configuration
  const { database } = applied.tables.length > 0 ? applied : configuration.new_configuration
  return (
    <section aria-label={strings.project} className="mb-5 rounded-xl border bg-surface shadow-1">
      <div className="flex items-baseline justify-between border-b px-4 py-2.5">
        <h3 className="text-sm font-semibold">{strings.project}</h3>
        <Link
          to="?section=usage"
          className="ring-focus rounded-sm text-xs text-fg-2 underline-offset-2 hover:text-fg hover:underline"
        >
          {strings.allUsage}
        </Link>
      </div>
      <RenameForm />
      <dl className="flex flex-wrap gap-x-10 gap-y-3 px-4 py-3.5">
        <Fact label={strings.id}>
          <span className="flex h-5 items-center gap-1 font-mono text-xs">
            {id}
            <CopyButton label={strings.copyId} copiedLabel={strings.copied} text={id} />
          </span>
        </Fact>
        <Fact label={strings.region}>{describeRegion(region, unmapped)}</Fact>
        <Fact label={strings.database}>{strings.databases[database]}</Fact>
        <Fact label={strings.created}>
          <RelativeTime iso={created_at} />
        </Fact>
        <UsageFacts />
      </dl>
    </section>
  )
}
