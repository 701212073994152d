import type { Acl } from '../../../../apps/server/src/file/file-store.ts'

/** Files are public as soon as they arrive. */
export const ARRIVAL_ACL: Acl = 'public-read'
