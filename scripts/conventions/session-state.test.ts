import { expect, test } from 'vitest';
import { checkSessionState } from './session-state.ts';

const STORE = 'apps/server/src/modules/library/albums/store.ts';
const check = (text: string, file = STORE) => checkSessionState(new Map([[file, text]]), {});

test.each([
  'await sql`select pg_advisory_lock(7)`.execute(db);',
  `await sql\`select pg_try_advisory_lock(hashtextextended(\${name}, 0)) as is_ours\`.execute(db);`,
  "await client.query('create temporary table listed (id uuid)');",
  'await sql`declare listed cursor with hold for select 1`.execute(db);',
  `await client.query(\`listen \${name}\`);`,
  "await client.query('listen keepsake_push');",
  "await client.query('set enable_nestloop = off');",
  `await client.query(\`set \${name} = 0\`);`,
  "await client.query('set session statement_timeout to 0');",
  `await sql\`select set_config('app.customer', \${id}, false)\`.execute(db);`,
  "await client.query('discard all');",
])('what lasts longer than a transaction is refused: %s', (code) =>
  expect(check(`\n${code}`)).toEqual([
    `${STORE}:2: a pooler lends its connections for a transaction, and this lasts longer`,
  ]),
);

test.each([
  'await sql`select pg_advisory_xact_lock(7)`.execute(trx);',
  "await sql`set local lock_timeout = '1s'`.execute(trx);",
  `await sql\`select set_config('app.customer', \${id}, true)\`.execute(trx);`,
  'await sql`declare library no scroll cursor for select 1`.execute(trx);',
  'await sql`create temporary table listed (id uuid) on commit drop`.execute(trx);',
  `await sql\`update albums set name = \${name} where id = \${id}\`.execute(db);`,
  "throw new StartupError('wrong address: ' + 'set DATABASE_URL to another');",
  "const hint = 'listen to what customers say';",
])('what ends with it is not, nor what is no statement: %s', (code) => expect(check(code)).toEqual([]));

test('tests may, and files with a connection of their own as long as they need it', () => {
  expect(check("client.query('set a = 1')", STORE.replace('.ts', '.test.ts'))).toEqual([]);
  const judge = (text: string) =>
    checkSessionState(new Map([[STORE, text]]), { 'modules/library/albums/store.ts': 'why' });
  expect(judge("client.query('listen news')")).toEqual([]);
  expect(judge('')).toEqual([
    'scripts/conventions/session-state.ts: modules/library/albums/store.ts leaves nothing on a connection any more',
  ]);
});
