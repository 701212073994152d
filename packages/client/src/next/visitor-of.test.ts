import { expect, test } from 'vitest'
import { visitorOf } from './visitor-of.ts'

const serverKey = 'plk_1'
const addressOf = (forwarded: string | undefined, proxies: number) => {
  const headers = new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })
  return visitorOf(headers, { proxies, serverKey })?.address
}

test.each<[string, string | undefined, number, string | undefined]>([
  ['trusts no header without a proxy', '192.0.2.1', 0, undefined],
  ['reads what the only proxy appended', '192.0.2.1', 1, '192.0.2.1'],
  ['ignores what the visitor wrote before it', '10.0.0.1, 192.0.2.1', 1, '192.0.2.1'],
  ['counts the proxies from the right', '10.0.0.1, 192.0.2.1, 10.9.9.9', 2, '192.0.2.1'],
  ['finds nothing if the request went around a proxy', '192.0.2.1', 2, undefined],
  ['finds nothing without the header', undefined, 1, undefined],
  ['finds nothing in an empty entry', '192.0.2.1, ', 1, undefined],
  ['drops the port', '192.0.2.1:4711', 1, '192.0.2.1'],
  ['drops brackets and port', '[2001:db8::1]:4711', 1, '2001:db8::1'],
  ['drops brackets', '[2001:db8::1]', 1, '2001:db8::1'],
  ['leaves an IPv6 address as it is', '2001:db8::1', 1, '2001:db8::1'],
])('%s', (_, forwarded, proxies, address) => {
  expect(addressOf(forwarded, proxies)).toBe(address)
})

test('names the visitor together with the key', () => {
  const headers = new Headers({ 'x-forwarded-for': '192.0.2.1' })
  expect(visitorOf(headers, { proxies: 1, serverKey })).toEqual({ address: '192.0.2.1', serverKey })
})
