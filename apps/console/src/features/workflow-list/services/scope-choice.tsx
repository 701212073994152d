import type { OauthService } from '@plinth/contract'
import { useId, useState } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import type { CredentialData } from '../credential-data.ts'
import { scopesIn, setOtherScopes, toggleScope } from './apply-service.ts'
import { serviceStrings as strings } from './strings.ts'

interface ScopeChoiceProps {
  service: OauthService
  data: CredentialData
  onChange: (data: CredentialData) => void
}

/** Keeps the text as typed while it parses to the current scopes. */
function OtherScopes({ service, data, onChange }: ScopeChoiceProps) {
  const listed = new Set(service.scopes.map(({ name }) => name))
  const others = scopesIn(data.scope).filter((name) => !listed.has(name))
  const joined = others.join(' ')
  const [typed, setTyped] = useState(joined)
  return (
    <Field label={strings.otherScopes} hint={strings.otherHint}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          spellCheck={false}
          value={scopesIn(typed).join(' ') === joined ? typed : joined}
          onChange={(event) => {
            setTyped(event.target.value)
            onChange(setOtherScopes(data, event.target.value))
          }}
        />
      )}
    </Field>
  )
}

/** The scopes of a service as checkboxes, and a field for others. */
export function ScopeChoice(props: ScopeChoiceProps) {
  const { service, data, onChange } = props
  const id = useId()
  const chosen = new Set(scopesIn(data.scope))
  return (
    <>
      {service.scopes.length === 0 ? null : (
        <fieldset aria-describedby={id} className="flex flex-col gap-1.5">
          <legend className="mb-1.5 text-xs text-fg-2">{strings.scopes}</legend>
          <p id={id} className="text-xs text-fg-3">
            {strings.scopesOf(service.label)}
          </p>
          {service.scopes.map(({ name, about }) => (
            <label key={name} className="flex items-start gap-2 text-sm">
              <input
                type="checkbox"
                className="ring-focus mt-0.75 size-3.5 shrink-0 accent-accent"
                checked={chosen.has(name)}
                onChange={() => onChange(toggleScope(data, name))}
              />
              <span className="min-w-0">
                {about}
                <code className="block text-xs break-all text-fg-2">{name}</code>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {service.scopes.length === 0 ? null : <OtherScopes {...props} />}
      <p className="text-xs text-fg-2">
        {strings.documents}:{' '}
        {service.documents.map((page, index) => (
          <a
            key={page}
            href={page}
            target="_blank"
            rel="noreferrer noopener"
            className="ring-focus mr-2 rounded-sm text-accent-text underline"
          >
            {new URL(page).host} {index + 1}
          </a>
        ))}
      </p>
    </>
  )
}
