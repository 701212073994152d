import type { Vault } from '../../foundation/secrets/vault.ts'

/** The binding of a sealed value; copied to another row it cannot be decrypted. */
export interface ConstantPlace {
  projectId: string
  environmentId: string
  constantId: string
}

function bindingOf({ projectId, environmentId, constantId }: ConstantPlace): string[] {
  return ['constant', projectId, environmentId, constantId]
}

export function sealConstant(vault: Vault, value: string, key: ConstantPlace): Buffer {
  return vault.seal(value, bindingOf(key))
}

export function openConstant(vault: Vault, sealed: Buffer, key: ConstantPlace): string {
  return vault.open(sealed, bindingOf(key))
}
