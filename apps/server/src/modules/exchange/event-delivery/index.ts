import { ago } from '../../../platform/clock.ts';
import type { Module } from '../../../platform/module.ts';
import type { Deps } from './deps.ts';
import { CHECK_CRON, checkEventsTask, sendEventTask } from './jobs.ts';
import { eventData, TABLES } from './personal-data.ts';
import { createEventQueue, type EventQueue } from './queue-events.ts';
import { eventRecovery } from './recover-events.ts';
import { EVENTS_RETENTION_MS, IS_OVER } from './store.ts';

export { createCallbacks, createKeyring } from './callbacks/index.ts';
export type { GiveUp } from './deps.ts';
export { composeEvent, createEventQueue, type EventQueue } from './queue-events.ts';
export { addFailedEvents } from './recover-events.ts';
export { countEvents, insertEvent, listUnsent, retryEvents } from './store.ts';
export { type Receiver, signatureHeaders } from './try-sending.ts';

export type EventDelivery = Module & EventQueue;

/**
 * Events for two kinds of receivers, the retailer's systems and customers' own: one table and one sender for all of them. The calls
 * by which customers manage their addresses are `createCallbacks`.
 */
export function createEventDelivery(deps: Deps): EventDelivery {
  return {
    ...createEventQueue(deps),
    tasks: [sendEventTask(deps), checkEventsTask(deps)],
    crons: [CHECK_CRON],
    recoveries: [eventRecovery(deps)],
    tables: TABLES,
    /** They contain names and addresses, which orders and declarations keep as long as needed. */
    expires: [
      { table: 'outgoing_events', column: 'tried_at', before: ago(EVENTS_RETENTION_MS), only: IS_OVER },
    ],
    personalData: eventData(deps),
  };
}
