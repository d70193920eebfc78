// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createPresses, useMutation } from './use-mutation.ts';

afterEach(cleanup);

/** An action answered on the test's command; records its variables and keys. */
function showAction() {
  const requested: { name: string; key: string; answer: PromiseWithResolvers<string> }[] = [];
  const client = new QueryClient();
  const { result } = renderHook(
    () =>
      useMutation({
        mutationFn: (name: string, { idempotencyKey: key }) => {
          const answer = Promise.withResolvers<string>();
          requested.push({ name, key, answer });
          return answer.promise;
        },
        meta: { action: 'TEST', invalidates: [] },
      }),
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  );
  return {
    requested,
    result,
    press: (name: string) => act(async () => result.current.mutate(name)),
    async answer(end: (answer: PromiseWithResolvers<string>) => void) {
      const last = requested.at(-1);
      await act(async () => last && end(last.answer));
      await waitFor(() => expect(result.current.isPending).toBe(false));
    },
  };
}

test('two presses in a row start an action once, even before the page re-renders', async () => {
  const { requested, result, press } = showAction();
  await act(async () => {
    result.current.mutate('Sea');
    result.current.mutate('Sea');
  });
  await press('Sea');
  expect(requested).toHaveLength(1);
});

test('the second click of a double click starts nothing, even if the first is already answered', async () => {
  const { requested, press, answer } = showAction();
  await press('Sea');
  await answer(({ resolve }) => resolve('made'));
  await press('Sea');
  expect(requested).toHaveLength(1);
});

test('a press after a failure is sent immediately with the same key; one for something else with another', async () => {
  const { requested, press, answer } = showAction();
  await press('Sea');
  await answer(({ reject }) => reject(new Error('no answer')));
  await press('Sea');
  await answer(({ reject }) => reject(new Error('no answer')));
  await press('Hills');
  expect(requested.map(({ name }) => name)).toEqual(['Sea', 'Sea', 'Hills']);
  const [first, second, third] = requested.map(({ key }) => key);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('the same action can be repeated after a moment, with a new key', () => {
  let now = 0;
  let keys = 0;
  const presses = createPresses({ now: () => now, newKey: () => `key ${++keys}` });
  expect(presses.begin('Sea')).toBe(true);
  const first = presses.key();
  presses.end(true);
  now = 499;
  expect(presses.begin('Sea')).toBe(false);
  now = 500;
  expect(presses.begin('Sea')).toBe(true);
  expect(presses.key()).not.toBe(first);
});
