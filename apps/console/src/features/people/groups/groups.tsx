import type { SsoGroups } from '@plinth/contract'
import { useState } from 'react'
import { Button } from '../../../ui/primitives/button.tsx'
import { useProvider } from '../sso-queries.ts'
import { GroupsDialog } from './groups-dialog.tsx'
import { useGroups } from './groups-queries.ts'
import { groupsStrings as strings } from './groups-strings.ts'

function Rules({ adminGroup, rules }: SsoGroups) {
  if (rules.length === 0 && adminGroup === null) {
    return <p className="mt-3 text-sm text-fg-2">{strings.none}</p>
  }
  return (
    <ul className="mt-3 flex max-h-60 flex-col gap-1 overflow-y-auto text-sm break-words">
      {adminGroup === null ? null : <li>{strings.admins(adminGroup)}</li>}
      {rules.map(({ group, projectId, projectName, role }) => (
        <li key={`${projectId} ${group}`}>
          <span className="font-medium">{group}</span>: {strings.rule[role]} {projectName}
        </li>
      ))}
    </ul>
  )
}

/** What groups of the identity provider give; nothing is shown without a provider. */
export function Groups() {
  const { data: groups } = useGroups()
  const { data: provider } = useProvider()
  const [isOpen, setOpen] = useState(false)
  if (!groups || !(provider?.provider || groups.rules.length > 0)) return null
  return (
    <section
      aria-labelledby="sso-groups"
      className="mt-6 rounded-xl border bg-surface px-4 py-3 shadow-1"
    >
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 id="sso-groups" className="text-sm font-medium">
            {strings.title}
          </h2>
          <p className="text-xs text-fg-2">{strings.text}</p>
        </div>
        <Button size="sm" onClick={() => setOpen(true)}>
          {strings.change}
        </Button>
      </div>
      <Rules {...groups} />
      <GroupsDialog open={isOpen} groups={groups} onClose={() => setOpen(false)} />
    </section>
  )
}
