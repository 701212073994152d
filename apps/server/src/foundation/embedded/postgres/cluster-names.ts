/** Made by initdb; cannot log in. It acts only in single-user mode, while nothing else runs on the cluster. */
export const SUPERUSER = 'plinth'

/** The role that the product logs in as. It owns the platform's database and all data databases. */
export const PRODUCT_ROLE = 'plinth_app'

export const PLATFORM_DATABASE = 'plinth'

/** What the product needs and no more: no files, no programs, no replication. */
export const PRODUCT_RIGHTS =
  'nosuperuser createdb createrole noreplication nobypassrls inherit connection limit -1'
