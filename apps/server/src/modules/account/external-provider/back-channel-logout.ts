import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import * as z from 'zod';
import { customerIdOf, type EndedScope } from '../../../platform/auth.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { endAtProvider, useLogoutToken } from './ended-sessions.ts';
import { type LogoutToken, readLogoutToken, refused } from './logout-token.ts';

/** The `backchannel_logout_uri`, where the provider reports ended sessions. */
const BACK_CHANNEL_LOGOUT_PATH = '/backchannel-logout';

type LogoutDeps = {
  db: Database;
  issuer: string;
  clientId: string;
  keys: JWTVerifyGetKey;
  /** The clock by which issuers date tokens. */
  machineClock: Clock;
  log: Logger;
};

const form = z.object({ logout_token: z.string().min(1).max(16_000) });

/**
 * OpenID Connect Back-Channel Logout 1.0: ends the calls and sockets of a session, or all of a subject's, on all nodes. A session
 * not seen here yet ends as well: its tokens may still arrive.
 */
export async function mountBackChannelLogout(app: FastifyInstance, deps: LogoutDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(formbody, { bodyLimit: 32 * 1024 });
    scope.post(
      BACK_CHANNEL_LOGOUT_PATH,
      { config: { access: 'sign-in', budget: 'usual' } },
      async ({ body }, reply) => {
        reply.header('cache-control', 'no-store');
        try {
          await logOut(deps, body);
          return reply.code(200).send();
        } catch (error) {
          // The error format of the standard; a provider that reads it can tell its operator more.
          if (!(error instanceof Problem) || error.code !== 'invalid-request') throw error;
          deps.log.warn({ reason: error.message }, 'a logout token of the identity provider was refused');
          return reply.code(400).send({ error: 'invalid_request', error_description: error.message });
        }
      },
    );
  });
}

async function logOut(deps: LogoutDeps, body: unknown): Promise<void> {
  const sent = form.safeParse(body);
  if (!sent.success) throw refused('there is none in the body');
  const token = await readLogoutToken({ ...deps, clock: deps.machineClock }, sent.data.logout_token);
  await deps.db.transaction().execute(async (trx) => {
    if (!(await useLogoutToken(trx, token.jti, token.expiresAt))) throw refused('it was used before');
    for (const what of whatEnds(token, deps.issuer)) await endAtProvider(trx, what, token.issuedAt);
  });
}

/**
 * Without a session, everything of the subject ends. With both, that session ends, and the subject's tokens that do not name
 * their session: other devices renew theirs.
 */
function whatEnds({ sid, sub }: LogoutToken, issuer: string): EndedScope[] {
  const subjectId = sub === null ? null : customerIdOf(issuer, sub);
  if (sid === null) return subjectId === null ? [] : [{ subjectId }];
  return [{ sessionId: sid }, ...(subjectId === null ? [] : [{ unnamedOf: subjectId }])];
}
