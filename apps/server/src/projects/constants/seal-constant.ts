import type { Vault } from '../../foundation/secrets/vault.ts'

/** What a sealed value belongs to; moved anywhere else it does not open. */
export interface ConstantPlace {
  projectId: string
  environmentId: string
  constantId: string
}

function bindingOf({ projectId, environmentId, constantId }: ConstantPlace): string[] {
  return ['constant', projectId, environmentId, constantId]
}

export function sealConstant(vault: Vault, value: string, place: ConstantPlace): Buffer {
  return vault.seal(value, bindingOf(place))
}

export function openConstant(vault: Vault, sealed: Buffer, place: ConstantPlace): string {
  return vault.open(sealed, bindingOf(place))
}
