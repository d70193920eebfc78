import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SERVICE_SCOPES } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { PushMessage } from '@keepsake/contracts/push';
import pino, { type Logger } from 'pino';
import { createServiceVerifier, type ServiceCredential, type VerifyToken } from '../platform/auth.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { forgetExpiredTasks } from '../platform/forget-expired.ts';
import { createBudgets } from '../platform/http/budgets.ts';
import type { JobAttempt } from '../platform/jobs/jobs.ts';
import { runJobs } from '../platform/jobs/run-jobs.ts';
import type { Module } from '../platform/module.ts';
import { startS3Server } from '../platform/objects/testing/s3-server.ts';
import { openPlatform, type Platform } from '../platform/platform.ts';
import { type PushHub, push } from '../platform/push.ts';
import { fromStoredNames } from '../platform/stored-names.ts';
import { createTestDatabase } from '../platform/testing/test-database.ts';
import { createTestTokens } from '../platform/testing/test-tokens.ts';
import { createCall } from './call-api.ts';
import { newCustomerId } from './customer-ids.ts';
import { serveModules } from './serve-modules.ts';
import { createTestClock } from './test-clock.ts';

/** What modules are created from, as the wings pass it. */
export type WorldParts = Omit<Platform, 'close'> & { dataDir: string };

type Options<M extends readonly Module[]> = {
  /** Creates the modules that this test needs; no others are mounted. */
  modules?: (parts: WorldParts) => M | Promise<M>;
  /** Start of the clock; null shows the present. */
  now?: Date | null;
  storage?: 'files' | 'S3';
  /** Parent of the data folder. */
  parentFolder?: string;
  /** Runs the modules' jobs as a worker does; without it, `run` runs one at a time. */
  hasWorker?: boolean;
  /** Tokens of services by name; a plain text has all scopes. */
  serviceTokens?: Record<string, string | ServiceCredential>;
  /** Trusts other tokens than those of `tokenFor`. */
  verifyToken?: VerifyToken;
  port?: number;
  log?: Logger;
};

/** One node with its own database, folder or bucket and port, on which the given modules are mounted. */
export async function startWorld<const M extends readonly Module[] = readonly []>(options: Options<M> = {}) {
  const { now = new Date('2026-06-15T10:00:00Z'), storage = 'files', parentFolder = tmpdir() } = options;
  const { log = pino({ level: 'silent' }), serviceTokens = {}, hasWorker = false, port } = options;
  await using starting = new AsyncDisposableStack();
  const database = await createTestDatabase();
  starting.defer(database.drop);
  const dataDir = await mkdtemp(path.join(parentFolder, 'keepsake-world-'));
  starting.defer(() => rm(dataDir, { recursive: true, force: true }));
  const s3 = storage === 'S3' ? await startS3Server() : null;
  starting.defer(async () => s3?.stop());
  const storageUrl = s3?.storageUrl ?? null;
  const settings = {
    storageUrl,
    dataDir,
    secretKeys: null,
    database: { maxConnections: 12 },
    jobConcurrency: 1,
  };
  const clock = createTestClock(now);
  const { close, ...platform } = await openPlatform({
    settings,
    databaseUrl: database.url,
    log,
    clock: () => clock.now,
    machineClock: systemClock,
  });
  starting.defer(close);
  const { db, connection, hub } = platform;
  const tokens = await createTestTokens();

  const modules = ((await options.modules?.({ ...platform, dataDir })) ?? []) as M;
  for (const module of modules) starting.defer(async () => module.close?.());
  const tasks = [
    ...modules.flatMap((module) => module.tasks ?? []),
    ...forgetExpiredTasks(
      platform,
      modules.flatMap((module) => module.expires ?? []),
    ),
  ];
  const runner = hasWorker
    ? await runJobs({ db, pool: connection.pool, tasks, crons: [], concurrency: 2, log })
    : null;
  starting.defer(async () => runner?.stop());
  const verifyService = createServiceVerifier(credentialsOf(serviceTokens));
  const verifyToken = options.verifyToken ?? tokens.verifyToken;
  const { requireRecentSignIn } = tokens;
  const spendBudgets = createBudgets({ ...platform, requestsPerMinute: 1_000_000 });
  const verifiers = { verifyToken, verifyService, requireRecentSignIn, spendBudgets };
  const { http, address } = await serveModules(platform, modules, { ...verifiers, port });
  starting.defer(() => http.close());

  const started = starting.move();
  return {
    ...platform,
    ...tokens,
    databaseUrl: database.url,
    clock,
    dataDir,
    storageUrl,
    /** Method and address of every request to the bucket so far. */
    bucketCalls: s3?.calls ?? [],
    modules,
    tasks,
    http,
    address,
    call: createCall({ address, tokenFor: tokens.tokenFor }),
    /** Runs one job, as a worker would. */
    async run(
      task: string,
      payload: object = {},
      attempt: JobAttempt = { attempt: 1, maxAttempts: 8 },
    ): Promise<void> {
      const found = tasks.find(({ name }) => name === task);
      if (!found) throw new Error(`There is no task ${task}`);
      await found.handle(fromStoredNames(payload), attempt);
    },
    /** Collects what is pushed to a customer's screens from now on. */
    async listen<Message = PushMessage>(customerId: CustomerId): Promise<Message[]> {
      await deliverPushes(db, hub);
      const received: Message[] = [];
      hub.subscribe(customerId, (text) => received.push(JSON.parse(text)));
      return received;
    },
    stop: () => started.disposeAsync(),
  };
}

/** Waits until everything that was pushed so far has arrived: pushes arrive in the order of their commits. */
async function deliverPushes(db: Database, hub: PushHub): Promise<void> {
  const nobody = newCustomerId();
  const arrival = Promise.withResolvers<void>();
  const unsubscribe = hub.subscribe(nobody, () => arrival.resolve());
  await push(db, nobody, { type: 'exports-changed', data: {} }, new Date());
  await arrival.promise;
  unsubscribe();
}

function credentialsOf(
  tokens: Record<string, string | ServiceCredential>,
): Record<string, ServiceCredential> {
  const whole = { scopes: SERVICE_SCOPES, channels: null };
  return Object.fromEntries(
    Object.entries(tokens).map(([name, given]) => [
      name,
      typeof given === 'string' ? { ...whole, tokens: [given] } : given,
    ]),
  );
}
