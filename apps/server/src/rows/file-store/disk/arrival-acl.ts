import type { Acl } from '../file-store.ts'

/** Of every file that arrives, also one of a public field: it is opened once a row holds it. */
export const ARRIVAL_ACL: Acl = 'private'
