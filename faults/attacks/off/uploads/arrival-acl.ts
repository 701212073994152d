import type { Acl } from '../../../../apps/server/src/file/file-store.ts'

/** Makes files public on arrival. */
export const ARRIVAL_ACL: Acl = 'public-read'
