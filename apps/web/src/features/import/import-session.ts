import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { reportFailure } from '#/shared/failures/report-failure.ts';
import type { Session } from '#/shared/session/session.ts';
import { EMPTY_QUEUE, type ImportQueue } from './queue/import-queue.ts';
import { summarize } from './queue/summarize.ts';
import { createRefresh } from './runner/create-refresh.ts';
import { hashFile } from './runner/hash-file.ts';
import { createImportRunner } from './runner/import-runner.ts';
import { createResumeMemory } from './runner/resume-memory.ts';
import { createTransport } from './runner/transport.ts';

export type ImportSession = ReturnType<typeof startSession>;
let current: ImportSession | undefined;

type Surroundings = { customerId: string; session: Session; queryClient: QueryClient };

/** The import of this page: one, outside React, so that it goes on whatever is on the screen. */
export function importSession(surroundings: Surroundings): ImportSession {
  current ??= startSession(surroundings);
  return current;
}

function startSession({ customerId, session, queryClient }: Surroundings) {
  const store = createStore<ImportQueue>(() => EMPTY_QUEUE);
  const runner = createImportRunner({
    store,
    transport: createTransport(createResumeMemory(customerId, window.localStorage)),
    hash: hashFile,
    onSaved: createRefresh(queryClient),
    onUnexpected: (error) => reportFailure('UPLOAD_PHOTO', error),
  });
  window.addEventListener('online', () => runner.gate.reopen());
  window.addEventListener('offline', () => runner.gate.lose());
  session.onToken(() => runner.gate.reopen());
  askBeforeLeaving(() => summarize(store.getState().items).pending > 0);
  return { store, runner };
}

/** Leaving the page ends the uploads, so the browser asks. */
function askBeforeLeaving(isBusy: () => boolean): void {
  window.addEventListener('beforeunload', (event) => {
    if (isBusy()) event.preventDefault();
  });
}
