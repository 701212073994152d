/** The types of a schema, as zod and other libraries declare them by the Standard Schema interface. */
export interface Shape<Input = unknown, Output = unknown> {
  readonly '~standard': {
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

type TypesOf<S extends Shape> = NonNullable<S['~standard']['types']>

/** An HTTP call: the shapes carry types only and are not read when a call is sent. */
export interface Route<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Answer extends Shape = Shape,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Names in braces are replaced by `params`. */
  path: `/${string}`
  /** A `public` call needs no token. */
  access?: string
  params?: Params
  query?: Query
  body?: Body
  answer?: Answer
  /** Accepts `application/x-ndjson`. */
  takesLines?: true
  /** Responds with a file. */
  sendsFile?: true
  /** Changes nothing, although it is no GET, so that it can be repeated without an Idempotency-Key. */
  isRead?: true
  /** Starts a new session, so that the stored one is not sent. */
  opensSession?: true
}

type Part<Key extends string, S extends Shape> = [TypesOf<S>['input']] extends [undefined]
  ? Record<never, never>
  : undefined extends TypesOf<S>['input']
    ? { [K in Key]?: TypesOf<S>['input'] }
    : Record<never, never> extends TypesOf<S>['input']
      ? { [K in Key]?: TypesOf<S>['input'] }
      : { [K in Key]: TypesOf<S>['input'] }

/** Parameters, query and body of a route, as far as it has them. */
export type RouteInput<R extends Route> =
  R extends Route<infer P, infer Q, infer B, Shape>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never

export type CallAnswer<R extends Route> =
  R extends Route<Shape, Shape, Shape, infer A> ? TypesOf<A>['output'] : never

interface Types {
  params?: unknown
  query?: unknown
  body?: unknown
  answer: unknown
}

type Member<T, Key extends string> = T extends { [K in Key]: infer Value } ? Value : undefined

/** A route whose types are declared without schemas. */
export type TypedRoute<T extends Types> = Route<
  Shape<Member<T, 'params'>>,
  Shape<Member<T, 'query'>>,
  Shape<Member<T, 'body'>>,
  Shape<unknown, T['answer']>
>
