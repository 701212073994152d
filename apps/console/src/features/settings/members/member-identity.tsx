import type { Member } from '@plinth/contract'

export function memberNameOf({ first_name, last_name, email }: Member): string {
  return `${first_name} ${last_name}`.trim() || email
}

/** Name and email of a member. */
export function MemberIdentity({ member }: { member: Member }) {
  const name = memberNameOf(member)
  const initials = name
    .split(/\s+/)
    .map((word) => word.slice(0, 1))
    .join('')
  return (
    <div className="flex items-center gap-3 rounded-lg border bg-sunken/60 px-3 py-2.5">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-active text-2xs font-semibold text-fg-2"
      >
        {initials.slice(0, 2).toUpperCase()}
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="truncate leading-4.5 font-medium">{name}</span>
        <span className="truncate text-xs text-fg-2">{member.email}</span>
      </span>
    </div>
  )
}
