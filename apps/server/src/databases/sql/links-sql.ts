import type { LinkStorage } from '@plinth/schema'
import { quoteName } from './quote-name.ts'

/** Resolves the tables of a relation while its links are moved. */
export interface LinkScope {
  /** The name of the table whose rows hold the key. */
  nameOf: (tableId: string) => string
  /** With its schema, quoted. */
  table: (name: string) => string
}

/** All links of a relation as (first, second, firstPosition, secondPosition); valid in both databases. */
export function selectLinks(place: LinkStorage, scope: LinkScope): string {
  if (place.kind === 'join') {
    return `select "first", "second", "firstPosition", "secondPosition" from ${scope.table(place.name)}`
  }
  const key = quoteName(place.name)
  const order = `row_number() over (partition by ${key} order by "createdOn", "id") - 1`
  const from = `from ${scope.table(scope.nameOf(place.tableId))} where ${key} is not null`
  return place.holder === 'first'
    ? `select "id" as "first", ${key} as "second", 0 as "firstPosition", ${order} as "secondPosition" ${from}`
    : `select ${key} as "first", "id" as "second", ${order} as "firstPosition", 0 as "secondPosition" ${from}`
}

/** The links that fit the new storage: the first of each row that holds a key, and of each target if unique. */
export function selectFitting(links: string, to: LinkStorage): string {
  if (to.kind === 'join') return `select "first", "second" from (${links}) as links`
  const [holder, target] = to.holder === 'first' ? ['first', 'second'] : ['second', 'first']
  const ranked = `select "first", "second", "${target}Position" as place,
    row_number() over (partition by "${holder}" order by "${holder}Position", "${target}") as rank
    from (${links}) as links`
  const firsts = `select "first", "second", place from (${ranked}) as ranked where rank = 1`
  if (!to.isUnique) return `select "first", "second" from (${firsts}) as firsts`
  return `select "first", "second" from (select "first", "second",
    row_number() over (partition by "${target}" order by place, "${holder}") as rank
    from (${firsts}) as firsts) as ranked where rank = 1`
}

/** The links to carry over: the current ones, then those that an earlier move had lost. */
function selectCarried(
  { from, to, former }: { from: LinkStorage; to: LinkStorage; former?: LinkStorage },
  scope: LinkScope,
): string {
  const present = selectLinks(from, scope)
  if (!former) return present
  const links = selectLinks(former, scope)
  const fitting = selectFitting(links, from)
  // If only one link can stay, a newer one takes precedence over a lost one; in a list all keep their
  // positions.
  const later = to.kind === 'key' ? 8_000_000_000 : 0
  return `select links."first", links."second",
      coalesce(known."firstPosition", links."firstPosition" + 4000000000) as "firstPosition",
      coalesce(known."secondPosition", links."secondPosition" + 4000000000) as "secondPosition"
    from (${present}) as links left join (${links}) as known
      on known."first" = links."first" and known."second" = links."second"
    union all
    select known."first", known."second", known."firstPosition" + ${later}, known."secondPosition" + ${later}
    from (${links}) as known left join (${fitting}) as fitting
      on fitting."first" = known."first" and fitting."second" = known."second"
    where fitting."first" is null and not exists (select 1 from (${present}) as present
      where present."first" = known."first" and present."second" = known."second")`
}

/** Fills the new storage with links; a key column is still under its temporary name. */
export function fillPlace(
  move: { from: LinkStorage; to: LinkStorage; former?: LinkStorage },
  scope: LinkScope,
): string {
  const links = selectCarried(move, scope)
  const { to } = move
  if (to.kind === 'join') {
    const number = (side: string, other: string) =>
      `row_number() over (partition by "${side}" order by "${side}Position", "${other}") - 1`
    return `insert into ${scope.table(to.name)} ("first", "second", "firstPosition", "secondPosition")
      select "first", "second", ${number('first', 'second')}, ${number('second', 'first')}
      from (${links}) as links`
  }
  const [holder, target] = to.holder === 'first' ? ['first', 'second'] : ['second', 'first']
  const table = scope.table(scope.nameOf(to.tableId))
  return `update ${table} set ${quoteName(to.name)} = fitting."${target}"
    from (${selectFitting(links, to)}) as fitting where fitting."${holder}" = ${table}."id"`
}
