import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFile } from './open-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'open-file-'))
const path = join(folder, 'planted.db')

/** A file as an attacker could craft it, with a schema that we would never write. */
beforeAll(() => {
  const planted = new Sqlite(path)
  planted.exec(`create table t (id); insert into t values (1);
    create view harmless as select id, upper('x') as x from t;
    create view loads as select load_extension('x') as x;
    create view pragmas as select file from pragma_database_list;
    create view pages as select name from dbstat`)
  planted.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

describe("a project's file", () => {
  const run = (sql: string) => {
    const database = openFile(path)
    try {
      return database.prepare(sql).all()
    } finally {
      database.close()
    }
  }

  test('reads a harmless view', () => {
    expect(run('select * from harmless')).toEqual([{ id: 1, x: 'X' }])
  })

  test.each(['loads', 'pragmas', 'pages'])('refuses the planted view %s', (view) => {
    expect(() => run(`select * from ${view}`)).toThrow(/unsafe use|not authorized|no such/)
  })

  test('refuses to write the schema as rows', () => {
    const database = openFile(path)
    database.pragma('writable_schema = on')
    expect(() => database.exec(`update sqlite_schema set sql = ''`)).toThrow(/may not be modified/)
    database.close()
  })
})
