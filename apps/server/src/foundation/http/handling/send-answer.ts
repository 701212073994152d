import { Readable } from 'node:stream'
import type { Endpoint } from '@plinth/contract'
import type { FastifyReply } from 'fastify'
import { Accepted, type FileStream, JsonText } from '../calls/call.ts'

/** A JSON answer, ready to be sent. */
interface Sent {
  status: number
  text: string
}

export function toSent(endpoint: Endpoint, answer: unknown): Sent {
  if (answer instanceof Accepted) return { status: 202, text: JSON.stringify(answer.body) }
  const status = endpoint.status ?? 200
  if (answer instanceof JsonText) return { status: answer.status ?? status, text: answer.text }
  return { status, text: JSON.stringify(answer) }
}

export function send(reply: FastifyReply, { status, text }: Sent): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(text)
}

export function sendFile(reply: FastifyReply, { name, type, pieces }: FileStream): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`)
    .type(type)
    .send(Readable.from(pieces))
}
