import { describe, expect, it } from 'vitest'
import {
  guessType,
  hasSeveralFields,
  readFields,
  readTypedField,
  toFieldName,
} from './read-fields.ts'

describe('a typed field', () => {
  it.each([
    ['price:number', { name: 'price', type: 'number' }],
    ['price : num', { name: 'price', type: 'number' }],
    ['mail:EMAIL', { name: 'mail', type: 'email' }],
    ['phone:phonenumber', { name: 'phone', type: 'phoneNumber' }],
    ['owner:rel', { name: 'owner', type: 'relation' }],
    ['price', { name: 'price' }],
    ['a:b', { name: 'a:b' }],
    ['two words', { name: 'two words' }],
    [':number', { name: '', type: 'number' }],
  ])('%s', (text, wanted) => {
    expect(readTypedField(text)).toEqual(wanted)
  })
})

it.each([
  ['name', 'name'],
  ['Full Name', 'fullName'],
  ['E-mail address', 'eMailAddress'],
  ['Größe (cm)', 'groECm'],
  ['2nd line', 'ndLine'],
  ['***', ''],
])('the header %s becomes the name "%s"', (header, name) => {
  expect(toFieldName(header)).toBe(name)
})

it.each([
  [['1', '2.5', ''], 'number'],
  [['yes', 'no'], 'checkbox'],
  [['2026-01-31', '2026-01-31T10:20:30Z'], 'date'],
  [['a@b.co'], 'email'],
  [['https://a.co/x'], 'url'],
  [['1', 'x'], 'text'],
  [['', ''], 'text'],
])('the values %j are of type %s', (values, type) => {
  expect(guessType(values)).toBe(type)
})

describe('a pasted text', () => {
  let count = 0
  const newId = () => `id${++count}`
  const read = async (text: string, taken: string[] = []) =>
    (await readFields(text, { taken, newId })).map(({ name, type, order }) => [name, type, order])

  it('of one line gives one text field for each name, or the type after a colon', async () => {
    expect(await read('name, e-mail:email, tier')).toEqual([
      ['name', 'text', 0],
      ['eMail', 'email', 0],
      ['tier', 'text', 0],
    ])
  })
  it('of several lines gives types that fit the values', async () => {
    expect(await read('id;name;price;paid\n1;Ada;1.5;yes\n2;Bo;2;no')).toEqual([
      ['name', 'text', 0],
      ['price', 'number', 0],
      ['paid', 'checkbox', 0],
    ])
    const [column] = await readFields('price\n1.5\n2', { taken: [], newId })
    expect(column?.options).toMatchObject({ hasDecimal: true })
  })
  it('leaves out names that the table has', async () => {
    expect(await read('Name\tname\tAGE', ['age'])).toEqual([['Name', 'text', 0]])
  })
  it('is recognised by its separators', () => {
    expect(['a, b', 'a\tb', 'a\nb'].every(hasSeveralFields)).toBe(true)
    expect(['name', ' name \n', 'two words'].some(hasSeveralFields)).toBe(false)
  })
})
