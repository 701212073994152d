import type { ProcessRole } from '../../settings/env.ts'
import type { Route } from './route.ts'

/** The calls a process answers in its roles; every process tells about its own health. */
export function routesOf<Context>(
  routes: readonly Route<Context>[],
  roles: ReadonlySet<ProcessRole>,
): readonly Route<Context>[] {
  return routes.filter(({ endpoint: { path, access } }) => {
    if (path.startsWith('/health/')) return true
    // Whoever serves an app's rows also says who its users are.
    if (path === '/auth/me') return roles.has('data') || roles.has('api')
    const isForApps = access === 'rules' || /^\/api\/(auth|data)\//.test(path)
    return roles.has(isForApps ? 'data' : 'api')
  })
}
