import { Configuration } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { validatorOf } from './validate-row.ts'

const relation = { tableId: 'other', hasMultipleBack: true }

const table = Configuration.parse({
  tables: [
    {
      id: 't',
      name: 'thing',
      columns: [
        { id: '1', name: 'title', type: 'text', options: { min: 2, max: 5, isRequired: true } },
        { id: '2', name: 'code', type: 'text', options: { pattern: '^[A-Z]{2}-\\d+$' } },
        { id: '3', name: 'bad', type: 'text', options: { pattern: '(?=x)' } },
        { id: '4', name: 'mail', type: 'email' },
        { id: '5', name: 'link', type: 'url' },
        { id: '6', name: 'phone', type: 'phoneNumber' },
        { id: '7', name: 'count', type: 'number', options: { min: 1, max: 10, default: null } },
        { id: '8', name: 'part', type: 'number', options: { hasDecimal: true } },
        { id: '9', name: 'flag', type: 'checkbox' },
        { id: '10', name: 'pick', type: 'select', options: { selectOptions: ['a', 'b'] } },
        {
          id: '11',
          name: 'picks',
          type: 'select',
          options: { selectOptions: ['a', 'b'], hasMultiple: true, default: 'a' },
        },
        { id: '12', name: 'day', type: 'date', options: { min: '2025-01-01', max: '2025-12-31' } },
        { id: '13', name: 'one', type: 'relation', options: relation },
        { id: '14', name: 'many', type: 'relation', options: { ...relation, hasMultiple: true } },
        {
          id: '15',
          name: 'image',
          type: 'image',
          options: { maxFileSize: 100, fileTypes: ['image/*'] },
        },
        {
          id: '16',
          name: 'files',
          type: 'file',
          options: { hasMultiple: true, fileTypes: ['.PDF'] },
        },
        { id: '17', name: 'json', type: 'json' },
        { id: '18', name: 'secret', type: 'text', options: { isHidden: true } },
        { id: '19', name: 'password', type: 'text', options: { isHashed: true, min: 8 } },
      ],
    },
  ],
}).tables[0]
if (!table) throw new Error('There is no table')

const user = validatorOf(table, { seesHidden: false })
const staff = validatorOf(table, { seesHidden: true })
const id = '01890a5d-ac96-774b-bcce-b302099a8057'
const file = { fileName: 'a.png', fileSize: 1, fileType: 'image/png', fileKey: 'k', url: '' }

describe('accepted values', () => {
  test.each([
    ['title', 'abc'],
    ['title', '😀😀😀😀😀'],
    ['code', 'AB-12'],
    ['code', ''],
    ['code', null],
    ['mail', 'someone@example.com'],
    ['link', 'ftp://example.com/a b'.replace(' ', '')],
    ['phone', '+4915112345678'],
    ['count', 10],
    ['part', 0.1],
    ['flag', false],
    ['pick', 'a'],
    ['pick', ''],
    ['picks', ['b', 'a']],
    ['picks', []],
    ['day', '2025-06-15'],
    ['day', '2025-06-15T10:00:00.120000+02:00'],
    ['one', id],
    ['one', null],
    ['many', [id]],
    ['many', []],
    ['image', file],
    ['files', [{ ...file, fileName: 'B.pdf' }]],
    ['json', { a: { b: 1 } }],
    ['json', ['x', [1]]],
    ['json', null],
    ['password', 'long enough'],
  ])('%s: %j', (name, value) => {
    const checked = user.update({ [name]: value })
    expect(checked).toMatchObject({ ok: true })
    expect(checked.ok && checked.values.get(name)).toEqual(value)
  })
})

describe('rejected values, with path and message', () => {
  test.each([
    ['title', 'a', 'title', 'Must have at least 2 characters'],
    ['title', '😀', 'title', 'Must have at least 2 characters'],
    ['title', 'abcdef', 'title', 'Must have at most 5 characters'],
    ['title', '😀😀😀😀😀😀', 'title', 'Must have at most 5 characters'],
    ['title', '', 'title', 'Is required'],
    ['title', null, 'title', 'Is required'],
    ['title', 5, 'title', 'Must be a text'],
    ['title', 'a\0b', 'title', 'Must not contain the character NUL'],
    ['title', 'a\ud800', 'title', 'Must not contain half a character (a lone surrogate)'],
    ['code', 'ab-12', 'code', 'Does not match the pattern of this field'],
    ['bad', 'x', 'bad', 'The pattern of this field is not valid'],
    ['mail', 'someone@example', 'mail', 'Must be an email address'],
    ['mail', `${'a'.repeat(400)}@example.com`, 'mail', 'Must be an email address'],
    ['link', 'javascript:alert(1)', 'link', 'Must be a link that begins with http, https or ftp'],
    ['phone', '0123', 'phone', 'Must be a phone number of up to 15 digits'],
    ['count', 0, 'count', 'Must be at least 1'],
    ['count', 11, 'count', 'Must be at most 10'],
    ['count', 1.5, 'count', 'Must be a whole number'],
    ['count', '5', 'count', 'Must be a number'],
    ['part', 2 ** 53, 'part', 'Must be between −(2^53 − 1) and 2^53 − 1'],
    ['part', Number.POSITIVE_INFINITY, 'part', 'Must be a finite number'],
    ['part', -0, 'part', 'Must not be −0'],
    ['flag', 1, 'flag', 'Must be true or false'],
    ['pick', 'c', 'pick', 'Must be one of the options'],
    ['pick', ['a'], 'pick', 'Must be one of the options'],
    ['picks', 'a', 'picks', 'Must be a list'],
    ['picks', ['a', 'c'], 'picks.1', 'Must be one of the options'],
    ['picks', ['a', 'a'], 'picks', 'Must not contain anything twice'],
    ['day', '2024-12-31', 'day', 'Must not be before 2025-01-01'],
    ['day', '2026-01-01', 'day', 'Must not be after 2025-12-31'],
    ['day', '2025-02-30', 'day', 'Must be a date such as 2025-01-31 or 2025-01-31T08:00:00Z'],
    ['day', '2025-06-15T10:00:00.1234Z', 'day', 'Must not be finer than milliseconds'],
    ['day', 1750000000000, 'day', 'Must be a date such as 2025-01-31 or 2025-01-31T08:00:00Z'],
    ['one', 'x', 'one', 'Must be the id of a row'],
    ['one', '', 'one', 'Must be the id of a row'],
    ['one', id.toUpperCase(), 'one', 'Must be the id of a row'],
    ['many', [id, 'x'], 'many.1', 'Must be the id of a row'],
    ['many', [id, id], 'many', 'Must not contain anything twice'],
    ['many', null, 'many', 'Must be a list'],
    ['image', { ...file, fileSize: 101 }, 'image', 'Must have at most 100 bytes'],
    [
      'image',
      { ...file, fileType: 'text/html' },
      'image',
      'Must be of a type that this field takes',
    ],
    ['image', { ...file, more: 1 }, 'image.more', 'Is not a property of a file'],
    ['image', 'a.png', 'image', 'Must be a file'],
    ['files', [file], 'files.0', 'Must be of a type that this field takes'],
    ['files', [{ fileName: 'a.pdf' }], 'files.0.fileType', 'Must be a text'],
    ['json', { a: { b: { c: 1 } } }, 'json.a.b', 'Is nested too deep for this field'],
    ['json', JSON.parse('{"a":{"__proto__":1}}'), 'json.a', 'Must not contain the key __proto__'],
    ['json', { a: ['\0'] }, 'json.a.0', 'Must not contain the character NUL'],
    ['password', 'short', 'password', 'Must have at least 8 characters'],
    ['nope', 1, 'nope', 'Column with name nope not found in table thing'],
    ['secret', 'x', 'secret', 'Column with name secret not found in table thing'],
    ['__proto__', 1, '__proto__', 'Column with name __proto__ not found in table thing'],
    ['id', id, 'id', 'Is set by the server'],
    ['createdOn', '2025-01-01', 'createdOn', 'Is set by the server'],
  ])('%s: %j', (name, value, path, message) => {
    const sent = JSON.parse('{}')
    Object.defineProperty(sent, name, { value, enumerable: true })
    expect(user.update(sent)).toEqual({ ok: false, issues: [{ path, message }] })
  })
})

describe('validation of a row', () => {
  test('fills in defaults on create', () => {
    const checked = user.create({ title: 'abc' })
    expect(checked.ok && Object.fromEntries(checked.values)).toEqual({
      title: 'abc',
      code: null,
      bad: null,
      mail: null,
      link: null,
      phone: null,
      count: null,
      part: 0,
      flag: false,
      pick: null,
      picks: ['a'],
      day: null,
      image: null,
      files: [],
      json: {},
      secret: null,
      password: null,
    })
  })

  test('adds nothing on update', () => {
    const checked = user.update({ flag: true })
    expect(checked.ok && [...checked.values]).toEqual([['flag', true]])
  })

  test('requires a required field on create, not on update', () => {
    expect(user.create({})).toEqual({
      ok: false,
      issues: [{ path: 'title', message: 'Is required' }],
    })
    expect(user.update({})).toMatchObject({ ok: true })
  })

  test('reports all issues at once', () => {
    const checked = user.create({ count: 0, mail: 'x' })
    expect(checked.ok || checked.issues.map(({ path }) => path)).toEqual(['count', 'mail', 'title'])
  })

  test('lists fields to hash; a blank one keeps the stored value', () => {
    expect(user.update({ password: 'long enough' })).toMatchObject({ toHash: ['password'] })
    const blank = user.update({ password: '' })
    expect(blank.ok && [...blank.values]).toEqual([])
  })

  test('lets staff write hidden columns', () => {
    expect(staff.update({ secret: 'x' })).toMatchObject({ ok: true })
  })

  test.each([[null], [[]], ['x'], [5]])('rejects %j as a row', (sent) => {
    expect(user.create(sent)).toMatchObject({ ok: false })
  })

  test('does not name a required hidden field to callers who cannot see it', () => {
    const hidden = {
      ...table,
      columns: table.columns
        .slice(17, 18)
        .map((column) => ({ ...column, options: { ...column.options, isRequired: true } })),
    }
    const checked = validatorOf(hidden as typeof table, { seesHidden: false }).create({})
    expect(JSON.stringify(checked)).not.toContain('secret')
    expect(checked).toMatchObject({ ok: false })
  })
})
