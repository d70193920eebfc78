import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { reportFailure } from '#/shared/error-reports.ts';
import type { Session } from '#/shared/session.ts';
import { EMPTY_QUEUE, type ImportQueue } from '#/shared/uploads/queue/import-queue.ts';
import { summarize } from '#/shared/uploads/queue/summarize.ts';
import { createImportRunner } from '#/shared/uploads/runner/import-runner.ts';
import { createResumeMemory } from '#/shared/uploads/runner/resume-memory.ts';
import { createPhoneLink } from './phone/phone-link.ts';
import { phoneTransferApi } from './phone/phone-transfer-api.ts';
import { createRefresh } from './transport/create-refresh.ts';
import { hashFile } from './transport/hash-file.ts';
import { createTransport } from './transport/transport.ts';

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
  const phoneLink = createPhoneLink({ api: phoneTransferApi, onArrived: runner.receive });
  window.addEventListener('online', () => runner.gate.reopen());
  window.addEventListener('offline', () => runner.gate.lose());
  session.onToken(() => runner.gate.reopen());
  askBeforeLeaving(() => summarize(store.getState().items).pending > 0);
  return { store, runner, phoneLink };
}

/** Leaving the page ends the uploads, so the browser asks. */
function askBeforeLeaving(isBusy: () => boolean): void {
  window.addEventListener('beforeunload', (event) => {
    if (isBusy()) event.preventDefault();
  });
}
