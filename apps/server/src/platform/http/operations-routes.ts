import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, register } from 'prom-client';
import { bearerTokenOf } from '../auth.ts';
import type { DiskRoom } from '../disk-room.ts';
import { requireKnownHost } from '../network.ts';
import { Problem } from '../problem.ts';
import type { ClockWatch } from '../watch-clocks.ts';
import { noteExpected } from './report-failure.ts';

type Deps = {
  isDatabaseThere: (limitMs: number) => Promise<boolean>;
  isStorageThere: () => Promise<boolean>;
  isDraining: () => boolean;
  /** False while database and store disagree about their epoch (ADR 20). */
  mayRemove: () => boolean;
  /** True while the database may be an earlier one, so that what must not be done twice waits (ADR 81). */
  isRestored: () => boolean;
  /** How many backfills are not done (ADR 132). */
  backfillsPending: () => number;
  room: Pick<DiskRoom, 'state'>;
  clocks: Pick<ClockWatch, 'offsetMs' | 'isWrong'>;
  metricsToken: string | null;
  /** Only this machine can reach the server, so `/metrics` needs no token. */
  isPrivate: boolean;
  publicUrl: string;
};

/** Longest wait for the database; together with that for the storage it stays below two seconds. */
const ANSWER_MS = 1_500;
/** They must be answered however much else the network of the balancer requests. */
const PROBE = {
  config: { access: 'public', budget: { unlimited: 'balancers and orchestrators ask all the time' } },
} as const;

/**
 * `/health/live`, `/health/ready` (503 while draining or without database: nothing works without it; a storage that is away costs
 * photos alone, and every node the same) and `/metrics` for Prometheus, which show what customers do and are therefore for the
 * operator alone.
 */
export function mountOperations(app: FastifyInstance, deps: Deps): void {
  const setGauges = createGauges();
  app.get('/health/live', PROBE, async () => ({ status: 'live' }));
  app.get('/health/ready', PROBE, async (request, reply) => {
    const [isDatabaseThere, isStorageThere] = await Promise.all([
      deps.isDatabaseThere(ANSWER_MS),
      deps.isStorageThere(),
    ]);
    const status = deps.isDraining() ? 'draining' : isDatabaseThere ? 'ready' : 'not ready';
    const parts = { database: placeOf(isDatabaseThere), storage: placeOf(isStorageThere) };
    if (status === 'ready') return { status, ...parts, ...(await describeNode(deps)) };
    noteExpected(request);
    return reply.code(503).send({ status, ...parts });
  });
  const requireOperator = operatorCheck(deps);
  app.get('/metrics', { config: { access: 'installation' } }, async (request, reply) => {
    await requireOperator(request);
    await setGauges(deps);
    return reply.type(register.contentType).send(await register.metrics());
  });
}

/** What an operator should know of a node that works. */
async function describeNode({ mayRemove, isRestored, room, clocks, backfillsPending }: Measured) {
  const { isFull } = await room.state();
  return {
    removals: mayRemove() ? 'on' : 'held',
    restore: isRestored() ? 'held' : 'none',
    uploads: isFull ? 'refused' : 'on',
    clock: clocks.isWrong() ? 'wrong' : 'right',
    backfills: backfillsPending() > 0 ? 'pending' : 'done',
  };
}

const placeOf = (isThere: boolean) => (isThere ? 'there' : 'away');

type Measured = Pick<Deps, 'mayRemove' | 'isRestored' | 'backfillsPending' | 'room' | 'clocks'>;

/** The figures of this process and our own; the function returned brings the latter up to date. */
function createGauges(): (deps: Measured) => Promise<void> {
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
  const held = gauge(
    'keepsake_removals_held',
    'Whether no object is removed until the operator has run reconcile',
  );
  const restored = gauge(
    'keepsake_restore_held',
    'Whether invoices, mails, events, reorders and vouchers wait until the operator has run reconcile',
  );
  const freeBytes = gauge('keepsake_disk_free_bytes', 'Free bytes of the disk below the data folder');
  const freeFiles = gauge(
    'keepsake_disk_free_files',
    'Files that the disk below the data folder can still have',
  );
  const full = gauge('keepsake_uploads_refused', 'Whether uploads are refused because that disk is full');
  const offset = gauge(
    'keepsake_clock_offset_seconds',
    "How far this machine's clock is ahead of the database's",
  );
  const backfills = gauge(
    'keepsake_backfills_pending',
    'Backfills of migrations that have not filled in all rows',
  );
  return async ({ mayRemove, isRestored, backfillsPending, room, clocks }) => {
    held.set(mayRemove() ? 0 : 1);
    restored.set(isRestored() ? 1 : 0);
    const { free, isFull } = await room.state();
    freeBytes.set(free.bytes);
    freeFiles.set(free.files);
    full.set(isFull ? 1 : 0);
    offset.set(clocks.offsetMs() / 1_000);
    backfills.set(backfillsPending());
  };
}

function gauge(name: string, help: string): Gauge {
  return (register.getSingleMetric(name) as Gauge | undefined) ?? new Gauge({ name, help });
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

type OperatorDeps = Pick<Deps, 'metricsToken' | 'isPrivate' | 'publicUrl'>;

/**
 * Admits callers with the token. Without one only callers on this machine are admitted, and only while nobody else can reach the
 * server: a proxy on this machine counts as such a caller, whoever it forwards.
 */
function operatorCheck({ metricsToken, isPrivate, publicUrl }: OperatorDeps) {
  const requireHost = requireKnownHost(publicUrl);
  return async (request: FastifyRequest): Promise<void> => {
    if (metricsToken !== null) {
      if (!isSame(bearerTokenOf(request), metricsToken)) throw new Problem('unauthenticated');
      return;
    }
    const { headers, socket } = request;
    const isPassedOn = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined;
    const isHere = LOOPBACK.test(socket.remoteAddress ?? '');
    if (!isPrivate || isPassedOn || !isHere) throw new Problem('not-found');
    await requireHost(request);
  };
}

/** Compares in constant time: hashes have equal lengths. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
