import ts from 'typescript'

/** A series with the names of its labels. */
export interface Series {
  name: string
  labels: string[]
}

const INSTRUMENTS = new Set(['counter', 'gauge', 'histogram', 'total'])

const namesOf = (object: ts.ObjectLiteralExpression) =>
  object.properties.map((property) => property.name?.getText() ?? '')

function propertyOf(object: ts.ObjectLiteralExpression, name: string) {
  return object.properties.find((property) => property.name?.getText() === name)
}

/** The object that a shorthand property such as `labels` refers to. */
function findObject(source: ts.SourceFile, name: string): ts.ObjectLiteralExpression | undefined {
  let found: ts.ObjectLiteralExpression | undefined
  const visit = (node: ts.Node) => {
    const isIt = ts.isVariableDeclaration(node) && node.name.getText() === name
    if (isIt && node.initializer && ts.isObjectLiteralExpression(node.initializer))
      found = node.initializer
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function labelsOf(source: ts.SourceFile, described: ts.ObjectLiteralExpression): string[] {
  const property = propertyOf(described, 'labels')
  const isWritten = property && ts.isPropertyAssignment(property)
  if (isWritten && ts.isObjectLiteralExpression(property.initializer))
    return namesOf(property.initializer)
  const object = findObject(source, 'labels')
  if (!object) throw new Error(`${source.fileName}: labels cannot be read`)
  return namesOf(object)
}

/** The series that a file declares through an instrument of `metrics`, such as `metrics.gauge({ name, … })`. */
export function listMetrics(file: string, content: string): Series[] {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true)
  const found: Series[] = []
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression
      const [described] = node.arguments
      const isMetric = INSTRUMENTS.has(name.text) && /(^|\.)metrics$/.test(expression.getText())
      if (isMetric && described && ts.isObjectLiteralExpression(described)) {
        const named = propertyOf(described, 'name')
        if (!named || !ts.isPropertyAssignment(named) || !ts.isStringLiteral(named.initializer))
          throw new Error(`${file}: the name of a series is not a text`)
        found.push({
          name: `plinth_${named.initializer.text}`,
          labels: labelsOf(source, described),
        })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
