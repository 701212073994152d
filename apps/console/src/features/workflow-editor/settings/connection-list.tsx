import type { WorkflowNode } from '@plinth/contract'
import { ArrowRight, X } from 'lucide-react'
import { useMemo } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { useEditorContext } from '../editor/editor-context.tsx'
import { mayConnect } from '../graph/connect.ts'
import { type Graph, removeConnection } from '../graph/graph.ts'
import { type HandleShape, inputsOf, outputsOf } from '../graph/handles.ts'
import { nodeSettingsStrings as words } from '../strings/node-settings-strings.ts'

const CHOOSE = 'choose'

function targetsOf(graph: Graph, source: { node: WorkflowNode; output: HandleShape }) {
  return graph.nodes.flatMap(({ id: target, data }) => {
    const inputs = inputsOf(data.definition)
    return inputs
      .map((input) => ({
        ends: {
          source: source.node.id,
          sourceHandle: source.output.id,
          target,
          targetHandle: input.id,
        },
        label: inputs.length === 1 ? data.label : `${data.label} · ${input.name}`,
      }))
      .filter(({ ends }) => mayConnect(graph, ends))
  })
}

function OutputTargets({ node, output }: { node: WorkflowNode; output: HandleShape }) {
  const { editor } = useEditorContext()
  const graph = editor.use().draft.history.present
  const targets = useMemo(() => targetsOf(graph, { node, output }), [graph, node, output])
  const labels = new Map(graph.nodes.map(({ id, data }) => [id, data.label]))
  const own = graph.connections.filter(
    ({ source, sourceHandle }) => source === node.id && sourceHandle === output.id,
  )
  return (
    <div className="flex flex-col gap-1">
      <Field label={words.connectTo(output.name)}>
        {(control) => (
          <Select
            {...control}
            value={CHOOSE}
            disabled={targets.length === 0}
            options={[
              { value: CHOOSE, label: words.choose, disabled: true },
              ...targets.map(({ label }, at) => ({ value: `${at}`, label })),
            ]}
            onValueChange={(at) => {
              const target = targets[Number(at)]
              if (target) editor.connect(target.ends)
            }}
          />
        )}
      </Field>
      <ul>
        {own.map(({ id, target }) => (
          <li key={id} className="flex items-center gap-1.5 text-xs">
            <ArrowRight aria-hidden="true" className="size-3.5 text-fg-3" />
            <span className="min-w-0 flex-1 truncate">{labels.get(target)}</span>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={words.disconnect(labels.get(target) ?? '')}
              onClick={() => editor.edit((content) => removeConnection(content, id))}
            >
              <X aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Keyboard alternative to the canvas: connects and disconnects each output. */
export function ConnectionList({ node }: { node: WorkflowNode }) {
  const outputs = useMemo(() => outputsOf(node.data.definition), [node.data.definition])
  if (outputs.length === 0) return null
  return (
    <Section title={words.connections}>
      <div className="flex flex-col gap-3 px-3.5 pb-4">
        {outputs.map((output) => (
          <OutputTargets key={output.id} node={node} output={output} />
        ))}
      </div>
    </Section>
  )
}
