import { OAUTH_SERVICES } from '@plinth/contract'
import { useState } from 'react'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import type { CredentialData } from '../credential-data.ts'
import { applyService, serviceOf } from './apply-service.ts'
import { ServiceIcon } from './service-icon.tsx'
import { serviceStrings as strings } from './strings.ts'

const CUSTOM = { value: '', label: strings.custom, detail: strings.customDetail }
const OPTIONS = OAUTH_SERVICES.map(({ id, label, hosts }) => ({
  value: id,
  label,
  detail: hosts.join(', '),
  icon: <ServiceIcon service={id} />,
}))

interface ServiceChoiceProps {
  data: CredentialData
  onChange: (data: CredentialData) => void
}

/** Chooses a service of the catalogue, which fills in the form. */
export function ServiceChoice({ data, onChange }: ServiceChoiceProps) {
  const [search, setSearch] = useState('')
  const chosen = serviceOf(data)
  const wanted = search.trim().toLowerCase()
  const options = OPTIONS.filter(({ label }) => label.toLowerCase().includes(wanted))
  return (
    <Field label={strings.service} hint={chosen?.note ?? strings.hint}>
      {(control) => (
        <Combobox
          {...control}
          chosen={OPTIONS.find(({ value }) => value === chosen?.id) ?? CUSTOM}
          options={wanted === '' ? [CUSTOM, ...options] : options}
          placeholder={strings.custom}
          search={search}
          searchLabel={strings.search}
          empty={strings.none}
          onSearchChange={setSearch}
          onChoose={({ value }) => {
            setSearch('')
            onChange(applyService(data, value))
          }}
        />
      )}
    </Field>
  )
}
