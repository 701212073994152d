import { withPlatform } from '../../../app/testing/people.ts'

/** Makes the next measurement due now instead of after the pause; undefined if the project has never been changed. */
export const requestMeasurement = (projectId: string): Promise<Date | undefined> =>
  withPlatform(async (on) => {
    const { rows } = await on.query(
      `update project_usage set due_at = now(), is_changed = true where project_id = $1
       returning now()`,
      [projectId],
    )
    return rows[0]?.now as Date | undefined
  })

/** Puts the next measurement off: what is written while one ends may be taken as measured. */
export const putOffMeasurement = (projectId: string): Promise<unknown> =>
  withPlatform((on) =>
    on.query(
      `update project_usage set due_at = null, not_before = now() + interval '1 hour'
       where project_id = $1`,
      [projectId],
    ),
  )
