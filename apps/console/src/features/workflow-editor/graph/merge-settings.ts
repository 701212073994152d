import { WorkflowSettings } from '@plinth/contract'

export type SettingsChange = {
  [Section in Exclude<keyof WorkflowSettings, 'notes'>]?: Partial<WorkflowSettings[Section]>
}

/** Merges a partial change into the settings. */
export function mergeSettings(
  settings: WorkflowSettings,
  change: SettingsChange,
): WorkflowSettings {
  return {
    ...settings,
    errorHandling: { ...settings.errorHandling, ...change.errorHandling },
    execution: { ...settings.execution, ...change.execution },
    access: { ...settings.access, ...change.access },
  }
}

/** Loaded settings, with defaults for missing or invalid values. */
export function fillSettings(loaded: unknown): WorkflowSettings {
  const defaults = WorkflowSettings.parse({})
  if (typeof loaded !== 'object' || loaded === null) return defaults
  const whole = WorkflowSettings.safeParse(loaded)
  return whole.success ? whole.data : mergeSettings(defaults, loaded)
}
