export {
  PLATFORM_DATABASE,
  PRODUCT_ROLE,
  SUPERUSER,
} from '../../../apps/server/src/foundation/embedded/postgres/cluster-names.ts'

/** Makes the product's role a superuser, as it once was. */
export const PRODUCT_RIGHTS = 'superuser createdb createrole'
