// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { requestStatusOf } from './request-state.ts';

const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client, children });

test('[API-01] [API-02] a change goes from NotRequested over InProgress to Finished, and reset brings it back', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { result } = renderHook(() => useMutation({ mutationFn: () => promise }), { wrapper });
  expect(requestStatusOf(result.current)).toBe('NotRequested');
  act(() => result.current.mutate());
  await waitFor(() => expect(requestStatusOf(result.current)).toBe('InProgress'));
  await act(async () => resolve());
  await waitFor(() => expect(requestStatusOf(result.current)).toBe('Finished'));
  act(() => result.current.reset());
  await waitFor(() => expect(requestStatusOf(result.current)).toBe('NotRequested'));
});

test('[API-01] a query that is off is NotRequested, and one that fails is Failed', async () => {
  const off = renderHook(() => useQuery({ queryKey: ['Albums'], queryFn: () => 1, enabled: false }), {
    wrapper,
  });
  expect(requestStatusOf(off.result.current)).toBe('NotRequested');
  const failing = renderHook(
    () => useQuery({ queryKey: ['User'], queryFn: () => Promise.reject(new Error('no')), retry: false }),
    { wrapper },
  );
  expect(requestStatusOf(failing.result.current)).toBe('InProgress');
  await waitFor(() => expect(requestStatusOf(failing.result.current)).toBe('Failed'));
});
