import { JSON_NODES, type NodeFields } from './allowed-json-nodes.ts'

/** SELECT without INTO and FOR UPDATE: those fields are left out, and so are schemas of tables. */
const QUERY_NODES: Readonly<Record<string, NodeFields>> = {
  SelectStmt: {
    nodes: `distinctClause targetList fromClause whereClause groupClause havingClause windowClause valuesLists
      sortClause limitOffset limitCount`,
    typed: { withClause: 'WithClause', larg: 'SelectStmt', rarg: 'SelectStmt' },
    plain: 'groupDistinct limitOption op all',
  },
  WithClause: { nodes: 'ctes', plain: 'recursive' },
  CommonTableExpr: {
    nodes: 'aliascolnames ctequery',
    typed: { search_clause: 'CTESearchClause', cycle_clause: 'CTECycleClause' },
    plain: 'ctename ctematerialized',
  },
  CTESearchClause: { nodes: 'search_col_list', plain: 'search_breadth_first search_seq_column' },
  CTECycleClause: {
    nodes: 'cycle_col_list cycle_mark_value cycle_mark_default',
    plain: 'cycle_mark_column cycle_path_column',
  },
  ResTarget: { nodes: 'val', plain: 'name' },
  RangeVar: { typed: { alias: 'Alias' }, plain: 'relname inh relpersistence' },
  RangeSubselect: { nodes: 'subquery', typed: { alias: 'Alias' }, plain: 'lateral' },
  RangeFunction: {
    nodes: 'functions coldeflist',
    typed: { alias: 'Alias' },
    plain: 'lateral ordinality is_rowsfrom',
  },
  RangeTableSample: { nodes: 'relation method args repeatable' },
  JoinExpr: {
    nodes: 'larg rarg usingClause quals',
    typed: { alias: 'Alias', join_using_alias: 'Alias' },
    plain: 'jointype isNatural',
  },
  Alias: { nodes: 'colnames', plain: 'aliasname' },
  ColumnDef: {
    typed: { typeName: 'TypeName', collClause: 'CollateClause' },
    plain: 'colname is_local',
  },
  SortBy: { nodes: 'node useOp', plain: 'sortby_dir sortby_nulls' },
  GroupingSet: { nodes: 'content', plain: 'kind' },
  WindowDef: {
    nodes: 'partitionClause orderClause startOffset endOffset',
    plain: 'name refname frameOptions',
  },
}

const EXPRESSION_NODES: Readonly<Record<string, NodeFields>> = {
  List: { nodes: 'items' },
  String: { plain: 'sval' },
  Integer: { plain: 'ival' },
  A_Const: {
    typed: {
      ival: 'Integer',
      fval: 'Float',
      boolval: 'Boolean',
      sval: 'String',
      bsval: 'BitString',
    },
    plain: 'isnull',
  },
  Float: { plain: 'fval' },
  Boolean: { plain: 'boolval' },
  BitString: { plain: 'bsval' },
  ColumnRef: { nodes: 'fields' },
  ParamRef: { plain: 'number' },
  A_Star: {},
  A_Indices: { nodes: 'lidx uidx', plain: 'is_slice' },
  A_Indirection: { nodes: 'arg indirection' },
  A_ArrayExpr: { nodes: 'elements', plain: 'list_start list_end' },
  A_Expr: { nodes: 'name lexpr rexpr', plain: 'kind rexpr_list_start rexpr_list_end' },
  FuncCall: {
    nodes: 'funcname args agg_order agg_filter',
    typed: { over: 'WindowDef' },
    plain: 'agg_within_group agg_star agg_distinct func_variadic funcformat',
  },
  NamedArgExpr: { nodes: 'arg', plain: 'name argnumber' },
  TypeCast: { nodes: 'arg', typed: { typeName: 'TypeName' } },
  TypeName: { nodes: 'names typmods arrayBounds', plain: 'typemod' },
  CollateClause: { nodes: 'arg collname' },
  BoolExpr: { nodes: 'args', plain: 'boolop' },
  NullTest: { nodes: 'arg', plain: 'nulltesttype' },
  BooleanTest: { nodes: 'arg', plain: 'booltesttype' },
  CaseExpr: { nodes: 'arg args defresult' },
  CaseWhen: { nodes: 'expr result' },
  CoalesceExpr: { nodes: 'args' },
  MinMaxExpr: { nodes: 'args', plain: 'op' },
  RowExpr: { nodes: 'args', plain: 'row_format' },
  SubLink: { nodes: 'testexpr operName subselect', plain: 'subLinkType' },
  GroupingFunc: { nodes: 'args' },
  SQLValueFunction: { plain: 'op typmod' },
}

export const ALLOWED_NODES: ReadonlyMap<string, NodeFields> = new Map(
  Object.entries({ ...QUERY_NODES, ...EXPRESSION_NODES, ...JSON_NODES }),
)
