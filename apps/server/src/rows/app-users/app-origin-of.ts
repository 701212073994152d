import { originOfHost } from '../../foundation/http/origins/app-origin.ts'
import type { RowsContext } from '../context.ts'
import { findAppHost } from './app-link-store.ts'

/** Where links to verify an address or to reset a password lead: the app's own domain, or this installation. */
export async function appOriginOf(
  { db, env }: Pick<RowsContext, 'db' | 'env'>,
  environmentId: string,
): Promise<string> {
  const host = await findAppHost(db, environmentId)
  return host === undefined ? env.baseUrl : originOfHost(host)
}
