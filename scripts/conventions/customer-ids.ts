import type { Sources } from './imports.ts';
import { withoutComment } from './time-and-ids.ts';

/** Where a customer's id is `userId`, as it is sent and stored, and what translates it. */
const SENT_AND_STORED =
  /\/contracts\/src\/(library\/albums|push)\.ts$|\/platform\/stored-names\.ts$|\/library\/(albums\/present-albums|shared-albums\/store|downloads\/jobs)\.ts$/;

const TESTS = /\.(test|fixture)\.tsx?$|\/testing\/|^(e2e|bench|scripts)\//;

type Rule = { pattern: RegExp; allowedIn: RegExp; reason: string };

const RULES: Rule[] = [
  {
    pattern:
      /\b(customer|owner|viewer|participant|photoOwner)Id\??: string\b|\b(user|owner|customer|photo_owner)_id: string\b/,
    allowedIn: TESTS,
    reason: 'the id of a customer is a CustomerId, so that no other id is taken for it',
  },
  {
    pattern: /\bas CustomerId\b/,
    allowedIn: /\/testing\/customer-ids\.ts$|^scripts\//,
    reason: 'a CustomerId comes from the schema, a row or isCustomerId, not from a cast',
  },
  {
    pattern: /(?<!['"`.\w])userId\b(?!')/,
    allowedIn: new RegExp(`${SENT_AND_STORED.source}|${TESTS.source}`),
    reason: 'a customer’s id is customerId',
  },
];

/** Lists places in code that name or type the id of a customer as something else. */
export function checkCustomerIds(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        RULES.filter(
          ({ pattern, allowedIn }) => pattern.test(withoutComment(line)) && !allowedIn.test(file),
        ).map(({ reason }) => `${file}:${index + 1}: ${reason}`),
      ),
  );
}
