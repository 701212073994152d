/** The fields of a syntax node that a query may use; one that is not listed is refused. */
export interface NodeFields {
  /** Fields that contain nodes, which name their own kind. */
  readonly nodes?: string
  /** Fields that contain a node of one kind. */
  readonly typed?: Readonly<Record<string, string>>
  /** Fields that contain a text, a number or a boolean. */
  readonly plain?: string
}

const output = { output: 'JsonOutput' }

/** The SQL/JSON constructors, predicates and query functions: they compute from documents that are given. */
export const JSON_NODES: Readonly<Record<string, NodeFields>> = {
  JsonObjectConstructor: { nodes: 'exprs', typed: output, plain: 'absent_on_null unique' },
  JsonArrayConstructor: { nodes: 'exprs', typed: output, plain: 'absent_on_null' },
  JsonArrayQueryConstructor: {
    nodes: 'query',
    typed: { ...output, format: 'JsonFormat' },
    plain: 'absent_on_null',
  },
  JsonObjectAgg: {
    typed: { constructor: 'JsonAggConstructor', arg: 'JsonKeyValue' },
    plain: 'absent_on_null unique',
  },
  JsonArrayAgg: {
    typed: { constructor: 'JsonAggConstructor', arg: 'JsonValueExpr' },
    plain: 'absent_on_null',
  },
  JsonAggConstructor: { nodes: 'agg_filter agg_order', typed: { ...output, over: 'WindowDef' } },
  JsonKeyValue: { nodes: 'key', typed: { value: 'JsonValueExpr' } },
  JsonValueExpr: { nodes: 'raw_expr formatted_expr', typed: { format: 'JsonFormat' } },
  JsonFormat: { plain: 'format_type encoding' },
  JsonOutput: { typed: { typeName: 'TypeName', returning: 'JsonReturning' } },
  JsonReturning: { typed: { format: 'JsonFormat' }, plain: 'typmod' },
  JsonIsPredicate: {
    nodes: 'expr',
    typed: { format: 'JsonFormat' },
    plain: 'item_type unique_keys',
  },
  JsonFuncExpr: {
    nodes: 'pathspec passing',
    typed: {
      ...output,
      context_item: 'JsonValueExpr',
      on_empty: 'JsonBehavior',
      on_error: 'JsonBehavior',
    },
    plain: 'op column_name wrapper quotes',
  },
  JsonArgument: { typed: { val: 'JsonValueExpr' }, plain: 'name' },
  JsonBehavior: { nodes: 'expr', plain: 'btype coerce' },
  JsonTable: {
    nodes: 'passing columns',
    typed: {
      context_item: 'JsonValueExpr',
      pathspec: 'JsonTablePathSpec',
      on_error: 'JsonBehavior',
      alias: 'Alias',
    },
    plain: 'lateral',
  },
  JsonTableColumn: {
    nodes: 'columns',
    typed: {
      typeName: 'TypeName',
      pathspec: 'JsonTablePathSpec',
      format: 'JsonFormat',
      on_empty: 'JsonBehavior',
      on_error: 'JsonBehavior',
    },
    plain: 'coltype name wrapper quotes',
  },
  JsonTablePathSpec: { nodes: 'string', plain: 'name name_location' },
  JsonScalarExpr: { nodes: 'expr', typed: output },
  JsonParseExpr: { typed: { expr: 'JsonValueExpr', ...output }, plain: 'unique_keys' },
  JsonSerializeExpr: { typed: { expr: 'JsonValueExpr', ...output } },
}
