import { WorkflowSettings } from '@plinth/contract'

type Section = Exclude<keyof WorkflowSettings, 'notes' | 'tags'>

export type SettingsChange = { [Name in Section]?: Partial<WorkflowSettings[Name]> } & {
  /** Replaces all tags. */
  tags?: readonly string[]
}

/** Merges a partial change into the settings. */
export function mergeSettings(
  settings: WorkflowSettings,
  change: SettingsChange,
): WorkflowSettings {
  const { tags: before = [], ...others } = settings
  const { tags = before } = change
  return {
    ...others,
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
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
