/** The expression with these values exceeds the statement limit; the caller must treat it as denied, never as true. */
export class CompileLimit extends Error {
  constructor() {
    super('The expression is too large with these values')
  }
}
