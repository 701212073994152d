import type { NodeProperty } from '@plinth/contract'
import type { ComponentType } from 'react'
import { AccordionField } from './fields/accordion-field.tsx'
import { CheckboxField } from './fields/checkbox-field.tsx'
import { CodeField } from './fields/code-field.tsx'
import { EndpointField } from './fields/endpoint-field.tsx'
import { EnvironmentPropertyField } from './fields/environment-property-field.tsx'
import { FileField } from './fields/file-field.tsx'
import { FormGroupField } from './fields/form-group-field.tsx'
import { JsonField } from './fields/json-field.tsx'
import { KeyValueField } from './fields/key-value-field.tsx'
import { MultiselectField } from './fields/multiselect-field.tsx'
import { ColorField, DateField, TimeField } from './fields/native-field.tsx'
import { NumberField } from './fields/number-field.tsx'
import { RadioField } from './fields/radio-field.tsx'
import { SelectField } from './fields/select-field.tsx'
import { SwitchField } from './fields/switch-field.tsx'
import { TabsField } from './fields/tabs-field.tsx'
import { TextField } from './fields/text-field.tsx'
import type { PropertyProps } from './property/property.ts'

type Component = NodeProperty['ui']['component']

/**
 * Every form component of the specification. Credentials are not parameters and have their own
 * field.
 */
export const PROPERTY_FIELDS: Record<
  Exclude<Component, 'credential-selector'>,
  ComponentType<PropertyProps>
> = {
  'text-input': TextField,
  'number-input': NumberField,
  select: SelectField,
  multiselect: MultiselectField,
  checkbox: CheckboxField,
  radio: RadioField,
  switch: SwitchField,
  'code-editor': CodeField,
  'json-editor': JsonField,
  'key-value-editor': KeyValueField,
  'file-upload': FileField,
  'date-picker': DateField,
  'time-picker': TimeField,
  'color-picker': ColorField,
  'form-group': FormGroupField,
  tabs: TabsField,
  accordion: AccordionField,
  'environment-selector': EnvironmentPropertyField,
  'api-endpoint-selector': EndpointField,
}
