import { describe, expect, test } from 'vitest'
import { fixedKeys } from '../../foundation/secrets/key-ring.ts'
import { LivePositions } from './live-position.ts'
import { follow, livePlace } from './testing/live-place.ts'

const RANGE = { epoch: '0123456789abcdef', first: 8, last: 12 }
const HOLDER = { environmentId: 'env_a', identity: 'user a' }

describe('positions', () => {
  const positions = new LivePositions(fixedKeys(['a secret key of this installation']))
  const text = positions.printer(HOLDER, RANGE)(10)

  test('belong to a caller, an environment and an installation', () => {
    expect(positions.read(HOLDER, text)).toEqual({ epoch: RANGE.epoch, number: 10 })
    expect(text.length).toBeLessThanOrEqual(80)
    expect(positions.read({ ...HOLDER, identity: 'user b' }, text)).toBeUndefined()
    expect(positions.read({ ...HOLDER, environmentId: 'env_b' }, text)).toBeUndefined()
    const other = new LivePositions(fixedKeys(['a secret key of another installation']))
    expect(other.read(HOLDER, text)).toBeUndefined()
    const rotated = new LivePositions(fixedKeys(['new', 'a secret key of this installation']))
    expect(rotated.read(HOLDER, text)).toEqual({ epoch: RANGE.epoch, number: 10 })
  })

  test('share a signature within the changes that were sent at once', () => {
    const [epoch, , signature] = text.split('.')
    expect(positions.read(HOLDER, `${epoch}.8.${signature}.0.4`)).toMatchObject({ number: 8 })
    for (const forged of ['7.0.4', '7.0.5', '13.5.0', '8.0.5', '9.0.4', '10.3.2'])
      expect(
        positions.read(HOLDER, `${epoch}.${forged.replace('.', `.${signature}.`)}`),
      ).toBeUndefined()
  })
})

describe.each(['sqlite3', 'postgres'] as const)('resuming on %s', (database) => {
  test('sends rows as they are visible now, not overwritten values', async () => {
    const place = await livePlace(database)
    const ann = await place.newUser()
    const { position, close } = await follow(place, { token: ann.token })
    close()
    const kept = await place.create({ title: 'draft', status: 'public' })
    await place.update(kept.id, { title: 'final' })
    const hidden = await place.create({ title: 'draft', status: 'public' })
    await place.update(hidden.id, { title: 'redacted', status: '' })
    const gone = await place.create({ title: 'draft', status: 'public' })
    await place.remove(gone.id)
    const subscription = { after: position }
    const stream = await follow(place, { token: ann.token, subscription })
    expect(stream.position).toBe(position)
    const last = await place.create({ title: 'last', status: 'public' })
    const seen = await stream.until(({ data }) => data.id === last.id)
    expect(seen.map(({ data }) => [data.type, data.id, data.row?.title])).toEqual([
      ['create', kept.id, 'final'],
      ['leave', hidden.id, undefined],
      ['delete', gone.id, undefined],
      ['create', last.id, 'last'],
    ])
    stream.close()
  })

  test('the position of another caller is reset', async () => {
    const place = await livePlace(database)
    const [ann, bob] = [await place.newUser(), await place.newUser()]
    const { position, close } = await follow(place, { token: ann.token })
    close()
    for (const token of [bob.token, place.owner.token, undefined]) {
      const subscriptions = [{ id: 's', table: 'note', after: position }]
      const stream = await place.open({ token, subscriptions })
      expect((await stream.next('reset', 'subscribed')).event).toBe('reset')
      stream.close()
    }
  })
})
