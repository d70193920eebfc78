import { expect, test } from 'vitest';
import { allEndpoints } from '../all-endpoints.fixture.ts';
import type { Endpoint } from '../platform/endpoint.ts';

/** Calls about callbacks that change neither where they go nor what they are, with what they do instead. */
const CHANGES_NOTHING: Readonly<Record<string, string>> = {
  testCallback: 'sends a test to the address that is set',
  replayCallback: 'sends the same once more',
  recoverCallbacks: 'sends the same once more',
  setTestReceiverKey: 'what the built-in receiver verifies with; nothing else leaves',
};

const fieldsOf = ({ body }: Endpoint): string[] =>
  Object.keys((body?._zod.def as { shape?: object } | undefined)?.shape ?? {});
const isSecured = ({ recentSignIn = [] }: Endpoint, field: string) =>
  recentSignIn === true || recentSignIn.includes(field);

test('whatever changes what leaves towards a callback address needs a recent sign-in', () => {
  const changing = allEndpoints.filter(({ access, method }) => access === 'customer' && method !== 'GET');
  const fields = changing.flatMap((one) =>
    fieldsOf(one)
      .filter((field) => /callback|webhook/i.test(field))
      .map((field) => ({ one, field })),
  );
  expect(fields.map(({ one, field }) => `${one.name} ${field}`)).toEqual([
    'changeCustomer callbackUrl',
    'changeCustomer callbackFormat',
    'putCustomer callbackUrl',
    'putCustomer callbackFormat',
  ]);
  expect(fields.filter(({ one, field }) => !isSecured(one, field)).map(({ field }) => field)).toEqual([]);
  const calls = changing.filter(
    ({ path, name }) => path.includes('/callbacks') && !(name in CHANGES_NOTHING),
  );
  expect(calls.map(({ name }) => name)).toEqual(['makeCallbackKey']);
  expect(calls.filter(({ recentSignIn }) => recentSignIn !== true)).toEqual([]);
});
