import type { ProcessRole } from '../../settings/env.ts'
import type { Route } from './route.ts'

/** The routes that a process serves in its roles; every process serves its health checks. */
export function routesOf<Context>(
  routes: readonly Route<Context>[],
  roles: ReadonlySet<ProcessRole>,
): readonly Route<Context>[] {
  return routes.filter(({ endpoint: { path, access } }) => {
    if (path === '/health' || path.startsWith('/health/')) return true
    // The data role needs it too: apps read their current user here.
    if (path === '/auth/me') return roles.has('data') || roles.has('api')
    const isForApps = access === 'rules' || access === 'key' || /^\/api\/(auth|data)\//.test(path)
    return roles.has(isForApps ? 'data' : 'api')
  })
}
