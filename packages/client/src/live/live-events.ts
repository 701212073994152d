import type { LiveRequest } from '../protocol/live-routes.ts'
import type { ErrorCode, Row } from '../protocol/wire-types.ts'

interface Failure {
  code: ErrorCode
  message: string
}

interface ChangeData {
  subscriptions: string[]
  type: 'create' | 'update' | 'delete' | 'leave'
  id: string
  row?: Row
  entered?: true
  position: string
}

/** An event of the stream, as tabs pass it on to each other. */
export type LiveEvent =
  | { name: 'open'; data: { connectionId: string } }
  | { name: 'rows'; data: { subscription: string; rows: Row[] } }
  | { name: 'subscribed'; data: { subscription: string; position: string } }
  | { name: 'change'; data: ChangeData }
  | { name: 'reset'; data: { subscription: string } }
  | { name: 'error'; data: { subscription: string; error: Failure } }
  | { name: 'position'; data: { position: string } }
  | { name: 'reconnect'; data: object }
  | { name: 'end'; data: { error: Failure } }

/** Reads one event; an unknown name is passed on, and nobody reads it. */
export function parseLiveEvent({
  event,
  id,
  data,
}: {
  event?: string | undefined
  id?: string | undefined
  data: string
}): LiveEvent {
  const parsed = JSON.parse(data)
  return { name: event, data: event === 'position' ? { position: id } : parsed } as LiveEvent
}

/** Whether a position is after another one. A position of another epoch is always new. */
export function isAfter(position: string, other: string): boolean {
  const [epoch, number = ''] = position.split('.')
  const [otherEpoch, otherNumber = ''] = other.split('.')
  if (epoch !== otherEpoch || number.length !== otherNumber.length) {
    return epoch !== otherEpoch || number.length > otherNumber.length
  }
  return number > otherNumber
}

/** The request with which a subscription goes on after an event; the same object if nothing changes. */
export function advance(request: LiveRequest, event: LiveEvent): LiveRequest {
  const { id, after } = request
  if (event.name === 'subscribed' && event.data.subscription === id) {
    const { rows: _, ...rest } = request
    return { ...rest, after: after ?? event.data.position }
  }
  const isOwn =
    event.name === 'position' || (event.name === 'change' && event.data.subscriptions.includes(id))
  if (!isOwn || after === undefined || !isAfter(event.data.position, after)) return request
  return { ...request, after: event.data.position }
}
