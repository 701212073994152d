import { PLATFORM_DATABASE, PRODUCT_RIGHTS, PRODUCT_ROLE, SUPERUSER } from './cluster-names.ts'

/** The product's role and database in a new cluster. */
export const createProductRole: readonly string[] = [
  `create role ${PRODUCT_ROLE} nologin ${PRODUCT_RIGHTS}`,
  `create database ${PLATFORM_DATABASE} owner ${PRODUCT_ROLE}`,
]

/** The last statements of every preparation: from here on only the product's role can log in. */
export const openToProduct = (password: string): readonly string[] => [
  `revoke all on database ${PLATFORM_DATABASE}, postgres, template1 from public`,
  `alter role ${SUPERUSER} nologin password null`,
  `alter role ${PRODUCT_ROLE} login password '${password}'`,
]
