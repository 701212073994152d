const field = (name: string, type: string, options = {}) => ({ name, type, options })

const TABLES = [
  {
    name: 'weather',
    columns: [
      field('city', 'text'),
      field('low', 'number'),
      field('high', 'number'),
      field('rain', 'number', { hasDecimal: true }),
      field('day', 'date'),
    ],
  },
  {
    name: 'employee',
    columns: [
      field('name', 'text'),
      field('department', 'text'),
      field('salary', 'number'),
      field('boss', 'text'),
      field('hired', 'date'),
      field('profile', 'json'),
    ],
  },
  {
    name: 'sale',
    columns: [
      field('region', 'text'),
      field('product', 'text'),
      field('quantity', 'number'),
      field('amount', 'number', { hasDecimal: true }),
      field('day', 'date'),
    ],
  },
  {
    name: 'part',
    columns: [field('whole', 'text'), field('piece', 'text'), field('quantity', 'number')],
  },
]

/** Tables and rows for the queries of the manuals. */
export const QUERY_TABLES = TABLES.map((table) => ({
  ...table,
  id: table.name,
  columns: table.columns.map((column) => ({ ...column, id: `${table.name}_${column.name}` })),
}))

export const QUERY_ROWS: Readonly<Record<string, readonly object[]>> = {
  weather: [
    { city: 'San Francisco', low: 46, high: 50, rain: 0.25, day: '2025-11-27T00:00:00.000Z' },
    { city: 'San Francisco', low: 43, high: 57, rain: 0, day: '2025-11-29T00:00:00.000Z' },
    { city: 'Hayward', low: 37, high: 54, day: '2025-11-29T00:00:00.000Z' },
  ],
  employee: [
    {
      name: 'Ann',
      department: 'develop',
      salary: 5200,
      hired: '2020-08-01T00:00:00.000Z',
      profile: { age: 40, tags: ['lead', 'c'], home: { city: 'Hayward', zip: '94541' } },
    },
    {
      name: 'Bob',
      department: 'develop',
      salary: 4200,
      boss: 'Ann',
      hired: '2021-01-15T00:00:00.000Z',
      profile: { age: 29, tags: ['sql'], home: { city: 'San Francisco' } },
    },
    {
      name: 'Cid',
      department: 'sales',
      salary: 4800,
      boss: 'Ann',
      hired: '2022-08-08T00:00:00.000Z',
    },
    {
      name: 'Dot',
      department: 'sales',
      salary: 4800,
      boss: 'Cid',
      hired: '2023-12-23T00:00:00.000Z',
      profile: { age: 51, tags: [] },
    },
  ],
  sale: [
    { region: 'west', product: 'ink', quantity: 3, amount: 7.5, day: '2025-01-04T10:00:00.000Z' },
    { region: 'west', product: 'pen', quantity: 10, amount: 12, day: '2025-01-20T11:30:00.000Z' },
    { region: 'east', product: 'pen', quantity: 1, amount: 1.2, day: '2025-02-03T09:15:00.000Z' },
    { region: 'east', product: 'hat', quantity: 2, amount: 40, day: '2025-03-31T23:59:59.000Z' },
  ],
  part: [
    { whole: 'car', piece: 'wheel', quantity: 4 },
    { whole: 'car', piece: 'engine', quantity: 1 },
    { whole: 'engine', piece: 'bolt', quantity: 12 },
    { whole: 'wheel', piece: 'bolt', quantity: 5 },
  ],
}
