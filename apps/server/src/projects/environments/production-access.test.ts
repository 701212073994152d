import {
  getProductionAccess,
  listAudit,
  listIndexOffers,
  MAX_SCANNED_ROWS,
  saveProductionAccess,
} from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { expectApiError } from '../../app/testing/people.ts'
import {
  openProductionPlace,
  type ProductionPlace,
  ROLES,
  setSwitch,
  type Who,
} from '../lifecycle/testing/production-place.ts'

let fixture: ProductionPlace
beforeAll(async () => {
  fixture = await openProductionPlace()
})

describe('the switch', () => {
  const params = () => ({ projectId: fixture.projectId })

  test('is off in a new project, can be changed by owners and admins, and is audited', async () => {
    const { people } = fixture
    await setSwitch(fixture, false)
    const body = { developersCanRead: true }
    const save = (who: Who, ifMatch?: number) =>
      people[who].client.call(saveProductionAccess, {
        params: params(),
        body,
        ...(ifMatch === undefined ? {} : { ifMatch }),
      })
    expect(await expectApiError(save('developer'))).toMatchObject({ status: 403 })
    const { access } = await people.developer.client.call(getProductionAccess, { params: params() })
    expect(access.developersCanRead).toBe(false)
    const saved = await save('owner', access.revision)
    expect(saved.access).toEqual({ ...body, revision: access.revision + 1 })
    const refused = await expectApiError(save('admin', access.revision))
    expect(refused).toMatchObject({ status: 409, details: { theirs: saved.access, yours: body } })
    await save('admin')
    const query = { area: 'production-access' }
    const { entries } = await people.owner.client.call(listAudit, { params: params(), query })
    expect(entries[1]).toMatchObject({
      person: { id: people.owner.id },
      before: { developersCanRead: false },
      after: body,
    })
  })

  test('applies to the next request, and ends production streams', async () => {
    const { projectId, people, waitingId } = fixture
    await setSwitch(fixture, true)
    const headers = { authorization: `Bearer ${people.developer.token}` }
    const path = `/api/project/${projectId}/run/${waitingId}/events`
    const stream = await fetch(`${inject('server').address}${path}`, { headers })
    expect(stream.status).toBe(200)
    const events = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let received = ''
    while (!received.includes(waitingId)) {
      const next = await events?.read()
      expect(next?.done).toBe(false)
      received += next?.value
    }
    await setSwitch(fixture, false)
    const again = await fetch(`${inject('server').address}${path}`, { headers })
    expect(again.status).toBe(403)
    await again.text()
    // The stream must end by itself; otherwise the test times out.
    while ((await events?.read())?.done === false) {}
  })

  test('controls whether index suggestions for production are shown', async () => {
    const { projectId, people } = fixture
    const headers = { authorization: `Bearer ${people.admin.token}` }
    const search = `$projectId=${projectId}&$environment=production`
    const lines = Array.from({ length: MAX_SCANNED_ROWS + 1 }, () => '{"title":"x"}')
    const imported = await fetch(`${inject('server').address}/api/data/note/import?${search}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      body: lines.join('\n'),
    })
    expect(imported.status).toBe(200)
    const filter = encodeURIComponent('title = "y"')
    await fetch(`${inject('server').address}/api/data/note?${search}&$filter=${filter}`, {
      headers,
    })
    const offersTo = async (who: Who) =>
      (await people[who].client.call(listIndexOffers, { params: params() })).offers
    await setSwitch(fixture, false)
    await eventually(async () => (await offersTo('owner')).length > 0, 20_000)
    expect(await offersTo('developer')).toEqual([])
    await setSwitch(fixture, true)
    expect(await offersTo('developer')).toHaveLength(1)
  })
})

test('a production webhook lets staff bypass its Execute Permission only if they may read production', async () => {
  const { people, ruledUrl } = fixture
  const callAs = async (who: Who) => {
    const headers = { authorization: `Bearer ${people[who].token}` }
    const answer = await fetch(ruledUrl, { method: 'POST', headers })
    await answer.text()
    return answer.status
  }
  for (const [isOn, statuses] of [
    [false, [403, 202, 202]],
    [true, [202, 202, 202]],
  ] as const) {
    await setSwitch(fixture, isOn)
    expect(await Promise.all(ROLES.map(callAs))).toEqual(statuses)
  }
})
