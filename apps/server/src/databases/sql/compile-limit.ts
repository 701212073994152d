/** An expression with these values would be too large a statement; it counts as refused, never as true. */
export class CompileLimit extends Error {
  constructor() {
    super('The expression is too large with these values')
  }
}
