import { expect, test } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

test.each([
  ['image/png', 'me.png', `inline; filename="me.png"; filename*=UTF-8''me.png`],
  ['image/svg+xml', 'a.svg', `attachment; filename="a.svg"; filename*=UTF-8''a.svg`],
  ['text/html', 'a.html', `attachment; filename="a.html"; filename*=UTF-8''a.html`],
  [
    'image/png',
    'naïve "x"\r\nSet-Cookie: a=b.png',
    `inline; filename="na_ve _x___Set-Cookie_ a_b.png"; filename*=UTF-8''na%C3%AFve%20%22x%22%0D%0ASet-Cookie%3A%20a%3Db.png`,
  ],
  [
    'image/png',
    `it's (1)*.png`,
    `inline; filename="it_s _1__.png"; filename*=UTF-8''it%27s%20%281%29%2A.png`,
  ],
])('R26, R27: %s called %s', (type, fileName, disposition) => {
  expect(contentDisposition({ type, fileName })).toBe(disposition)
})
