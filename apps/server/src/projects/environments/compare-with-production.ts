import type { EnvironmentName, ProductionStatus } from '@plinth/contract'

interface Compared {
  id: string
  name: string
  environment: EnvironmentName
  /** Equal if and only if the contents are equal. */
  signature: string
}

/** Compares items of a project with those of the same name in its other environment. */
export function compareWithProduction(all: readonly Compared[]): (id: string) => ProductionStatus {
  const key = (environment: EnvironmentName, name: string) => `${environment}/${name}`
  const byName = new Map(all.map((one) => [key(one.environment, one.name), one]))
  const byId = new Map(all.map((one) => [one.id, one]))
  return (id) => {
    const one = byId.get(id)
    if (!one) return 'Not in Production'
    const other = byName.get(key(one.environment === 'dev' ? 'production' : 'dev', one.name))
    if (other) return other.signature === one.signature ? 'In sync' : 'Out of sync'
    return one.environment === 'dev' ? 'Not in Production' : 'Out of sync'
  }
}
