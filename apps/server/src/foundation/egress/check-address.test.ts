import { expect, test } from 'vitest'
import { checkAddress, isPublicAddress } from './check-address.ts'

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::7f00:1',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'not an address',
  '127.1',
  '0x7f000001',
])('%s is not public', (address) => {
  // Some resolvers accept shorthand forms, which must not count as public either.
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700:4700::1111'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  'localhost',
  '127.0.0.1',
  '[::1]',
  '2130706433',
  '0x7f.1',
  'nothing.invalid',
  'a b',
  'x\ny',
  '10.0.0.1.',
])('connecting to %j is refused', async (host) => {
  await expect(checkAddress({ host, port: 5432 }, new Set())).rejects.toMatchObject({
    code: 'invalid',
  })
})

test('the operator can allow exactly one host and port', async () => {
  const allowed = new Set(['127.0.0.1:5432'])
  await expect(checkAddress({ host: '127.0.0.1', port: 5432 }, allowed)).resolves.toMatchObject({
    address: '127.0.0.1',
  })
  await expect(checkAddress({ host: '127.0.0.1', port: 5433 }, allowed)).rejects.toThrow(
    'it leads to a private address. The operator can add 127.0.0.1:5433 to PLINTH_EGRESS_ALLOW.',
  )
  await expect(checkAddress({ host: 'localhost', port: 5432 }, allowed)).rejects.toThrow()
})
