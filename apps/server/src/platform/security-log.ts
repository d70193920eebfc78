import { createHmac } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Database } from './database/database.ts';
import { addJob, PRIORITY, type Task } from './jobs/jobs.ts';
import { foldAddress } from './mail-address.ts';
import { networkOf } from './network.ts';
import { Problem } from './problem.ts';

/** The recorded events and their levels: warnings may be attacks. docs/operations/security-log.md explains each. */
const LEVELS = {
  'signed-in': 'info',
  'sign-in-failed': 'warn',
  throttled: 'warn',
  'account-created': 'info',
  'password-reset-requested': 'info',
  'password-changed': 'info',
  'email-change-requested': 'info',
  'email-changed': 'info',
  'email-change-undone': 'warn',
  'session-ended': 'info',
  'second-factor-added': 'info',
  'second-factor-removed': 'warn',
  'recovery-codes-renewed': 'info',
  'recovery-code-used': 'warn',
  'second-step-failed': 'warn',
  'passkey-added': 'info',
  'passkey-removed': 'info',
  'passkey-suspicious': 'warn',
  'callback-address-changed': 'warn',
  'callback-format-changed': 'warn',
  'callback-key-made': 'info',
  'account-deletion-requested': 'info',
  'account-closed': 'info',
  'account-kept': 'info',
  'account-erased': 'info',
  'token-refused': 'warn',
  'access-refused': 'warn',
  'operator-command': 'info',
  'operator-signed-in': 'info',
  'operator-sign-in-failed': 'warn',
  'operator-password-set': 'info',
  'operator-factor-added': 'info',
  'operator-action': 'info',
} as const;

export type SecurityEvent = keyof typeof LEVELS;

/** From where and with what a call comes. */
export type CallOrigin = Pick<FastifyRequest, 'id' | 'ip' | 'headers'>;

type Details = {
  /** Provides the network and the correlation id. */
  request?: Pick<FastifyRequest, 'id' | 'ip'>;
  /** Who or what it is about: an e-mail address, a network, an operator. Logged as a hash. */
  subject?: string;
  /** Logged as a hash. */
  customerId?: CustomerId;
  /** Details that identify nobody. */
  policy?: string;
  route?: string;
  reason?: string;
  command?: string;
  options?: readonly string[];
  at?: string;
};

export type SecurityLog = {
  record(event: SecurityEvent, fields: Details): Promise<void>;
  /** The hash by which an e-mail address, network, customer or operator is logged. */
  hash(subject: string): Promise<string>;
};

type Deps = {
  db: Database;
  log: Logger;
  /** Key of the hashes. */
  secret: string;
};

/** Where a server writes the security log: among its other lines, regardless of LOG_LEVEL unless that is `silent`. */
export function securityLinesOf(log: Logger): Logger {
  return log.child({}, { level: log.isLevelEnabled('fatal') ? 'info' : 'silent' });
}

/** Lines for a log system. The same subject has the same hash in all of them, on every node. */
export function createSecurityLog({ db, log, secret }: Deps): SecurityLog {
  const lines = log.child({ part: 'security' });
  const hashed = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
  const hash = async (subject: string) => hashed(await foldAddress(db, subject));
  return {
    hash,
    async record(event, { request, subject, customerId, ...details }) {
      const who = {
        subject: subject && (await hash(subject)),
        customer: customerId && hashed(customerId),
        network: request && hashed(networkOf(request.ip)),
        correlationId: request?.id,
      };
      lines[LEVELS[event]]({ event, ...who, ...details }, `security: ${event}`);
    },
  };
}

/** Records every refused token, every call that its caller may not make, and every exceeded request limit. Register it before the routes. */
export function recordRefusals(http: FastifyInstance, security: SecurityLog): void {
  http.addHook('onError', async (request, _reply, error: Problem | FastifyError) => {
    const route = request.routeOptions.url;
    const { status = undefined, statusCode = status } = error as { status?: number; statusCode?: number };
    if (statusCode === 429) await security.record('throttled', { request, policy: 'requests', route });
    if (statusCode === 403) {
      const { code: reason } = error;
      await security.record('access-refused', { request, route, reason });
    }
    const isRefused = statusCode === 401 && request.headers.authorization !== undefined;
    if (isRefused) await security.record('token-refused', { request, route, reason: reasonOf(error) });
  });
}

/** Why a token was refused: the error code of the token library, or ours. Unknown tokens have none. */
export function reasonOf(error: unknown): string {
  const { cause } = error instanceof Problem ? error : { cause: undefined };
  return (cause as { code?: string } | undefined)?.code ?? 'UNKNOWN';
}

const RECORD_COMMAND = 'record-operator-command';
const command = z.object({
  command: z.string(),
  options: z.array(z.string()),
  operator: z.string(),
  at: z.string(),
});
export type OperatorCommand = z.infer<typeof command>;

/** Has a node record a command, because what a terminal prints reaches no log system. */
export function queueCommandRecord(db: Database, requested: OperatorCommand): Promise<void> {
  return addJob(db, RECORD_COMMAND, requested, { priority: PRIORITY.interactive });
}

export function recordCommandTask(security: SecurityLog): Task {
  return {
    name: RECORD_COMMAND,
    waitsForReconcile: false,
    async handle(payload) {
      const { operator, ...details } = command.parse(payload);
      await security.record('operator-command', { subject: operator, ...details });
    },
  };
}
