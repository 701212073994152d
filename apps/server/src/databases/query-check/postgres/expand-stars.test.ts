import { expect, test } from 'vitest'
import { expandStars } from './expand-stars.ts'

const columns = new Map([['order', ['id', 'a"b']]])
const list = (alias: string) => `"${alias}"."id", "${alias}"."a""b"`

test.each([
  ['select * from "order"', `select ${list('order')} from "order"`],
  [
    `select 'é', o . *, count(*) from "order" o group by o.id`,
    `select 'é', ${list('o')}, count(*) from "order" o group by o.id`,
  ],
  [
    'select * from "order" a join topic t on true, (select * from "order") s',
    `select ${list('a')}, "t".*, "s".* from "order" a join topic t on true, (select ${list('order')} from "order") s`,
  ],
  [`select o /* a * b */ . * from "order" o`, `select ${list('o')} from "order" o`],
  [`select U&"!006f" uescape '!' . * from "order" o`, `select ${list('o')} from "order" o`],
  [
    'select id from (select * from "order" union select * from topic) u',
    `select id from (select ${list('order')} from "order" union select * from topic) u`,
  ],
])('expands the stars of %s', async (query, written) => {
  expect(await expandStars(query, columns)).toBe(written)
})

test.each([
  'select * from topic',
  'with "order" as (select 1) select * from "order"',
  'select * from "order" join topic using (id)',
  'select * from "order" natural join topic',
  'select * from "order" o(x, y)',
  'select id, 2 * 3 as n, count(*) over () from "order"',
])('leaves %s unchanged', async (query) => {
  expect(await expandStars(query, columns)).toBe(query)
})
