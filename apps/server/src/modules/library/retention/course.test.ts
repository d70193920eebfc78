import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HISTORIES } from './course-table.fixture.ts';
import { startRetention, type TestRetention } from './retention.fixture.ts';
import { watchDays } from './watch-days.fixture.ts';

let retention: TestRetention;
let seen: Map<string, string[]>;
beforeAll(async () => {
  retention = await startRetention();
  seen = await watchDays(retention);
}, 180_000);
afterAll(() => retention.stop());

describe('twenty months of a customer who', () => {
  test.each(Object.entries(HISTORIES))('%s', (name, { expected }) => {
    expect(seen.get(name)?.toSorted()).toEqual(expected.toSorted());
  });

  test('got every mail of the table, and no other', async () => {
    const mails = await retention.db.selectFrom('outbox_mails').select('recipient').execute();
    const reminders = Object.values(HISTORIES).flatMap(({ expected }) =>
      expected.filter((line) => /three-months|one-/.test(line)),
    );
    expect(mails).toHaveLength(reminders.length);
  });
});
