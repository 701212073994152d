import type { Credential, WorkflowNode } from '@plinth/contract'
import { useState } from 'react'
import { cn } from '../../../ui/primitives/cn.ts'
import { useEditorContext } from '../editor/editor-context.tsx'
import type { Json } from '../execution/execution.ts'
import { ExpressionField } from '../expression/expression-field.tsx'
import { useExpressionScope } from '../expression/expression-scope.tsx'
import { changeNode } from '../graph/graph.ts'
import { FieldName } from '../paths/field-targets.ts'
import { usePathDrop } from '../paths/use-path-drop.ts'
import { CredentialField } from './fields/credential-field.tsx'
import { TableField } from './fields/table-field.tsx'
import { FormProperty, hasForm } from './form-property.tsx'
import { ExpressionSwitch } from './property/expression-switch.tsx'
import {
  editsExpressions,
  isExpression,
  takesExpressions,
  toExpression,
  toFixed,
} from './property/field-mode.ts'
import { type NamedProperty, type PropertyProps, textOf } from './property/property.ts'
import { PROPERTY_FIELDS } from './property-fields.ts'

export interface CredentialSource {
  credentials: readonly Credential[]
  isFailed: boolean
  onRetry: () => void
}

interface PropertyFieldProps {
  node: WorkflowNode
  named: NamedProperty
  credentials: CredentialSource
  /** Why the node failed, if this field is the cause. */
  error: string | undefined
}

function CredentialProperty({ node, named, credentials }: Omit<PropertyFieldProps, 'error'>) {
  const { editor } = useEditorContext()
  const { name, label, property } = named
  const change = (id: string | undefined) =>
    editor.edit((content) =>
      changeNode(content, {
        id: node.id,
        change: (data) => {
          const { [name]: _, ...others } = data.credentials
          return { ...data, credentials: id === undefined ? others : { ...others, [name]: id } }
        },
      }),
    )
  return (
    <CredentialField
      {...credentials}
      label={label}
      type={property.ui.credential_type ?? ''}
      url={textOf(node.data.parameters.url)}
      value={node.data.credentials[name]}
      onChange={change}
    />
  )
}

function FixedField({ node, ...field }: PropertyProps & { node: WorkflowNode }) {
  const { ui } = field.property
  const { action = 'list', source = 'project' } = node.data.parameters
  if (ui.options_from === 'tables') return <TableField {...field} />
  if (ui.editor === 'table-name' && source === 'project') {
    const hasComputed = action === 'list' || action === 'get'
    return <TableField {...field} stores="name" hasComputed={hasComputed} />
  }
  if (ui.component === 'credential-selector') return null
  const Input = PROPERTY_FIELDS[ui.component]
  return <Input {...field} />
}

/** A parameter as a fixed value or an expression; takes paths that are dropped on it. */
export function PropertyField({ node, named, credentials, error }: PropertyFieldProps) {
  const { editor } = useEditorContext()
  const scope = useExpressionScope()
  const { isOver, drop } = usePathDrop((path) => replace(`{{ ${path} }}`))
  // Counts changes from outside, so that a field with its own text shows the new value.
  const [version, setVersion] = useState(0)
  const { name, label, property } = named
  const { parameters, definition } = node.data
  if (property.ui.component === 'credential-selector') {
    return <CredentialProperty {...{ node, named, credentials }} />
  }
  const change = (next: Json) =>
    editor.edit(
      (content) =>
        changeNode(content, {
          id: node.id,
          change: (data) => ({ ...data, parameters: { ...data.parameters, [name]: next } }),
        }),
      `${node.id} ${name}`,
    )
  const value = Object.hasOwn(parameters, name) ? parameters[name] : property.default
  if (hasForm(property)) {
    return <FormProperty {...{ node, named, value, error }} onChange={change} />
  }
  const isTrigger = definition.name.startsWith('trigger-')
  const canSwitch = !isTrigger && takesExpressions(property)
  const isOn = isExpression(value)
  const replace = (next: Json) => {
    change(next)
    setVersion((one) => one + 1)
  }
  const isLine = isOn && canSwitch && !editsExpressions(property)
  const ownsError = isLine || editsExpressions(property)
  const field = { label, property, value, onChange: change, ...(ownsError ? { error } : {}) }
  const hasRow = ['switch', 'checkbox'].includes(property.ui.component)
  return (
    <FieldName value={name}>
      <div
        data-property={name}
        className={cn('relative rounded-md', isOver && 'outline-2 outline-offset-4 outline-accent')}
        {...(canSwitch ? drop : {})}
      >
        {isLine ? (
          <ExpressionField
            label={label}
            value={textOf(value)}
            onChange={change}
            language="line"
            error={error}
          />
        ) : (
          <FixedField key={version} node={node} {...field} />
        )}
        {error && !ownsError ? (
          <p role="alert" className="pt-1.5 text-xs text-danger-text">
            {error}
          </p>
        ) : null}
        {canSwitch ? (
          <ExpressionSwitch
            isExpression={isOn}
            label={label}
            onSwitch={(next) =>
              replace(next ? toExpression(value) : toFixed(value, { property, scope }))
            }
            className={hasRow && !isLine ? 'justify-end' : 'absolute -top-1 right-0'}
          />
        ) : null}
      </div>
    </FieldName>
  )
}
