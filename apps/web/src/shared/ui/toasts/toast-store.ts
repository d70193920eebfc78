import { TOAST_MS } from '@keepsake/contracts';
import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

export type Toast = {
  id: number;
  message: ReactNode;
  tone: 'neutral' | 'success' | 'failure';
  durationMs: number;
  /** Something the customer can do about it. */
  action?: { label: string; run: () => void };
};

export const toastStore = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/** Shows a toast, for five seconds unless told otherwise [NTF-01]; gives its id. */
export function showToast({
  message,
  tone = 'neutral',
  durationMs = TOAST_MS,
  action,
}: Pick<Toast, 'message'> & Partial<Omit<Toast, 'id' | 'message'>>): number {
  lastId += 1;
  const toast = { id: lastId, message, tone, durationMs, action };
  toastStore.setState(({ toasts }) => ({ toasts: [...toasts, toast] }));
  return toast.id;
}

export function closeToast(id: number): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
