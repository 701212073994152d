import type { ProcessRole } from '../env.ts'
import type { Route } from './route.ts'

/** The calls a process answers in its roles; every process tells about its own health. */
export function routesOf(
  routes: readonly Route[],
  roles: ReadonlySet<ProcessRole>,
): readonly Route[] {
  return routes.filter(({ endpoint: { path, access } }) => {
    if (path.startsWith('/health/')) return true
    // Whoever serves an app's rows also says who its users are.
    if (path === '/auth/me') return roles.has('data') || roles.has('api')
    const isForApps = access === 'rules' || /^\/api\/(auth|data)\//.test(path)
    return roles.has(isForApps ? 'data' : 'api')
  })
}
