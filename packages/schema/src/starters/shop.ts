import { manyToOne, STAFF, type Starter } from './starter.ts'

const product = (key: string, name: string, price: number, stock: number, isOffered = true) => ({
  key,
  table: 'products',
  values: { name, price, stock, isOffered },
})

const order = (key: string, of: string, customer: string, status: string, price: number) => ({
  key,
  table: 'orders',
  values: { customer: `${customer}@example.com`, status, price },
  links: { product: of },
})

/** Everyone reads the products that are offered and orders them; staff see the orders. */
export const shop: Starter = {
  tables: [
    {
      id: 'products',
      name: 'products',
      columns: [
        { id: 'products_name', name: 'name', type: 'text', options: { isRequired: true } },
        {
          id: 'products_price',
          name: 'price',
          type: 'number',
          options: { min: 0, hasDecimal: true },
        },
        { id: 'products_stock', name: 'stock', type: 'number', options: { min: 0 } },
        {
          id: 'products_offered',
          name: 'isOffered',
          type: 'checkbox',
          options: { default: true },
        },
      ],
      rules: {
        list: 'isOffered = true',
        view: 'isOffered = true',
        create: STAFF,
        update: STAFF,
        delete: STAFF,
      },
      tests: [
        {
          id: 'products_1',
          name: 'guests see an offered product',
          operation: 'view',
          expected: 'allow',
          row: { name: 'Tea', isOffered: true },
        },
        {
          id: 'products_2',
          name: 'guests do not see a withdrawn product',
          operation: 'list',
          expected: 'deny',
          row: { name: 'Tea', isOffered: false },
        },
        {
          id: 'products_3',
          name: 'guests cannot change a price',
          operation: 'update',
          expected: 'deny',
          row: { name: 'Tea', price: 9, isOffered: true },
          change: { price: 1 },
        },
      ],
    },
    {
      id: 'orders',
      name: 'orders',
      columns: [
        manyToOne({
          id: 'orders_product',
          name: 'product',
          to: 'products',
          back: 'orders',
          isRequired: true,
        }),
        { id: 'orders_customer', name: 'customer', type: 'email', options: { isRequired: true } },
        {
          id: 'orders_status',
          name: 'status',
          type: 'select',
          options: { selectOptions: ['new', 'paid', 'sent'], default: 'new' },
        },
        {
          id: 'orders_price',
          name: 'price',
          type: 'number',
          options: { min: 0, hasDecimal: true },
        },
      ],
      rules: {
        list: STAFF,
        view: STAFF,
        create: '@request.body.price:isset = false && @request.body.status:isset = false',
        update: STAFF,
        delete: STAFF,
      },
      tests: [
        {
          id: 'orders_1',
          name: 'guests order a product',
          operation: 'create',
          expected: 'allow',
          row: { product: 'tea', customer: 'ada@example.com' },
        },
        {
          id: 'orders_2',
          name: 'guests cannot set the price of an order',
          operation: 'create',
          expected: 'deny',
          row: { product: 'tea', customer: 'ada@example.com', price: 1 },
        },
        {
          id: 'orders_3',
          name: 'guests do not see orders',
          operation: 'list',
          expected: 'deny',
          row: { product: 'tea', customer: 'ada@example.com' },
        },
      ],
    },
  ],
  rows: [
    product('tea', 'Green tea', 8.5, 40),
    product('mug', 'Stoneware mug', 14, 25),
    product('pot', 'Teapot', 39.9, 6),
    product('tin', 'Tea tin', 11.25, 0, false),
    order('first', 'tea', 'ada', 'sent', 8.5),
    order('second', 'pot', 'grace', 'paid', 39.9),
    order('third', 'mug', 'ada', 'new', 14),
  ],
  workflow: {
    name: 'Price a new order',
    nodes: [
      {
        id: 'trigger',
        kind: 'trigger-row',
        label: 'Order created',
        x: 0,
        parameters: { table: 'orders', event: 'created' },
      },
      {
        id: 'product',
        kind: 'database',
        label: 'Product',
        x: 400,
        parameters: { action: 'get', table: 'products', id: '{{ $in.row.product }}' },
      },
      {
        id: 'price',
        kind: 'database',
        label: 'Copy the price',
        x: 800,
        parameters: {
          action: 'update',
          table: 'orders',
          id: '{{ $trigger.id }}',
          row: '{ "price": "{{ $in.price }}" }',
        },
      },
    ],
  },
}
