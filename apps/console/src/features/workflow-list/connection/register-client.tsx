import type { Credential } from '@plinth/contract'
import { useState } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { connectionStrings as strings } from './strings.ts'
import { useRegister } from './use-register.ts'

interface RegisterClientProps {
  /** The stored credential; undefined for a new one. */
  credential: Credential | undefined
  isChanged: boolean
  onRegistered: (credential: Credential) => void
}

/** Registers Plinth at a service that offers it, instead of a client id that a person types. */
export function RegisterClient({ credential, isChanged, onRegistered }: RegisterClientProps) {
  const { busy, problem, register } = useRegister(credential, onRegistered)
  const [issuer, setIssuer] = useState(String(credential?.data.issuer ?? ''))
  const missing = issuer.trim() === '' ? strings.issuerFirst : undefined
  const reason = credential === undefined || isChanged ? strings.saveFirst : missing
  const send = () => {
    if (reason === undefined && !busy) register(issuer.trim())
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label={strings.issuer} hint={strings.issuerHint}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            placeholder="https://service.example"
            value={issuer}
            onChange={(event) => setIssuer(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // The form around it would be saved.
              event.preventDefault()
              send()
            }}
          />
        )}
      </Field>
      <GatedButton size="sm" className="self-start" busy={busy} reason={reason} onClick={send}>
        {strings.register}
      </GatedButton>
      <div role="status">
        {problem === undefined ? null : <p className="text-danger-text">{problem}</p>}
      </div>
    </div>
  )
}
