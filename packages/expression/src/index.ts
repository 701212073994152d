export { type Anchor, anchorPath, listBinders } from './binders.ts'
export type { Catalogue, CatalogueColumn, CatalogueTable, ColumnKind } from './catalogue.ts'
export { catalogueOf, type NamedConstant } from './catalogue-of.ts'
export { type CheckResult, check } from './check.ts'
export type { Ground, Mode } from './check-context.ts'
export { type CheckedSort, checkSort, type SortKey } from './check-sort.ts'
export {
  type Binder,
  type Call,
  type Checked,
  type Comparing,
  type FunctionName,
  type Hop,
  isMany,
  type Operand,
  type RequestPath,
  ROW_KEY,
  type RowPath,
  type Start,
  type Target,
  touchesRow,
  type Value,
} from './checked.ts'
export { type CompletionRequest, complete } from './complete.ts'
export type { Completion, CompletionItem, CompletionKind } from './completion.ts'
export {
  type Action,
  type Decision,
  decide,
  type Rule,
  type RuleResult,
  readRule,
} from './decide.ts'
export { type Evaluation, evaluate, type Verdict } from './evaluate.ts'
export { findDeciding } from './find-deciding.ts'
export { type Folded, fold } from './fold.ts'
export type { Failure, Issue, Span } from './issue.ts'
export { type Comparison, FAMILIES, type Family, type Kind, OPERATORS, PAIRS } from './kinds.ts'
export { LIMITS } from './limits.ts'
export { type Parsed, parse } from './parse.ts'
export { type ParsedSort, parseSort, type SortNode } from './parse-sort.ts'
export { matchesPattern, toLike } from './pattern.ts'
export { print } from './print.ts'
export { readAs } from './read-as.ts'
export { readDate } from './read-date.ts'
export {
  matchesRow,
  type RowChange,
  type RowFilter,
  type RowFilterGround,
  readRowFilter,
} from './row-filter.ts'
export { type RuleTestResult, runRuleTests } from './run-rule-tests.ts'
export type { Data, RequestData, Rows, Scope } from './scope.ts'
export type { Expression, Macro, Modifier, OperandNode, Operator, PathNode } from './syntax.ts'
export { compareText, countCharacters, lowerText } from './text.ts'
export { type Token, type Tokens, type TokenType, tokenize } from './tokenize.ts'
