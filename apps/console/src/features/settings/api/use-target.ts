import type { EnvironmentName } from '@plinth/contract'
import { useState } from 'react'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'
import { useDomains, useEnvironmentName } from '../panel/settings-queries.ts'
import type { Target } from './write-curl.ts'

export const OWN_ADDRESS = import.meta.env.VITE_API_BASE_URL ?? window.location.origin

/** Names under localhost are served by this server, at its own protocol and port. */
function addressOf(host: string): string {
  if (!/(^|\.)localhost$/.test(host)) return `https://${host}`
  const { protocol, port } = new URL(OWN_ADDRESS)
  return `${protocol}//${host}${port && `:${port}`}`
}

/** The selected environment and base URL; domains are listed first. */
export function useTarget() {
  const [environment, setEnvironment] = useState<EnvironmentName>(useEnvironment())
  const [bearer, setBearer] = useState<Target['bearer']>('user')
  const [chosen, setChosen] = useState<string>()
  const projectId = useCurrentProject().id
  const nameOf = useEnvironmentName()
  const domains = (useDomains().data ?? [])
    .filter(({ environment_id, proved }) => proved && nameOf(environment_id) === environment)
    .map(({ domain_name }) => addressOf(domain_name))
  const addresses = [OWN_ADDRESS, ...domains]
  const address = addresses.find((one) => one === chosen) ?? OWN_ADDRESS
  const isDomain = address !== OWN_ADDRESS
  const target: Target = { address, projectId, environment, isDomain, bearer }
  return { target, environment, setEnvironment, setBearer, addresses, setAddress: setChosen }
}
