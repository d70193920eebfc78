import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import {
  composeEvent,
  countEvents,
  insertEvent,
  listUnsent,
  retryEvents,
} from '../modules/exchange/event-delivery/index.ts';
import type { Database } from '../platform/database/database.ts';
import { NOBODY, newId } from '../platform/ids.ts';
import { borrowDatabase } from './borrow-database.ts';

type Options = { retry?: string; test?: string };

/** Maximum number of events listed. */
const LISTED = 50;

/** `outgoing-events`: the events sent to services, and those not accepted yet. */
export function addOutgoingEvents(
  program: Command,
  { env, now }: { env: NodeJS.ProcessEnv; now: Date },
): void {
  program
    .command('outgoing-events')
    .description('Show events sent to shops and production, and those not accepted yet.')
    .option('--retry <id>', 'first retry a failed event, or "all" of them')
    .option('--test <service>', 'first send a test event to the webhook of a service')
    .action(async ({ retry, test }: Options) => {
      const { webhooks, ...config } = readConfig(env);
      if (test && !(test in webhooks)) program.error(`There is no webhook "${test}" in WEBHOOKS.`);
      await borrowDatabase(config, async ({ db }) => {
        if (retry) console.log(`${await retryEvents(db, retry, now)} events queued for retry.`);
        if (test) await sendTest(db, test, now);
        await print(db);
      });
    });
}

async function sendTest(db: Database, service: string, now: Date): Promise<void> {
  const event = composeEvent({ type: 'test', data: {} }, now);
  await insertEvent(db, { customerId: NOBODY, id: newId(), service, ...event, now });
}

async function print(db: Database): Promise<void> {
  for (const { service, state, events } of await countEvents(db)) {
    console.log(`${events.toLocaleString('en-GB').padStart(12)}  ${state} to ${service}`);
  }
  for (const event of await listUnsent(db, LISTED)) {
    const { id, type, service, state, tries, next_at: next, answer } = event;
    const until = state === 'waiting' ? `, next at ${next.toISOString()}` : '';
    console.log(
      `${id}  ${type} to ${service}: ${state} after ${tries} attempts${until} (${answer ?? 'not attempted'})`,
    );
  }
}
