import type { StaffMember } from '@plinth/contract'
import { Plus } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { AdminScreen } from '../../state/account/admin-screen.tsx'
import { usePaletteActions } from '../../state/palette-actions.ts'
import { useSsoProvider } from '../../state/sso/sso-provider.ts'
import { SearchInput } from '../../ui/forms/search-input.tsx'
import { GatedButton } from '../../ui/primitives/gated-button.tsx'
import { DisableDialog } from './disable-dialog.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { Groups } from './groups/groups.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { Mail } from './mail.tsx'
import { PeopleList } from './people-list.tsx'
import { Policy } from './policy.tsx'
import { Sso } from './sso.tsx'
import { peopleStrings as strings } from './strings.ts'

function People() {
  const [params] = useSearchParams()
  const named = params.get('search') ?? ''
  const [search, setSearch] = useState(named)
  // The palette may name another person while the screen is open.
  useEffect(() => setSearch(named), [named])
  const [inviting, setInviting] = useState(false)
  const { provider } = useSsoProvider()
  const reason = provider?.ssoOnly ? strings.noInvitations(provider.name) : undefined
  usePaletteActions(reason ? [] : [{ label: strings.invite, run: () => setInviting(true) }])
  const [doomed, setDoomed] = useState<StaffMember>()
  const [disconnected, setDisconnected] = useState<StaffMember>()
  return (
    <div className="mx-auto flex min-h-full max-w-280 flex-col px-8 py-10">
      <h1 className="text-xl font-semibold">{strings.title}</h1>
      <p className="mt-0.5 text-sm text-fg-2">{strings.text}</p>
      <div className="mt-6 mb-3 flex justify-between">
        <SearchInput
          label={strings.search}
          value={search}
          onValueChange={setSearch}
          maxLength={120}
        />
        <GatedButton variant="primary" reason={reason} onClick={() => setInviting(true)}>
          <Plus aria-hidden="true" />
          {strings.invite}
        </GatedButton>
      </div>
      <PeopleList
        search={useDeferredValue(search)}
        onDisable={setDoomed}
        onDisconnect={setDisconnected}
      />
      <InvitationList />
      <Policy />
      <Sso />
      <Groups />
      <Mail />
      <InviteDialog open={inviting} onClose={() => setInviting(false)} />
      <DisableDialog person={doomed} onClose={() => setDoomed(undefined)} />
      <DisconnectDialog person={disconnected} onClose={() => setDisconnected(undefined)} />
    </div>
  )
}

/** People of the organisation; for admins only. */
export function PeopleScreen() {
  return (
    <AdminScreen strings={strings}>
      <People />
    </AdminScreen>
  )
}
