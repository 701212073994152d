import type { User } from '@plinth/contract'
import { useState } from 'react'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import type { FieldControl } from '../../../ui/forms/field.tsx'
import { useOrgUsers } from './org-users-query.ts'
import { membersStrings as strings } from './strings.ts'

interface UserPickerProps extends FieldControl {
  value: User | null
  onChange: (user: User) => void
}

function toOption(user: User) {
  const name = `${user.first_name} ${user.last_name}`.trim()
  return { value: user.id, label: name || user.email, detail: user.email }
}

/** Finds a user of the organisation by name or email. */
export function UserPicker({ value, onChange, ...control }: UserPickerProps) {
  const [search, setSearch] = useState('')
  const { query, isCurrent } = useOrgUsers(search)
  const users = query.data ?? []
  const waiting = query.isFetching || !isCurrent
  const empty = query.isError ? strings.searchFailed : waiting ? strings.searching : strings.noUser
  return (
    <Combobox
      {...control}
      chosen={value ? toOption(value) : undefined}
      options={users.map(toOption)}
      placeholder={strings.userPlaceholder}
      search={search}
      searchLabel={strings.userSearch}
      empty={empty}
      onSearchChange={setSearch}
      onChoose={(option) => {
        const user = users.find(({ id }) => id === option.value)
        if (user) onChange(user)
      }}
    />
  )
}
