import { invalid } from '../../foundation/http/errors/api-error.ts'
import type { Vault } from '../../foundation/secrets/vault.ts'
import type { StoredConstant, StoredValue } from './constant-store.ts'
import { type ConstantPlace, openConstant, sealConstant } from './seal-constant.ts'

interface Wanted {
  value: string
  secret: boolean | undefined
  key: ConstantPlace
  before: StoredConstant | undefined
}

const missing = (message: string) => invalid([{ path: 'value', message }])

/** The value to store: a plain one, a newly sealed one, or the previous secret. */
export function chooseValue(vault: Vault, wanted: Wanted): StoredValue {
  const { value, key: place, before } = wanted
  const wasSecret = before?.sealed ?? null
  const secret = wanted.secret ?? wasSecret !== null
  if (!secret) {
    if (wasSecret && value === '') {
      throw missing('Write the value again: a secret cannot be made readable.')
    }
    return { value, sealed: null }
  }
  if (value !== '') return { value: null, sealed: sealConstant(vault, value, place) }
  if (!wasSecret || !before) throw missing('A secret needs a value.')
  if (before.environmentId === place.environmentId) return { value: null, sealed: wasSecret }
  const previous = openConstant(vault, wasSecret, { ...place, environmentId: before.environmentId })
  return { value: null, sealed: sealConstant(vault, previous, place) }
}
