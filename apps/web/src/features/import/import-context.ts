import { useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { useCustomer, useSession } from '#/shared/session/session-context.ts';
import { type ImportSession, importSession } from './import-session.ts';
import type { ImportQueue } from './queue/import-queue.ts';

export const ImportContext = createContext<Pick<ImportSession, 'store' | 'runner'> | null>(null);

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

export function useImportQueue(): ImportQueue {
  return useStore(useImport().store);
}
