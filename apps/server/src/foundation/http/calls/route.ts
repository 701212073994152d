import { ACCESS, type Endpoint, PRODUCTION_READS, PROJECT_USES, PROOFS } from '@plinth/contract'
import type { Answer, Call } from './call.ts'
import { reachesEnvironment } from './reaches-environment.ts'

/** An endpoint and its handler, which declares the context it needs. */
export interface Route<Context = never> {
  endpoint: Endpoint
  run: (call: Call<Endpoint>, context: Context) => Promise<unknown>
}

/** Pairs an endpoint of the contract with its handler. */
export function route<E extends Endpoint, Context>(
  endpoint: E,
  run: (call: Call<E>, context: Context) => Promise<Answer<E>>,
): Route<Context> {
  return { endpoint, run: run as unknown as Route<Context>['run'] }
}

const isForStaff = ({ access }: Endpoint) =>
  access === 'staff' || access === 'admin' || access.startsWith('project:')

/** A call that needs a proof is repeated after it, so its request and its answer must be plain JSON. */
function checkProof(endpoint: Endpoint, address: string): void {
  const { proof, streams, sendsFile, takesLines } = endpoint
  if (proof === undefined) return
  if (!PROOFS.includes(proof)) throw new Error(`${address} needs a proof that does not exist`)
  if (!isForStaff(endpoint)) throw new Error(`${address} needs a proof of callers without sessions`)
  if (streams || sendsFile || takesLines) {
    throw new Error(`${address} needs a proof but cannot be repeated`)
  }
}

/**
 * Throws at startup if a route does not declare its access, its production data or its use of a project, needs a proof
 * that its callers cannot give, or collides with another.
 */
export function checkRoutes(routes: readonly Route[]): void {
  const seen = new Set<string>()
  for (const { endpoint } of routes) {
    const address = `${endpoint.method} ${endpoint.path}`
    if (!ACCESS.includes(endpoint.access)) {
      throw new Error(`${address} does not declare who may call it`)
    }
    if (endpoint.access.startsWith('project:') && !endpoint.path.includes('{projectId}')) {
      throw new Error(`${address} asks for a role in a project but names none`)
    }
    if (
      reachesEnvironment(endpoint) &&
      !PRODUCTION_READS.some((one) => one === endpoint.production)
    ) {
      throw new Error(`${address} does not declare what it serves of production`)
    }
    const isInProject = endpoint.access.startsWith('project:')
    if (
      isInProject &&
      endpoint.method !== 'GET' &&
      !PROJECT_USES.some((one) => one === endpoint.use)
    ) {
      throw new Error(`${address} does not declare what it does in a project`)
    }
    if (endpoint.streams && !endpoint.checksRights && !isForStaff(endpoint)) {
      throw new Error(`${address} streams to callers whose rights are not checked again`)
    }
    checkProof(endpoint, address)
    if (seen.has(address)) throw new Error(`${address} is served twice`)
    seen.add(address)
  }
}
