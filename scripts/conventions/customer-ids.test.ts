import { expect, test } from 'vitest';
import { checkCustomerIds } from './customer-ids.ts';

const STORE = 'apps/server/src/modules/library/photos/store.ts';
const check = (text: string, file = STORE) => checkCustomerIds(new Map([[file, text]]));

test.each([
  'type Ref = { customerId: string; photoId: string };',
  'async function read(db: Queryable, ownerId: string) {}',
  'type Row = { user_id: string };',
  'const id = row.user_id as CustomerId;',
  'const { userId } = row;',
  'const who = { userId: customerId };',
])('a customer’s id has one name and one type, unlike in %s', (code) =>
  expect(check(`\n${code}`)).toEqual([expect.stringContaining(`${STORE}:2: `)]),
);

test('the sent and stored name, comments, tests and other ids are exempt', () => {
  expect(check('type Ref = { customerId: CustomerId; photoId: string };')).toEqual([]);
  expect(check("sql`payload ->> 'userId'`")).toEqual([]);
  expect(check('/** Stored as userId. */')).toEqual([]);
  expect(check('return { userId: customerId };', 'apps/server/src/platform/stored-names.ts')).toEqual([]);
  expect(check('const userId = 1;', STORE.replace('.ts', '.test.ts'))).toEqual([]);
});
