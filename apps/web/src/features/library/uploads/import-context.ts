import { useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { useCustomer, useSession } from '#/shared/session.ts';
import type { ImportQueue } from '#/shared/uploads/queue/import-queue.ts';
import { type ImportSession, importSession } from './import-session.ts';
import { markItem, removeMarked } from './removal/remove-marked.ts';

export const ImportContext = createContext<Pick<ImportSession, 'store' | 'runner' | 'phoneLink'> | null>(
  null,
);

/** The import of this page, begun when it is first asked for. */
export function useImportSession(): ImportSession {
  const session = useSession();
  const { sub } = useCustomer();
  return importSession({ customerId: sub, session, queryClient: useQueryClient() });
}

function useImport() {
  const found = use(ImportContext);
  if (!found) throw new Error('There is no import around this component');
  return found;
}

export function useImportRunner() {
  return useImport().runner;
}

/** The code by which a phone sends photos to this import. */
export function usePhoneLink() {
  return useImport().phoneLink;
}

/** How many photos a phone still has to send to this import. */
export function useOnPhone(): number {
  return useStore(usePhoneLink().store, (state) => (state.status === 'ready' ? state.onPhone : 0));
}

/** Marks an item for removal, or takes the mark back [IMP-11]. */
export function useMarkItem(): (id: number, isMarked: boolean) => void {
  const { store } = useImport();
  return (id, isMarked) => markItem(store, id, isMarked);
}

/** Removes what is marked; throws when something of it is still there. */
export function useRemoveMarked(): () => Promise<void> {
  const { store, runner } = useImport();
  return () => removeMarked({ store, remove: runner.remove });
}

/** Reads the items of this very moment. */
export function useReadItems(): () => ImportQueue['items'] {
  const { store } = useImport();
  return () => store.getState().items;
}

export function useImportQueue(): ImportQueue {
  return useStore(useImport().store);
}
