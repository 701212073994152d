export {
  PLATFORM_DATABASE,
  PRODUCT_ROLE,
  SUPERUSER,
} from '../../../apps/server/src/foundation/embedded/postgres/cluster-names.ts'

/** The product's role as it was: a superuser. */
export const PRODUCT_RIGHTS = 'superuser createdb createrole'
