export { type Anchor, anchorPath, listBinders } from './check/binders.ts'
export type { Catalogue, CatalogueColumn, CatalogueTable, ColumnKind } from './check/catalogue.ts'
export { catalogueOf, type NamedConstant } from './check/catalogue-of.ts'
export { type CheckResult, check } from './check/check.ts'
export type { CheckInput, Mode } from './check/check-context.ts'
export { type CheckedSort, checkSort, type SortKey } from './check/check-sort.ts'
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
} from './check/checked.ts'
export {
  type Comparison,
  FAMILIES,
  type Family,
  type Kind,
  OPERATORS,
  PAIRS,
} from './check/kinds.ts'
export { readDate } from './check/read-date.ts'
export { type CompletionRequest, complete } from './complete/complete.ts'
export type { Completion, CompletionItem, CompletionKind } from './complete/completion.ts'
export {
  type Action,
  type Decision,
  decide,
  type Rule,
  type RuleResult,
  readRule,
} from './evaluate/decide.ts'
export { type Evaluation, evaluate, type Verdict } from './evaluate/evaluate.ts'
export { findDeciding } from './evaluate/find-deciding.ts'
export { type Folded, fold } from './evaluate/fold.ts'
export { matchesPattern, toLike } from './evaluate/pattern.ts'
export { readAs } from './evaluate/read-as.ts'
export {
  matchesRow,
  type RowChange,
  type RowFilter,
  type RowFilterInput,
  readRowFilter,
} from './evaluate/row-filter.ts'
export { type RuleTestResult, runRuleTests } from './evaluate/run-rule-tests.ts'
export type { Data, RequestData, Rows, Scope } from './evaluate/scope.ts'
export { compareText, countCharacters, lowerText } from './evaluate/text.ts'
export { findClosest } from './syntax/closest.ts'
export type { Failure, Issue, Span } from './syntax/issue.ts'
export { LIMITS } from './syntax/limits.ts'
export { type Parsed, parse } from './syntax/parse.ts'
export { type ParsedSort, parseSort, type SortNode } from './syntax/parse-sort.ts'
export { print } from './syntax/print.ts'
export type {
  Expression,
  Macro,
  Modifier,
  OperandNode,
  Operator,
  PathNode,
} from './syntax/syntax.ts'
export { type Token, type Tokens, type TokenType, tokenize } from './syntax/tokenize.ts'
