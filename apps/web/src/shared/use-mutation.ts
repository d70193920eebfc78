import {
  type DataTag,
  type MutationMeta,
  type QueryKey,
  type UseMutationOptions,
  type UseMutationResult,
  // biome-ignore lint/style/noRestrictedImports: the only place that wraps it
  useMutation as useTanStackMutation,
} from '@tanstack/react-query';
import { useState } from 'react';
import { randomUuid } from './api/send-request.ts';
import { SAME_PRESS_MS } from './ui/press-once.ts';

/** Data of one press by a customer. */
type Press = {
  /** The same when a press is repeated because the first got no answer, so that the server creates only once. */
  idempotencyKey: string;
};

type Options<Data, Variables, Answered> = Omit<
  UseMutationOptions<Data, Error, Variables, unknown>,
  'mutationFn' | 'meta' | 'onMutate' | 'onSettled' | 'retry'
> & {
  mutationFn: (variables: Variables, press: Press) => Promise<Data>;
  meta: MutationMeta & { answers?: DataTag<QueryKey, Answered, Error> };
};

type WithoutPromise<Result> = Result extends unknown ? Omit<Result, 'mutateAsync'> : never;
type Result<Data, Variables> = WithoutPromise<UseMutationResult<Data, Error, Variables, unknown>>;

/**
 * TanStack Query's `useMutation`, started once per press (ADR 18): while it runs, and for a moment after it has succeeded,
 * `mutate` does nothing. Everything that changes something on the server uses it.
 */
export function useMutation<Data extends Answered, Variables = void, Answered = unknown>({
  mutationFn,
  ...options
}: Options<Data, Variables, Answered>): Result<Data, Variables> {
  const [presses] = useState(() => createPresses({ now: () => performance.now(), newKey: randomUuid }));
  const { mutateAsync: _, ...mutation } = useTanStackMutation<Data, Error, Variables, unknown>({
    ...options,
    mutationFn: (variables) => mutationFn(variables, { idempotencyKey: presses.key() }),
    onSettled: (_data, error) => presses.end(error === null),
  });
  return {
    ...mutation,
    mutate(...pressed) {
      if (presses.begin(pressed[0])) mutation.mutate(...pressed);
    },
  } as Result<Data, Variables>;
}

type PressOptions = { now: () => number; newKey: () => string };

/** Decides which presses start an action, and under which idempotency key. */
export function createPresses({ now, newKey }: PressOptions) {
  let isRunning = false;
  let key = newKey();
  /** The variables of the last press, until it succeeds. */
  let open: string | undefined;
  let doneAt = Number.NEGATIVE_INFINITY;
  return {
    key: () => key,
    /** Whether this press starts the action, which then runs until `end`. */
    begin(variables: unknown): boolean {
      if (isRunning || now() - doneAt < SAME_PRESS_MS) return false;
      const requested = JSON.stringify(variables) ?? '';
      if (requested !== open) key = newKey();
      open = requested;
      isRunning = true;
      return true;
    },
    end(hasSucceeded: boolean): void {
      isRunning = false;
      if (!hasSucceeded) return;
      open = undefined;
      doneAt = now();
    },
  };
}
