/** A span as a receiver of OTLP gets it. */
export interface ReceivedSpan {
  traceId: string
  id: string
  parentId: string
  name: string
  /** Attributes as text, such as `http.route`. */
  attributes: Record<string, string>
  /** The trace ids of its links. */
  links: string[]
  isFailed: boolean
  service: string
}

type Field = { number: number; value: Buffer | bigint }

/** The fields of a Protocol Buffers message, in their order. */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number) => {
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = Number(varint())
    const number = tag >> 3
    const kind = tag & 7
    if (kind === 0) fields.push({ number, value: varint() })
    else if (kind === 1) fields.push({ number, value: take(8) })
    else if (kind === 2) fields.push({ number, value: take(Number(varint())) })
    else fields.push({ number, value: take(4) })
  }
  return fields
}

const all = (message: Buffer, number: number): Buffer[] =>
  fieldsOf(message).flatMap((field) =>
    field.number === number && typeof field.value !== 'bigint' ? [field.value] : [],
  )
const one = (message: Buffer, number: number): Buffer => all(message, number)[0] ?? Buffer.alloc(0)

/** `KeyValue` with an `AnyValue`: text, a boolean or an integer. */
function attributesOf(message: Buffer, number: number): Record<string, string> {
  const entries = all(message, number).map((pair) => {
    const [field] = fieldsOf(one(pair, 2))
    return [one(pair, 1).toString(), String(field?.value ?? '')] as const
  })
  return Object.fromEntries(entries)
}

function toSpan(span: Buffer, service: string): ReceivedSpan {
  const status = fieldsOf(one(span, 15)).find(({ number }) => number === 3)
  return {
    traceId: one(span, 1).toString('hex'),
    id: one(span, 2).toString('hex'),
    parentId: one(span, 4).toString('hex'),
    name: one(span, 5).toString(),
    attributes: attributesOf(span, 9),
    links: all(span, 13).map((link) => one(link, 1).toString('hex')),
    isFailed: status?.value === 2n,
    service,
  }
}

/** The spans of an `ExportTraceServiceRequest` in Protocol Buffers. */
export function decodeSpans(request: Buffer): ReceivedSpan[] {
  return all(request, 1).flatMap((resourceSpans) => {
    const service = attributesOf(one(resourceSpans, 1), 1)['service.name'] ?? ''
    return all(resourceSpans, 2).flatMap((scope) =>
      all(scope, 2).map((span) => toSpan(span, service)),
    )
  })
}
