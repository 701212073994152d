import type { Constant } from '@plinth/contract'

export interface ConstantValues {
  key: string
  value: string
  environment: string
  secret: boolean
}

export function constantValuesOf(constant: Constant): ConstantValues {
  const { key, value, secret } = constant
  return { key, value, environment: constant.environment_id, secret }
}

export function newConstant(environment: string): ConstantValues {
  return { key: '', value: '', environment, secret: false }
}
