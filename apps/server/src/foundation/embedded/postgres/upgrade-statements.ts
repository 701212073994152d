import { PRODUCT_RIGHTS, PRODUCT_ROLE, SUPERUSER } from './cluster-names.ts'

/** Objects with smaller ids belong to PostgreSQL itself. */
const FIRST_OWN_ID = 16_384
/** Each altered table holds locks until the commit, and the lock table of the cluster is bounded. */
const BATCH = 500

/** Executes every text that a query returns, in batches. What is done already is not returned when it runs again. */
const executeAll = (query: string): string => `do $execute$
declare
  item record;
  executed int := 0;
begin
  for item in ${query} loop
    execute item.statement;
    executed := executed + 1;
    if executed % ${BATCH} = 0 then commit; end if;
  end loop;
end $execute$`

const isOwn = `oid >= ${FIRST_OWN_ID}`
// By name: what single-user mode makes in a new cluster has small ids too.
const isForeignRole = `rolname !~ '^pg_' and rolname not in ('${SUPERUSER}', '${PRODUCT_ROLE}')`
const belongsToSuperuser = (owner: string) => `${isOwn} and ${owner} = '${SUPERUSER}'::regrole`
const isInExtension = (catalogue: string, id: string) => `exists (select from pg_depend
  where classid = '${catalogue}'::regclass and objid = ${id} and deptype = 'e')`

/** Makes the product's role and takes from every other role what only an attack can have given to it. */
export const upgradeRoles: readonly string[] = [
  executeAll(`select 'create role ${PRODUCT_ROLE}' as statement
    where not exists (select from pg_roles where rolname = '${PRODUCT_ROLE}')`),
  `alter role ${PRODUCT_ROLE} nologin password null ${PRODUCT_RIGHTS}`,
  executeAll(`select format('alter role %I nosuperuser nocreatedb nocreaterole noreplication nobypassrls', rolname)
    as statement from pg_roles where ${isForeignRole}
    and (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls)`),
  executeAll(`select distinct format('revoke %I from %I cascade', roleid::regrole::name, member::regrole::name)
    as statement from pg_auth_members where member::regrole::name !~ '^pg_'
    and (roleid::regrole::name ~ '^pg_' or roleid::regrole::name in ('${SUPERUSER}', '${PRODUCT_ROLE}'))`),
  // Without the admin option the product could not alter or drop readers that the superuser created.
  executeAll(`select format('grant %I to ${PRODUCT_ROLE} with admin true, inherit false, set false', rolname)
    as statement from pg_roles where ${isForeignRole} and not exists (select from pg_auth_members
    where roleid = pg_roles.oid and member = '${PRODUCT_ROLE}'::regrole and admin_option)`),
  executeAll(`select format('alter role %I password null', rolname) as statement from pg_roles
    where ${isForeignRole} and rolname like '%\\_reader'`),
  executeAll(`select format('alter role %s%s reset all',
      case setrole when 0 then 'all' else quote_ident(setrole::regrole::name) end,
      (select format(' in database %I', datname) from pg_database where oid = setdatabase)) as statement
    from pg_db_role_setting`),
]

/** Gives one database and everything in it to the product's role. */
export const upgradeDatabase: readonly string[] = [
  `set search_path = pg_catalog`,
  executeAll(`select format('drop extension %I cascade', extname) as statement from pg_extension
    where ${isOwn} and not exists (select from pg_available_extension_versions as known
    where known.name = extname and known.version = extversion and known.trusted)`),
  executeAll(`select format('drop routine %s cascade', pg_proc.oid::regprocedure) as statement
    from pg_proc join pg_language on pg_language.oid = prolang
    where pg_proc.${isOwn} and not lanpltrusted and not ${isInExtension('pg_proc', 'pg_proc.oid')}`),
  executeAll(`select format('alter routine %s security invoker', oid::regprocedure) as statement
    from pg_proc where ${isOwn} and prosecdef`),
  executeAll(`select format('alter schema %I owner to ${PRODUCT_ROLE}', nspname) as statement
    from pg_namespace where ${belongsToSuperuser('nspowner')} and nspname !~ '^pg_'`),
  // A sequence that belongs to a column follows its table.
  executeAll(`select format('alter table %s owner to ${PRODUCT_ROLE}', oid::regclass) as statement
    from pg_class where ${belongsToSuperuser('relowner')} and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and relnamespace <> 'pg_toast'::regnamespace and not exists (select from pg_depend where objid = pg_class.oid
        and classid = 'pg_class'::regclass and relkind = 'S' and deptype in ('a', 'i'))
      and not ${isInExtension('pg_class', 'pg_class.oid')}`),
  executeAll(`select format('revoke all on %s from public', oid::regclass) as statement from pg_class
    where ${isOwn} and relkind in ('r', 'p', 'v', 'm', 'f') and exists (select from aclexplode(relacl) where grantee = 0)`),
  executeAll(`select format('alter routine %s owner to ${PRODUCT_ROLE}', oid::regprocedure) as statement
    from pg_proc where ${belongsToSuperuser('proowner')} and not ${isInExtension('pg_proc', 'pg_proc.oid')}`),
  executeAll(`select format('alter type %s owner to ${PRODUCT_ROLE}', oid::regtype) as statement
    from pg_type where ${belongsToSuperuser('typowner')} and typtype in ('c', 'd', 'e', 'r') and typelem = 0
      and not exists (select from pg_class where pg_class.oid = typrelid and relkind <> 'c')
      and not ${isInExtension('pg_type', 'pg_type.oid')}`),
  // Readers get a new password when they are next needed.
  executeAll(`select format('delete from %s where key in (''reader'', ''reader-release'')', oid::regclass)
    as statement from pg_class where relname = '_plinth_meta' and relkind = 'r'`),
  executeAll(`select format('alter database %I owner to ${PRODUCT_ROLE}', datname) as statement
    from pg_database where datname = current_database() and datdba = '${SUPERUSER}'::regrole
      and datname not in ('postgres', 'template1')`),
]
